import { identifier, malformed } from "../../encoding/encoding.js";
import { limits } from "./limits.js";

/**
 * Tells a sender that messages have arrived, or that their person has read them (content type 6).
 *
 * @typedef {object} Acknowledgement
 * @property {string[]} messageIDs 1 to 256
 * @property {"delivered" | "read"} state
 */

/**
 * @param {import("../../encoding/members.js").Members} members
 * @returns {Acknowledgement}
 */
export function readAcknowledgement(members) {
  const readID = (/** @type {unknown} */ value) => identifier(value, 16, "messageIDs");
  const messageIDs = members.array("messageIDs", readID, limits.list);
  if (messageIDs.length === 0) throw malformed("messageIDs");
  const state = members.text("state");
  if (state !== "delivered" && state !== "read") throw malformed("state");
  return { messageIDs, state };
}

/** @param {Acknowledgement} acknowledgement */
export const writeAcknowledgement = (acknowledgement) => acknowledgement;
