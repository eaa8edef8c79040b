import { identifier, malformed, Members } from "../encoding/encoding.js";

/**
 * @typedef {object} RelayConversation a conversation as the relay knows it
 * @property {string} conversationID
 * @property {string} [name]
 * @property {string[]} members
 * @property {number} version grows with every change
 * @property {number} [photoVersion]
 * @property {string} [requestedBy] a message request: who has put this account in
 * @property {string[]} [notAdded] in an answer: who was not added
 *
 * @typedef {object} ConversationChange
 * @property {"created" | "added" | "removed" | "renamed" | "photo" | "accepted"} kind
 * @property {string} by
 * @property {string[]} subjects who was added or removed
 * @property {number} at the relay's clock
 * @property {RelayConversation} conversation after the change
 */

const kinds = ["created", "added", "removed", "renamed", "photo", "accepted"];
const readID = (/** @type {unknown} */ value) => identifier(value, 32, "account");

/** @param {unknown} value @returns {RelayConversation} */
export function readConversation(value) {
  const members = new Members(value);
  return {
    conversationID: members.identifier("conversationID", 16),
    name: members.has("name") ? members.text("name") : undefined,
    members: members.array("members", readID),
    version: Number(members.decimal("version")),
    photoVersion: members.has("photoVersion") ? Number(members.decimal("photoVersion")) : undefined,
    requestedBy: members.optional("requestedBy", readID),
    notAdded: members.has("notAdded") ? members.array("notAdded", readID) : undefined,
  };
}

/** @param {unknown} value @returns {ConversationChange} */
export function readChange(value) {
  const members = new Members(value);
  const kind = members.text("kind");
  if (!kinds.includes(kind)) throw malformed("kind");
  return {
    kind: /** @type {any} */ (kind), by: members.identifier("by", 32),
    subjects: members.array("subjects", readID), at: Number(members.decimal("at")),
    conversation: readConversation(members.value("conversation")),
  };
}
