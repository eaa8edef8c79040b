import { encodeBase64URL } from "../../grove/encoding/base64url.js";
import { randomBytes } from "../../grove/encoding/bytes.js";

/** @typedef {import("../../grove/messenger/messenger.js").Messenger} Messenger */

/** Before a message's identifier: what the person has sent and the device may not have stored yet. */
const prefix = "grove.sending.";

/** @param {string} conversationID what is written there and not sent */
export const unsentKey = (conversationID) => `grove.unsent.${conversationID}`;

/**
 * Keeps a text that is being sent until the device has stored it: a page that is left in between would lose it. Call
 * the first step before the compose field forgets it.
 *
 * @param {Messenger} messenger
 * @param {string} conversationID
 * @param {string} text
 * @returns {() => Promise<void>} sends it
 */
export function keepSending(messenger, conversationID, text) {
  const messageID = encodeBase64URL(randomBytes(16));
  try {
    localStorage.setItem(prefix + messageID, JSON.stringify({ conversationID, text }));
  } catch {
    // A full store: it is sent all the same.
  }
  return async () => {
    try {
      await messenger.sendText(conversationID, text, messageID);
    } finally {
      localStorage.removeItem(prefix + messageID);
    }
  };
}

/**
 * Sends what pages left in the middle of it. The identifier was chosen then, so that what the device has stored, or
 * another tab is sending now, is not sent again.
 *
 * @param {Messenger} messenger
 */
export async function sendLeftOver(messenger) {
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const { conversationID, text } = JSON.parse(localStorage.getItem(name) ?? "{}");
    try {
      if (text) await messenger.sendText(conversationID, text, name.slice(prefix.length));
    } catch {
      const key = unsentKey(conversationID);
      const written = localStorage.getItem(key);
      localStorage.setItem(key, written ? `${text}\n${written}` : text);
    }
    localStorage.removeItem(name);
  }
}
