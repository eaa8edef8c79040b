import { compareIdentifiers } from "../../encoding/identifiers.js";
import { isSame } from "../model/record-names.js";
import { sharedIn } from "./shared-collaboration.js";
import { toldOf } from "./told-to-have-gone.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("./shared-collaboration.js").SharedCollaboration} SharedCollaboration
 */

/**
 * The same document as this account shared it in other conversations.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @returns {SharedCollaboration[]}
 */
export const sharedBeside = (records, { collaboration, conversationID }) => sharedIn(records)
  .filter((one) => one.conversationID !== conversationID && isSame(one.collaboration, collaboration))
  .sort((one, other) => compareIdentifiers(one.conversationID, other.conversationID));

/**
 * Those of some identities that were given in other conversations.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {readonly string[]} roots
 * @returns {string[]}
 */
export const goneBeside = (records, shared, roots) => sharedBeside(records, shared)
  .flatMap(({ participants }) => participants.map(({ root }) => root)).filter((root) => roots.includes(root));

/**
 * Who of these has the document by other conversations too, and by which.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {readonly string[]} accounts
 * @returns {import("../model/sharing-types.js").Elsewhere[]}
 */
export function elsewhereOf(records, shared, accounts) {
  const beside = sharedBeside(records, shared);
  return accounts.flatMap((account) => {
    const theirs = beside.filter((one) => one.participants.some((entry) => entry.account === account)
      && toldOf(records, one, account) !== "removed");
    return theirs.length > 0 ? [{ account, conversations: theirs.map(({ conversationID }) => conversationID) }] : [];
  });
}
