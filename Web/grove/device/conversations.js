import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";

/**
 * @typedef {import("./local-device.js").LocalDevice} Device
 * @typedef {import("../rules/model/messenger-types.js").ConversationSummary} ConversationSummary
 * @typedef {import("../rules/model/messenger-types.js").ThreadItem} ThreadItem
 * @typedef {import("../rules/model/messenger-types.js").Person} Person
 * @typedef {import("../rules/conversations/roster-rules.js").StoredConversation} StoredConversation
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
  const stored = [...(await device.store.list(names.conversation())).values()].filter(isWanted);
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
  const found = await device.store.page(names.item(conversationID), { before: end, limit });
  return found.map(([, item]) => item).reverse();
}

/** @param {Device} device @param {string} id */
export async function markRead(device, id) {
  const key = names.conversation(id);
  if (!(await device.store.get(key))?.unread) return;
  await device.change((records) => {
    const stored = records.get(key);
    if (stored?.unread) records.put(key, { ...stored, unread: 0 });
  });
}

/**
 * @param {Device} device
 * @param {string} accountID
 * @returns {Promise<Person>} what is known here
 */
export async function person(device, accountID) {
  const isMe = accountID === device.accountID;
  const stored = await device.store.get(names.account(accountID));
  const { handle = "", name = "" } = stored ?? (isMe ? device.record : {});
  return { accountID, handle, name: name || handle || "Somebody", isMe };
}

/**
 * Takes a message that was not sent out of its conversation.
 *
 * @param {Device} device
 * @param {ThreadItem} item
 */
export const discardFailed = (device, { conversationID, position }) =>
  device.change((records) => {
    const name = names.item(conversationID, position);
    const item = records.get(name);
    if (item?.delivery?.state !== "failed") return;
    records.put(name, undefined);
    if (item.messageID) records.put(names.message(item.messageID, item.senderDevice), undefined);
  });
