import { encodeContent } from "../message/content/message-content.js";
import { GroveError } from "../encoding/grove-error.js";
import { freshID, translated } from "./local-device.js";
import { enqueueMessage } from "./outbox-rules.js";

/**
 * @param {import("./device.js").Device} device
 * @param {string} conversationID
 * @param {string} text
 * @returns {Promise<import("./messenger-types.js").ThreadItem>} as it is stored, to be sent
 */
export async function sendText(device, conversationID, text) {
  let encoded;
  try {
    encoded = encodeContent({ type: "text", text });
  } catch (error) {
    throw error instanceof GroveError ? translated(error) : error;
  }
  const message = { messageID: freshID(), conversationID, ...encoded };
  const item = await device.change((records) =>
    enqueueMessage(records, message, { kind: "text", text }, device.me));
  return /** @type {import("./messenger-types.js").ThreadItem} */ (item);
}
