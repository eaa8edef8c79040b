import { redirectToProve } from "../../grove/bridge/redirected-proof.js";
import { attempts, keepWith, noProof, notOpened, submit, takingOver } from "./access.js";
import { Entering } from "./entry.js";

/**
 * @typedef {import("../server/app-server.js").AppServer} AppServer
 * @typedef {import("../server/body-types.js").Me} Me
 * @typedef {import("../../grove/bridge/redirected-proof.js").Redirected} Redirected
 *
 * What this tab keeps while the messenger stands in it. Nobody else's page reads it.
 * @typedef {object} Kept
 * @property {string} messengerOrigin
 * @property {string} [entry] the secret of the challenge, where nobody is signed in
 * @property {boolean} [anew] whether access is wanted that another account has, which they cannot reach: by a new account, or
 *   by the one they are in
 * @property {string[]} refused roots that the server did not take
 * @property {number} attempt
 */

/**
 * Goes to the messenger in this very tab and asks for a proof there. No window is opened, so no click is needed here:
 * it was made in the messenger, on the document's card.
 *
 * @param {AppServer} server
 * @param {string} collaborationID
 * @param {{ messengerOrigin: string, isSomebody: boolean, refused?: string[], attempt?: number, anew?: boolean }} asking
 *   `isSomebody`: signed in here
 * @returns {Promise<void>} the page is about to go
 * @throws {import("../server/problem.js").Problem}
 */
export async function leaveForProof(server, collaborationID, { messengerOrigin, isSomebody, refused = [], attempt = 0, anew }) {
  /** @type {[{ challenge: string, account: string, entry?: string }, { pushKey?: string } | undefined]} */
  const [{ challenge, account, entry }, keys] = await Promise.all([
    isSomebody ? server.challenge(collaborationID) : server.entryChallenge(collaborationID),
    server.publishedKeys().catch(() => undefined),
  ]);
  const name = isSomebody ? await server.accountName(account) : {};
  const request = { collaborationID, challenge, account, ...name, refused, pushKey: keys?.pushKey, keys };
  redirectToProve(messengerOrigin, request, { kept: { messengerOrigin, entry, refused, attempt, anew } });
}

/**
 * What the messenger's page sent back is handed in. Where an invitation is used up the next one is tried: the page goes
 * once more.
 *
 * @param {AppServer} server
 * @param {Redirected} back
 * @param {import("./nouns.js").Noun} noun
 * @returns {Promise<{ ok: true, me?: Me } | import("./access.js").NotOpened | "leaving">} `me` where the proof signed
 *   them in
 * @throws {import("../server/problem.js").Problem}
 */
export async function openRedirected(server, back, noun) {
  const { collaborationID, kept, proof, root = "", code, ending } = back;
  const { messengerOrigin = "", entry, refused = [], attempt = 0, anew } = /** @type {Partial<Kept>} */ (kept ?? {});
  // Who comes back with empty hands has said no there.
  const silence = { reason: code ? "" : "cancelled", code, ending, sentence: notOpened };
  if (!proof) return noProof(silence, refused.length > 0, noun);
  const entering = entry === undefined ? undefined : new Entering(server, { entry, anew });
  const prover = entering ?? (anew ? takingOver(server) : server);
  const outcome = await submit(prover, collaborationID, proof, back);
  if (outcome.ok) {
    await keepWith(prover, collaborationID, back);
    return { ok: true, me: entering?.me };
  }
  if (outcome.reason !== "try_again") return { ...outcome, came: back };
  if (attempt + 1 >= attempts) return noProof(silence, true, noun);
  await leaveForProof(server, collaborationID, {
    messengerOrigin, isSomebody: entry === undefined, attempt: attempt + 1, anew,
    refused: outcome.isRefused ? [...refused, root] : refused,
  });
  return "leaving";
}
