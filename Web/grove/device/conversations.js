import { MessengerError } from "../rules/model/messenger-error.js";
import { countOf } from "../rules/attention/attention-rules.js";
import { readHere } from "../rules/attention/reading-rules.js";
import { documentState } from "../rules/invitations/document-state.js";
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
  const { conversationID, name, unread, requestedBy } = rest;
  const reading = await device.store.get(names.reading(conversationID));
  const mentions = await shownMentions(device, reading?.mentions ?? []);
  const { attention = /** @type {const} */ ("all") } = (await device.store.get(names.attention(conversationID))) ?? {};
  const counted = countOf({ unread, mentions: mentions.length, attention, requestedBy });
  const lastActivityAt = Math.max(rest.lastActivityAt, reading?.mentionedAt ?? 0);
  const stored = lastPosition && (await device.store.get(names.item(conversationID, lastPosition)));
  const last = await present(device, stored || (await thread(device, conversationID, { limit: 1 }))[0]);
  return {
    ...rest, members, title: name || titleOf(members), ...(last && { last }),
    mentions, attention, counted, lastActivityAt,
  };
}

/**
 * A shared document is called in a list what it is called now.
 *
 * @param {Device} device
 * @param {ThreadItem | undefined} item
 * @returns {Promise<ThreadItem | undefined>}
 */
async function present(device, item) {
  if (item?.content.kind !== "link" || item.content.warning !== undefined) return item;
  const { audience, collaborationID, title: before } = item.content;
  if (!audience || !collaborationID) return item;
  const { title } = await device.look((records) => documentState(records, { audience, collaborationID }));
  return { ...item, content: { ...item.content, title: title || before } };
}

/**
 * @param {Device} device
 * @param {import("../rules/model/unread.js").UnreadMention[]} mentions
 * @returns {Promise<ConversationSummary["mentions"]>}
 */
const shownMentions = (device, mentions) =>
  Promise.all(mentions.map(async ({ collaboration, account, name, receivedAt, at = receivedAt }) => {
    const { title = "" } = await device.look((records) => documentState(records, collaboration));
    return { accountID: account, ...(name && { name }), title, at, receivedAt };
  }));

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

/**
 * @param {Device} device
 * @param {string} id
 * @returns {Promise<boolean>} whether something was unread
 */
export async function markRead(device, id) {
  const [stored, reading] = await Promise.all([
    device.store.get(names.conversation(id)), device.store.get(names.reading(id))]);
  if (!stored?.unread && !reading?.mentions.length) return false;
  const { me } = device;
  return device.change((records) => readHere(records, id, me));
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
