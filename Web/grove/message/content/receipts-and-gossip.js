import { identifier, malformed } from "../../encoding/encoding.js";
import { Members } from "../../encoding/json-members.js";
import { limits } from "./limits.js";

/**
 * Tells a sender that messages have arrived, or that their person has read them (content type 6).
 *
 * @typedef {object} Acknowledgement
 * @property {string[]} messageIDs 1 to 256
 * @property {"delivered" | "read"} state
 */

/**
 * @param {import("../../encoding/json-members.js").Members} members
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

/**
 * Which statements this device has been shown of some accounts (content type 5, protocol 11.2):
 * whoever was shown something else now knows.
 *
 * @typedef {object} Gossip
 * @property {{ account: string, seq: bigint, hash: string }[]} seen at most 256
 */

/**
 * @param {Members} members
 * @returns {Gossip}
 */
export const readGossip = (members) => ({ seen: members.array("seen", readEntry, limits.list) });

/** @param {Gossip} gossip */
export const writeGossip = ({ seen }) => ({
  seen: seen.map((entry) => ({ ...entry, seq: String(entry.seq) })),
});

/** @param {unknown} value */
function readEntry(value) {
  const members = new Members(value);
  return {
    account: members.identifier("account", 32), seq: members.decimal("seq"),
    hash: members.identifier("hash", 32),
  };
}
