import { randomBytes } from "../encoding/bytes.js";
import { openAttachment, sealAttachment } from "../message/attachment-seal.js";
import { contentTypes, encodeContent } from "../message/content/message-content.js";
import { attachment as fetchAttachment, storeAttachment } from "../relay/attachment-routes.js";
import { freshID, translated } from "./local-device.js";
import { shownText } from "./inbox-rules.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import { enqueueMessage } from "./outbox-rules.js";
import { changeItem, itemOf } from "./thread.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 *
 * @typedef {object} WaitingAttachment what the message will say once the file's place is known
 * @property {Uint8Array} key
 * @property {Uint8Array} digest
 * @property {string} name
 * @property {string} mediaType
 * @property {bigint} size
 * @property {string} text
 */

/** @param {WaitingAttachment} waiting @param {string} attachmentID */
const contentOf = ({ text, ...file }, attachmentID) =>
  encodeContent({ type: "text", text, attachment: { attachmentID, ...file } });

/**
 * Seals a file under a key of its own and queues the message that carries it.
 *
 * @param {Device} device
 * @param {string} conversationID
 * @param {Blob} file
 * @param {{ name: string, text: string }} with_
 */
export async function sendCopy(device, conversationID, file, { name, text }) {
  try {
    const key = randomBytes(32);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { sealed, digest } = await sealAttachment(bytes, key);
    const mediaType = file.type || "application/octet-stream";
    const waiting = { key, digest, name, mediaType, size: BigInt(bytes.length), text };
    // Its limits now, and not when it is too late to tell the person.
    contentOf(waiting, "-");
    const messageID = freshID();
    const message = {
      messageID, conversationID, contentType: contentTypes.text, attachment: waiting,
    };
    const shown = { kind: "text", text, attachment: { name, mediaType, size: bytes.length } };
    return await device.change(async (records) => {
      records.put(names.attachment(messageID), sealed);
      return enqueueMessage(records, message, /** @type {any} */ (shown), device.me);
    });
  } catch (error) {
    throw error instanceof MessengerError ? error : translated(/** @type {any} */ (error));
  }
}

/**
 * Uploads the sealed file and remembers where it is, so that it is uploaded once.
 *
 * @param {Device} device
 * @param {string} entryName in the outbox
 * @param {OutgoingMessage} message
 * @returns {Promise<OutgoingMessage>} with its content
 */
export async function upload(device, entryName, { attachment, ...message }) {
  const sealed = await device.store.get(names.attachment(message.messageID));
  if (!sealed) throw new MessengerError("attachment_invalid");
  const attachmentID = await device.ask((relay) => storeAttachment(relay, sealed));
  const waiting = /** @type {WaitingAttachment} */ (attachment);
  const { content } = contentOf(waiting, attachmentID);
  const placed = { ...message, content };
  await device.change(async (records) => {
    const entry = await records.get(entryName);
    if (!entry) return;
    const { conversationID } = message;
    const operation = { kind: "message", conversationID, message: placed };
    records.put(entryName, { ...entry, operation });
    const item = await itemOf(records, message.messageID, device.deviceID);
    const { text, ...file } = waiting;
    const shown = shownText({ text, attachment: { attachmentID, ...file } });
    if (item) changeItem(records, item, { content: shown });
  });
  return placed;
}

/**
 * The opened file of an item: from the relay, or from here while it waits for its upload.
 *
 * @param {Device} device
 * @param {import("./messenger-types.js").ThreadItem} item
 * @returns {Promise<Blob>}
 */
export async function open(device, item) {
  const shown = item.content.kind === "text" ? item.content.attachment : undefined;
  if (!shown) throw new MessengerError("item_unknown");
  const { reference, mediaType } = shown;
  if (!reference) throw new MessengerError("item_unknown", "it has still to be sent");
  const sealed = await device.ask((relay) => fetchAttachment(relay, reference.attachmentID));
  const file = await openAttachment(sealed, reference.key, reference.digest).catch(() => {
    throw new MessengerError("attachment_invalid");
  });
  return new Blob([file], { type: mediaType });
}
