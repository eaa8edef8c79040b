import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import { person } from "./people.js";

/**
 * @typedef {import("./local-device.js").LocalDevice} Device
 * @typedef {import("./messenger-types.js").ConversationSummary} ConversationSummary
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 * @typedef {import("./messenger-types.js").Person} Person
 * @typedef {import("./roster-rules.js").StoredConversation} StoredConversation
 */

/** @param {Device} device @returns {Promise<ConversationSummary[]>} */
export async function summaries(device) {
  return listed(device, ({ requestedBy }) => !requestedBy);
}

/**
 * Those somebody unknown asks for.
 *
 * @param {Device} device
 * @returns {Promise<ConversationSummary[]>}
 */
export const requests = (device) =>
  listed(device, ({ requestedBy, state }) => Boolean(requestedBy) && state === "active");

/** @param {Device} device @param {(one: StoredConversation) => boolean} isWanted */
async function listed(device, isWanted) {
  const stored = [...(await device.store.list("conversation/")).values()].filter(isWanted);
  const found = await Promise.all(stored.map((one) => summarize(device, one)));
  return found.sort((one, other) => other.lastActivityAt - one.lastActivityAt);
}

/** @param {Device} device @param {string} id @returns {Promise<ConversationSummary>} */
export async function summary(device, id) {
  const stored = await device.store.get(names.conversation(id));
  if (!stored) throw new MessengerError("conversation_unknown");
  return summarize(device, stored);
}

/**
 * @param {Device} device
 * @param {StoredConversation} stored
 * @returns {Promise<ConversationSummary>}
 */
async function summarize(device, { members: accounts, version, lastPosition, ...rest }) {
  const members = await Promise.all(accounts.map((account) => person(device, account)));
  const { conversationID, name } = rest;
  const stored = lastPosition && (await device.store.get(names.item(conversationID, lastPosition)));
  const last = stored || (await thread(device, conversationID, { limit: 1 }))[0];
  return { ...rest, members, title: name || titleOf(members), ...(last && { last }) };
}

/** @param {Person[]} members */
function titleOf(members) {
  const others = members.filter(({ isMe }) => !isMe).map(({ name }) => name);
  return others.sort((one, other) => one.localeCompare(other)).join(", ") || "Only you";
}

/**
 * @param {Device} device
 * @param {string} conversationID
 * @param {{ before?: number, limit?: number }} page
 * @returns {Promise<ThreadItem[]>} oldest first
 */
export async function thread(device, conversationID, { before, limit = 50 }) {
  const end = before === undefined ? undefined : names.item(conversationID, before);
  const found = await device.store.page(`item/${conversationID}/`, { before: end, limit });
  return found.map((/** @type {[string, ThreadItem]} */ [, item]) => item).reverse();
}

/** @param {Device} device @param {string} id */
export async function markRead(device, id) {
  const key = names.conversation(id);
  if (!(await device.store.get(key))?.unread) return;
  await device.change(async (records) => {
    const stored = await records.get(key);
    if (stored?.unread) records.put(key, { ...stored, unread: 0 });
  });
}
