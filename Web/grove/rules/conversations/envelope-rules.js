import { compareIdentifiers } from "../../encoding/identifiers.js";
import { contentTypes, decodeContent } from "../../message/content/message-content.js";

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

/**
 * Whether somebody whose messenger is closed should hear of it: what people say and share, and that they are
 * mentioned. Receipts, edits and what devices tell each other are quiet.
 *
 * @param {OutgoingMessage} message
 */
export function rings(message) {
  const { contentType, content, contents } = message;
  if (contentType !== contentTypes.notice) {
    return contentType === contentTypes.text || contentType === contentTypes.invitation;
  }
  const bytes = content ?? contents?.values().next().value;
  const said = bytes && decodeContent(contentType, bytes);
  return said?.type === "notice" && "kind" in said && said.kind === "mention";
}
