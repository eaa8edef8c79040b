import { toBase64URL } from "../log/base64url.js";
import { openWithMessenger } from "./access.js";

/** @typedef {import("../server/app-server.js").AppServer} AppServer */
/** @typedef {import("../server/body-types.js").Me} Me */

/**
 * Opens a shared document for somebody who is not signed in: by the proof alone, into the account that it makes the
 * first time and finds again (protocol 8.9).
 *
 * @param {AppServer} server
 * @param {import("../../grove/bridge/messenger-window.js").MessengerWindow} messenger opened by the person's click
 * @param {string} collaborationID
 * @returns {Promise<{ ok: true, me: Me } | { ok: false, reason: string, sentence: string }>}
 */
export async function enterWithMessenger(server, messenger, collaborationID) {
  let entry = "";
  /** @type {Me | undefined} */
  let me;
  const nobody = {
    /** @param {string} id */
    async challenge(id) {
      const asked = await server.entryChallenge(id);
      entry = asked.entry;
      return asked;
    },
    /** @param {string} id @param {object} proof @param {string} [name] */
    async prove(id, proof, name) {
      const bytes = new TextEncoder().encode(JSON.stringify(proof));
      const { session, access } = await server.enter(id,
        { entry, proof: toBase64URL(bytes), displayName: name || "Somebody" });
      const { account, displayName } = session;
      me = { account, displayName, hasPassword: false, isEnteredByProof: true };
      return access;
    },
    // By then there is a session.
    pushKey: server.pushKey && (() => server.pushKey()),
    putNoticeAddress: server.putNoticeAddress,
  };
  const opened = await openWithMessenger(nobody, messenger, collaborationID);
  if (!opened.ok) return opened;
  return { ok: true, me: /** @type {Me} */ (me) };
}
