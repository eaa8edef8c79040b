import { encodeBase64URL, limitExceeded, malformed, Members } from "../../encoding/encoding.js";
import { limits, maximumAttachment, textUpTo } from "./limits.js";

/**
 * Where a sealed file is and how to open it. The relay stores the sealed bytes and never sees this.
 *
 * @typedef {object} AttachmentReference
 * @property {string} attachmentID what the relay calls the stored bytes, 1 to 255 bytes
 * @property {Uint8Array} key 32 bytes, for this file only
 * @property {Uint8Array} digest SHA-256 of the sealed bytes
 * @property {string} name of the file; whoever saves it decides about paths
 * @property {string} mediaType
 * @property {bigint} size of the opened file in bytes, at most 25 MiB
 */

/**
 * What a person wrote, and at most one file with it (content type 1).
 *
 * @typedef {object} TextContent
 * @property {string} text
 * @property {AttachmentReference} [attachment] a copy that was sent instead of a collaboration
 * @property {string} [clientID] the sending program's own mark, at most 64 bytes
 */

/**
 * @param {Members} members
 * @returns {TextContent}
 */
export const readText = (members) => ({
  text: members.text("text"),
  attachment: members.optional("attachment", readAttachment),
  clientID: members.optional("clientID", textUpTo(limits.clientID, "clientID")),
});

/** @param {TextContent} content */
export const writeText = ({ text, attachment, clientID }) => ({
  text, clientID,
  attachment: attachment && {
    attachmentID: attachment.attachmentID,
    key: encodeBase64URL(attachment.key),
    digest: encodeBase64URL(attachment.digest),
    name: attachment.name,
    mediaType: attachment.mediaType,
    size: String(attachment.size),
  },
});

/** @param {unknown} value */
function readAttachment(value) {
  const members = new Members(value);
  const attachment = {
    attachmentID: members.text("attachmentID", limits.name),
    key: members.bytes("key", 32),
    digest: members.bytes("digest", 32),
    name: members.text("name", limits.name),
    mediaType: members.text("mediaType", limits.name),
    size: members.decimal("size"),
  };
  if (attachment.attachmentID === "") throw malformed("attachment");
  if (attachment.size > BigInt(maximumAttachment)) {
    throw limitExceeded("attachment");
  }
  return attachment;
}
