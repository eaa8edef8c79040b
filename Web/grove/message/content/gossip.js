import { Members } from "../../encoding/members.js";
import { limits } from "./limits.js";

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
