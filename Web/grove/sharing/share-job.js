import { sha256 } from "../crypto/hash.js";
import { concat, decodeBase64URL, encodeBase64URL, utf8 } from "../encoding/encoding.js";
import { optionsSummary } from "./options/options-summary.js";

/**
 * A share procedure with what it is about, as it is stored between its steps.
 *
 * @typedef {object} ShareJob
 * @property {import("./share-state.js").ShareState} state
 * @property {string} [draftID] the draft that comes back when it fails
 * @property {string} conversationID
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} metadata
 * @property {string} messageID of the message that carries the invitations
 * @property {import("./invitation-inbox.js").ReceivedInvitation} [own] this device's own part, made
 *   before the envelopes leave; kept once they have
 */

/**
 * @param {ShareJob} job
 * @returns {import("./sharing.js").CollaborationKey | undefined}
 */
export const collaborationOf = ({ state: { origin, started } }) =>
  started && { audience: origin, collaborationID: started.collaborationID };

/** @param {import("./collaboration-metadata.js").CollaborationMetadata} metadata */
export const summaryOf = ({ userSelectedShareOptions: options }) =>
  (options ? optionsSummary(options) : "");

/**
 * The identifier of one of a procedure's actions or messages: the same whenever it is repeated.
 *
 * @param {ShareJob} job
 * @param {string} step
 */
export async function stepID({ state: { procedureID } }, step) {
  const digest = await sha256(concat(decodeBase64URL(procedureID), utf8(step)));
  return encodeBase64URL(digest.subarray(0, 16));
}
