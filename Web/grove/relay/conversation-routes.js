import { identifier, malformed, Members } from "../encoding/encoding.js";
import { bytesOf, jsonOf } from "./relay-call.js";

/**
 * Routes about conversations. Each that changes one answers with the conversation as it is now.
 *
 * @typedef {import("./relay-client.js").RelayClient} RelayClient
 * @typedef {import("../rules/conversations/roster-rules.js").RelayConversation} RelayConversation
 * @typedef {import("../rules/conversations/roster-rules.js").ConversationChange} ConversationChange
 */

const kinds = /** @type {const} */ (
  ["created", "added", "removed", "renamed", "photo", "accepted"]);
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
  const text = members.text("kind");
  const kind = kinds.find((one) => one === text);
  if (!kind) throw malformed("kind");
  return {
    kind, by: members.identifier("by", 32),
    subjects: members.array("subjects", readID), at: Number(members.decimal("at")),
    conversation: readConversation(members.value("conversation")),
  };
}

/**
 * All of them, page by page.
 *
 * @param {RelayClient} relay
 */
export async function conversations(relay) {
  const all = [];
  const seen = new Set();
  for (let address = "conversations"; ;) {
    const page = await jsonOf(await relay.signed(address), readPage);
    all.push(...page.conversations);
    // A relay that sends its reader back would never come to an end.
    if (page.next === undefined || seen.has(page.next)) return all;
    seen.add(page.next);
    address = `conversations?after=${page.next}`;
  }
}

/** @param {unknown} value */
function readPage(value) {
  const members = new Members(value);
  return {
    conversations: members.array("conversations", readConversation),
    next: members.has("next") ? members.identifier("next", 16) : undefined,
  };
}

/** @param {RelayClient} relay @param {string} id */
export const conversation = async (relay, id) =>
  jsonOf(await relay.signed(`conversations/${id}`), readConversation);

/** @param {RelayClient} relay @param {object} json */
export const createConversation = async (relay, json) =>
  jsonOf(await relay.signed("conversations", { method: "POST", json }), readConversation);

/** @param {RelayClient} relay @param {string} id @param {object} json */
export const changeConversation = async (relay, id, json) =>
  jsonOf(await relay.signed(`conversations/${id}`, { method: "PATCH", json }), readConversation);

/** @param {RelayClient} relay @param {string} id @param {Uint8Array} bytes */
export const putPhoto = async (relay, id, bytes) =>
  jsonOf(await relay.signed(`conversations/${id}/photo`, { method: "PUT", bytes }), readConversation);

/** @param {RelayClient} relay @param {string} id */
export const photo = async (relay, id) => bytesOf(await relay.signed(`conversations/${id}/photo`));
