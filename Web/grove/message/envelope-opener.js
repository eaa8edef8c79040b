import { accepted, ByteReader, GroveError, malformed, refused } from "../encoding/encoding.js";
import { decodeEnvelope, encodeHeader, envelopeInfo } from "./envelope.js";
import { open } from "./hpke.js";
import { decodeMessageBody } from "./message-body.js";
import { OpenedEnvelope } from "./opened-envelope.js";

/** @typedef {import("./kem-key.js").KEMKey} KEMKey */
/** @typedef {import("./opened-envelope.js").EnvelopeRefusal} EnvelopeRefusal */

/**
 * Opens what was sealed to this device (protocol 10.6 (1) and (2)).
 *
 * @param {Uint8Array} bytes the encoded envelope, as the relay gave it
 * @param {object} me
 * @param {string} me.accountID
 * @param {string} me.deviceID
 * @param {Map<number, KEMKey>} me.keys this device's KEM keys that have not been deleted, by number
 * @returns {Promise<import("../encoding/check-result.js").Answer<OpenedEnvelope, EnvelopeRefusal>>} a
 *   message whose sender is only claimed
 */
export async function openEnvelope(bytes, { accountID, deviceID, keys }) {
  const envelope = attempt(() => decodeEnvelope(bytes));
  if (!envelope) return refused("malformed");
  const { header, enc, ciphertext } = envelope;
  if (header.recipientAccountID !== accountID || header.recipientDeviceID !== deviceID) {
    return refused("not_addressed_here");
  }
  const key = keys.get(header.recipientKeyID);
  if (!key) return refused("key_unknown");
  const plaintext = await open(enc, key, envelopeInfo, encodeHeader(header), ciphertext);
  if (!plaintext) return refused("seal_broken");
  const parts = attempt(() => readPlaintext(plaintext));
  if (!parts) return refused("content_malformed");
  return accepted(new OpenedEnvelope(header, parts.body, parts.signature, key.publicKey));
}

/**
 * `vec32(body || signature) || zeros`. Only that the padding is zero is checked, not how much there
 * is (protocol 10.4).
 *
 * @param {Uint8Array} plaintext
 */
function readPlaintext(plaintext) {
  const reader = new ByteReader(plaintext);
  const signed = reader.vec32();
  const padding = reader.raw(reader.remaining);
  if (padding.some((byte) => byte !== 0) || signed.length < 64) throw malformed("sealed plaintext");
  return { body: decodeMessageBody(signed.slice(0, -64)), signature: signed.slice(-64) };
}

/**
 * @template Value
 * @param {() => Value} body
 * @returns {Value | undefined} nothing for malformed input
 */
function attempt(body) {
  try {
    return body();
  } catch (error) {
    if (error instanceof GroveError) return undefined;
    throw error;
  }
}
