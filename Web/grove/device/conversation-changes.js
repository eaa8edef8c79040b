import { changeConversation, createConversation, putPhoto } from "../relay/conversation-routes.js";
import { told } from "./roster-rules.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {Exclude<import("./outbox-rules.js").OutboxOperation, { kind: "message" }>}
 *   ConversationOperation
 */

/**
 * Carries out what changes a conversation, and takes over how the relay has it now.
 *
 * @param {Device} device
 * @param {ConversationOperation} operation
 */
export async function tellRelay(device, operation) {
  const answer = await device.ask((relay) => asked(relay, operation));
  await device.change((records) => told(records, answer, device.me));
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
