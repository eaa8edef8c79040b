import { PublicKey } from "../../crypto/public-key.js";
import {
  ByteReader, concat, decodeBase64URL, encodeBase64URL, GroveError, malformed,
} from "../../encoding/encoding.js";

const prefix = "grove-link:";

/**
 * What a new device shows for an existing one to scan (protocol 3.8, decision 0005).
 *
 * @typedef {object} DeviceLinkRequest
 * @property {PublicKey} identityKey
 * @property {PublicKey} baseKey
 * @property {string} rendezvous where the two meet at the relay: 16 random bytes of the new device
 */

/**
 * `grove-link:` and base64url of `DIK || DBK || rendezvous(16)`.
 *
 * @param {DeviceLinkRequest} request
 * @returns {string}
 */
export const encodeDeviceLinkRequest = ({ identityKey, baseKey, rendezvous }) =>
  prefix +
  encodeBase64URL(concat(identityKey.bytes, baseKey.bytes, decodeBase64URL(rendezvous)));

/**
 * @param {string} text as scanned or pasted; blanks and line ends around it are dropped
 * @returns {DeviceLinkRequest}
 * @throws {GroveError} `malformed`, `key_invalid` for a key off the curve, `duplicate_key`.
 */
export function decodeDeviceLinkRequest(text) {
  const trimmed = text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (!trimmed.startsWith(prefix)) throw malformed("link code");
  const reader = new ByteReader(decodeBase64URL(trimmed.slice(prefix.length)));
  const [identity, base, rendezvous] = [reader.raw(65), reader.raw(65), reader.raw(16)];
  reader.finish();
  const request = {
    identityKey: new PublicKey(identity), baseKey: new PublicKey(base),
    rendezvous: encodeBase64URL(rendezvous),
  };
  if (request.identityKey.text === request.baseKey.text) {
    throw new GroveError("duplicate_key", "keys");
  }
  return request;
}
