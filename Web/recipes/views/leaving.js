import { ask } from "../../ui/dialog.js";

/**
 * Nobody loses their own account by signing out: where a proof has made it and nothing else signs in to it, one document
 * alone leads back (protocol 8.9).
 *
 * @param {{ hasPassword?: boolean, isEnteredByProof?: boolean, isLinked?: boolean }} me
 * @returns {Promise<boolean>} whether the person wants to all the same, or has nothing to lose
 */
export async function mayLeave({ hasPassword, isEnteredByProof, isLinked }) {
  if (!isEnteredByProof || hasPassword !== false || isLinked) return true;
  return ask({
    title: "Sign out without a password?", yes: "Sign out anyway", no: "Stay", danger: true,
    text: "This account has no password. You get back into it only with the messenger that you use on this device, by "
      + "opening something that you have opened here and that is still shared with you, or with a code from another device "
      + "where you are signed in. Add a password under “Your account”, and you can sign in anywhere.",
  });
}
