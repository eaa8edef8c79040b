import { conversation } from "../relay/conversation-routes.js";
import { told } from "./roster-rules.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * A message can overtake what tells of its conversation.
 *
 * @param {Device} device
 * @param {string} id
 */
export async function learnConversation(device, id) {
  try {
    const answer = await device.ask((relay) => conversation(relay, id));
    await device.change((records) => told(records, answer, device.me));
  } catch (error) {
    if (/** @type {any} */ (error).problem !== "not_found") throw error;
  }
}
