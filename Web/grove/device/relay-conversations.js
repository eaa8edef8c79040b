import {
  changeConversation, conversation, conversations, createConversation, putPhoto, readChange,
} from "../relay/conversation-routes.js";
import { readingAnswer } from "../relay/relay-call.js";
import { missed, once } from "../rules/conversations/inbox-rules.js";
import { changed, reloaded, told } from "../rules/conversations/roster-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";

/**
 * What the relay says of conversations, and is told of them.
 *
 * @typedef {import("./device.js").Device} Device
 * @typedef {Exclude<import("../rules/conversations/outbox-rules.js").OutboxOperation,
 *   { kind: "message" }>} ConversationOperation
 */

/**
 * What a device that was just made has to learn: its name, and its account's conversations.
 *
 * @param {Device} device
 * @param {import("../rules/model/known-account.js").KnownAccount} own
 */
export async function learnBeginnings(device, { handle, name }) {
  if (!device.local.record.handle) {
    const record = { ...device.local.record, handle, name };
    device.local.record = record;
    await device.change((records) => records.put(names.device(), record));
  }
  await loadConversations(device);
}

/**
 * The relay's list, where this device does not have it, or has missed what changed it.
 *
 * @param {Device} device
 */
async function loadConversations(device) {
  const isLoaded = names.counter("conversationsLoaded");
  if (await device.store.get(isLoaded)) return;
  const listed = await device.ask((relay) => conversations(relay));
  const { me } = device;
  await device.change((records) => {
    reloaded(records, listed, me);
    records.put(isLoaded, 1);
  });
}

/**
 * A message can overtake what tells of its conversation.
 *
 * @param {Device} device
 * @param {string} id
 */
export async function learnConversation(device, id) {
  try {
    const answer = await device.ask((relay) => conversation(relay, id));
    const { me } = device;
    await device.change((records) => told(records, answer, me));
  } catch (error) {
    if (!(error instanceof MessengerError) || error.problem !== "not_found") throw error;
  }
}

/**
 * Takes a change of a conversation in, as the mailbox tells it.
 *
 * @param {Device} device
 * @param {unknown} entry
 * @param {bigint} sequence of the mailbox entry
 */
export async function takeChange(device, entry, sequence) {
  const change = readingAnswer(() => readChange(entry));
  const { me, hooks } = device;
  await device.change((records) => once(records, sequence, () =>
    changed(records, change, me, hooks)));
}

/**
 * Entries of the mailbox were not kept: the conversations are looked up again.
 *
 * @param {Device} device
 * @param {bigint} sequence of the mailbox entry
 * @param {bigint} expired how many of them had waited for too long
 */
export async function takeGap(device, sequence, expired) {
  await device.change((records) => once(records, sequence, () => missed(records, expired)));
  await loadConversations(device);
}

/**
 * Carries out what changes a conversation, and takes over how the relay has it now.
 *
 * @param {Device} device
 * @param {ConversationOperation} operation
 */
export async function tellRelay(device, operation) {
  const answer = await device.ask((relay) => asked(relay, operation));
  const { me } = device;
  await device.change((records) => told(records, answer, me));
}

/**
 * @param {import("../relay/relay-client.js").RelayClient} relay
 * @param {ConversationOperation} operation
 */
function asked(relay, operation) {
  const { conversationID } = operation;
  switch (operation.kind) {
    case "create": {
      const { members, name } = operation;
      return createConversation(relay, { conversationID, members, name });
    }
    case "change": {
      const { name, add, remove } = operation;
      return changeConversation(relay, conversationID, { name, add, remove });
    }
    case "photo": return putPhoto(relay, conversationID, operation.image);
  }
}
