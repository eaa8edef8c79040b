import { compareIdentifiers } from "../../encoding/identifiers.js";

/** @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage */

/** @param {OutgoingMessage} message @param {string} account */
export const contentFor = ({ content, contents }, account) => contents?.get(account) ?? content;

/**
 * Accounts the message goes to (protocol 10.5).
 *
 * @param {OutgoingMessage} message
 * @param {string[]} members of its conversation
 * @returns {string[]}
 */
export const recipientsOf = (message, members) =>
  [...new Set(message.accounts ?? members)]
    .filter((account) => contentFor(message, account))
    .sort(compareIdentifiers);
