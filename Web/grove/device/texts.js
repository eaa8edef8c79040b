import { randomBytes } from "../encoding/bytes.js";
import { GroveError } from "../encoding/grove-error.js";
import { openAttachment, sealAttachment } from "../message/attachment-seal.js";
import { contentTypes, encodeContent } from "../message/content/message-content.js";
import { attachment as fetchAttachment, storeAttachment } from "../relay/attachment-routes.js";
import { shownText } from "../rules/conversations/inbox-rules.js";
import { enqueueShown } from "../rules/conversations/outbox-rules.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { changeItem, itemOf } from "../rules/model/thread.js";
import { freshID, translated } from "./local-device.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/conversations/outbox-rules.js").OutgoingMessage} OutgoingMessage
 * @typedef {import("../rules/conversations/outbox-rules.js").WaitingAttachment} WaitingAttachment
 * @typedef {import("../rules/model/messenger-types.js").ThreadItem} ThreadItem
 */

/**
 * @param {Device} device
 * @param {string} conversationID
 * @param {string} text
 * @param {string} [messageID] chosen by whoever may have to ask again; a text that is stored under it already is not
 *   sent a second time
 * @returns {Promise<ThreadItem>} as it is stored, to be sent
 */
export async function sendText(device, conversationID, text, messageID = freshID()) {
  let encoded;
  try {
    encoded = encodeContent({ type: "text", text });
  } catch (error) {
    throw error instanceof GroveError ? translated(error) : error;
  }
  const message = { messageID, conversationID, ...encoded };
  const { me } = device;
  return device.change((records) => itemOf(records, messageID, me.deviceID) ??
    enqueueShown(records, message, { kind: "text", text }, me));
}

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
    const kind = /** @type {const} */ ("text");
    const shown = { kind, text, attachment: { name, mediaType, size: bytes.length } };
    const { me } = device;
    return await device.change((records) => {
      records.put(names.attachment(messageID), sealed);
      return enqueueShown(records, message, shown, me);
    });
  } catch (error) {
    throw error instanceof GroveError ? translated(error) : error;
  }
}

/**
 * Uploads the sealed file and remembers where it is, so that it is uploaded once.
 *
 * @param {Device} device
 * @param {import("../rules/conversations/outbox-rules.js").EntryName} entryName in the outbox
 * @param {OutgoingMessage} message
 * @param {WaitingAttachment} waiting
 * @returns {Promise<OutgoingMessage>} with its content
 */
export async function upload(device, entryName, { attachment: _, ...message }, waiting) {
  const sealed = await device.store.get(names.attachment(message.messageID));
  if (!sealed) throw new MessengerError("attachment_invalid");
  const attachmentID = await device.ask((relay) => storeAttachment(relay, sealed));
  const { content } = contentOf(waiting, attachmentID);
  const placed = { ...message, content };
  await device.change((records) => {
    const entry = records.get(entryName);
    if (!entry) return;
    const { conversationID } = message;
    const kind = /** @type {const} */ ("message");
    records.put(entryName, { ...entry, operation: { kind, conversationID, message: placed } });
    const item = itemOf(records, message.messageID, device.deviceID);
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
 * @param {import("../rules/model/messenger-types.js").ThreadItem} item
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
