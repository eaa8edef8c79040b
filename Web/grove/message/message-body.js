import {
  ByteReader, ByteWriter, decodeBase64URL, encodeBase64URL, limitExceeded, malformed,
} from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { sha256 } from "../crypto/hash.js";

/** The largest content of a message, in bytes (protocol 18.5). */
export const maximumContent = 65_350;

/**
 * A message as its sender signs it, the same for every device it goes to (protocol 10.4).
 *
 * @typedef {object} MessageBody
 * @property {string} senderAccountID
 * @property {string} senderDeviceID
 * @property {import("./statement-chain.js").StatementReference} senderStatement the sender's newest
 * @property {bigint} sentAt milliseconds since 1970, by the sender's clock
 * @property {string} conversationID
 * @property {number} contentType see `contentTypes`; a number that is not there is kept and not
 *   shown
 * @property {Uint8Array} content JSON, opaque bytes until the signature has been verified
 */

/**
 * `u8 version=1 || senderAccountID || senderDeviceID || u64 senderSeq || senderStatementHash ||
 * u64 sentAt || conversationID || u8 contentType || vec32(content)`.
 *
 * @param {MessageBody} body
 * @returns {Uint8Array}
 * @throws {GroveError} `limit_exceeded` above 65 350 bytes of content.
 */
export function encodeMessageBody(body) {
  checkContent(body.content);
  return new ByteWriter()
    .u8(1)
    .raw(decodeBase64URL(body.senderAccountID))
    .raw(decodeBase64URL(body.senderDeviceID))
    .u64(body.senderStatement.seq)
    .raw(decodeBase64URL(body.senderStatement.hash))
    .u64(body.sentAt)
    .raw(decodeBase64URL(body.conversationID))
    .u8(body.contentType)
    .vec32(body.content).bytes;
}

/**
 * @param {Uint8Array} encoded
 * @returns {MessageBody}
 * @throws {GroveError} `malformed` or `limit_exceeded`.
 */
export function decodeMessageBody(encoded) {
  const reader = new ByteReader(encoded);
  if (reader.u8() !== 1) throw malformed("message version");
  const body = {
    senderAccountID: encodeBase64URL(reader.raw(32)),
    senderDeviceID: encodeBase64URL(reader.raw(16)),
    senderStatement: { seq: reader.u64(), hash: encodeBase64URL(reader.raw(32)) },
    sentAt: reader.u64(),
    conversationID: encodeBase64URL(reader.raw(16)),
    contentType: reader.u8(),
    content: reader.vec32(),
  };
  reader.finish();
  checkContent(body.content);
  return body;
}

/** @param {Uint8Array} content */
export function checkContent(content) {
  if (content.length > maximumContent) {
    throw limitExceeded("content");
  }
}

/**
 * `DS("message") || AAD || H(recipient KEM public key) || body`: because the recipient's key is
 * signed, nobody can seal the message on to somebody else as if it had been sent to them.
 *
 * @param {MessageBody} body
 * @param {Uint8Array} header the envelope's AAD
 * @param {import("../crypto/public-key.js").PublicKey} recipientKey
 * @returns {Promise<Uint8Array>}
 */
export const messageSignedBytes = async (body, header, recipientKey) =>
  new ByteWriter(domain("message"))
    .raw(header)
    .raw(await sha256(recipientKey.bytes))
    .raw(encodeMessageBody(body)).bytes;
