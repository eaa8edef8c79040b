import {
  ByteReader, ByteWriter, decodeBase64URL, encodeBase64URL, limitExceeded, malformed,
} from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { suite1 } from "./kem-key-record.js";
import { maximumPlaintext } from "./message-padding.js";

const headerByteCount = 71;
/** 71 + 65 + 4 + the largest plaintext and its tag of 16 bytes: 65 692. */
const maximumEnvelope = headerByteCount + 65 + 4 + maximumPlaintext + 16;

/** `DS("envelope") || u16 suite`: the seal's info (protocol 10.3). */
export const envelopeInfo = new ByteWriter(domain("envelope")).u16(suite1).bytes;

/**
 * The part of an envelope that the relay reads and the seal protects (protocol 10.3).
 *
 * @typedef {object} EnvelopeHeader
 * @property {string} messageID the same in all envelopes of one message
 * @property {string} recipientAccountID
 * @property {string} recipientDeviceID
 * @property {number} recipientKeyID which of the device's KEM keys opens it
 */

/**
 * A sealed message on its way to one device: `AAD || enc(65) || vec32(ciphertext)`.
 *
 * @typedef {object} Envelope
 * @property {EnvelopeHeader} header
 * @property {Uint8Array} enc the sender's fresh public key, 65 bytes
 * @property {Uint8Array} ciphertext
 */

/**
 * `u8 version=1 || u16 suite || messageID(16) || recipientAccountID(32) || recipientDeviceID(16) ||
 * u32 recipientKeyID`: the seal's additional authenticated data (AAD), 71 bytes.
 *
 * @param {EnvelopeHeader} header
 * @returns {Uint8Array}
 */
export const encodeHeader = (header) =>
  new ByteWriter()
    .u8(1)
    .u16(suite1)
    .raw(decodeBase64URL(header.messageID))
    .raw(decodeBase64URL(header.recipientAccountID))
    .raw(decodeBase64URL(header.recipientDeviceID))
    .u32(header.recipientKeyID).bytes;

/**
 * @param {Envelope} envelope
 * @returns {Uint8Array}
 */
export const encodeEnvelope = ({ header, enc, ciphertext }) =>
  new ByteWriter(encodeHeader(header)).raw(enc).vec32(ciphertext).bytes;

/**
 * Reads an envelope strictly; the key inside is looked at only by whoever opens it.
 *
 * @param {Uint8Array} encoded
 * @returns {Envelope}
 * @throws {GroveError} `malformed`, or `limit_exceeded` for a ciphertext no message needs.
 */
export function decodeEnvelope(encoded) {
  if (encoded.length > maximumEnvelope) throw limitExceeded("envelope");
  const reader = new ByteReader(encoded);
  if (reader.u8() !== 1) throw malformed("envelope version");
  if (reader.u16() !== suite1) throw malformed("envelope suite");
  const header = {
    messageID: encodeBase64URL(reader.raw(16)), recipientAccountID: encodeBase64URL(reader.raw(32)),
    recipientDeviceID: encodeBase64URL(reader.raw(16)), recipientKeyID: reader.u32(),
  };
  const enc = reader.raw(65);
  if (enc[0] !== 4) throw malformed("encapsulated key");
  const ciphertext = reader.vec32();
  reader.finish();
  if (ciphertext.length < 16) throw malformed("ciphertext");
  return { header, enc, ciphertext };
}
