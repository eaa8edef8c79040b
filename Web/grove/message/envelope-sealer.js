import { ByteWriter, concat } from "../encoding/encoding.js";
import { encodeEnvelope, encodeHeader, envelopeInfo } from "./envelope.js";
import { seal } from "./hpke.js";
import { encodeMessageBody, messageSignedBytes } from "./message-body.js";
import { padded } from "./message-padding.js";

/** @typedef {import("./message-body.js").MessageBody} MessageBody */

/**
 * Signs a message for one device and seals it to that device's KEM key (protocol 10.2 to 10.4):
 * "sign, then seal, both bound to the recipient".
 *
 * @param {MessageBody} body the same for every device of the message, as is
 * @param {string} messageID
 * @param {import("./kem-key-record.js").KEMKeyRecord} recipient one device's newest usable key,
 *   verified
 * @param {import("../crypto/signing-key.js").SigningKey} identityKey of the device that `body`
 *   names
 * @returns {Promise<Uint8Array>} the encoded envelope
 * @throws {GroveError} `limit_exceeded` for too much content.
 */
export async function sealEnvelope(body, messageID, recipient, identityKey) {
  const header = {
    messageID, recipientAccountID: recipient.accountID, recipientDeviceID: recipient.deviceID,
    recipientKeyID: recipient.keyID,
  };
  const aad = encodeHeader(header);
  const signed = await messageSignedBytes(body, aad, recipient.publicKey);
  const plaintext = messagePlaintext(body, await identityKey.sign(signed));
  const sealed = await seal(recipient.publicKey, envelopeInfo, aad, plaintext);
  return encodeEnvelope({ header, ...sealed });
}

/**
 * `vec32(body || signature)`, padded.
 *
 * @param {MessageBody} body
 * @param {Uint8Array} signature 64 bytes
 * @returns {Uint8Array}
 */
export const messagePlaintext = (body, signature) =>
  padded(new ByteWriter().vec32(concat(encodeMessageBody(body), signature)).bytes);
