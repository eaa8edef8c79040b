import { ByteWriter, decodeBase64URL, limitExceeded } from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";

/**
 * What a device signs with its identity key to sign in to its relay (decision 0003):
 * `DS("relay-sign-in") || vec16(relay origin) || accountID(32) || deviceID(16) ||
 * vec16(challenge)`.
 *
 * @param {object} parts
 * @param {string} parts.relay the origin the device itself talks to, so that a relay cannot pass
 *   another's challenge on and sign in there as this device
 * @param {string} parts.accountID
 * @param {string} parts.deviceID
 * @param {Uint8Array} parts.challenge as the relay gave it, at most 256 bytes
 * @returns {Uint8Array}
 * @throws {GroveError} `limit_exceeded`
 */
export function relaySignInBytes({ relay, accountID, deviceID, challenge }) {
  if (challenge.length > 256) throw limitExceeded("challenge");
  return new ByteWriter(domain("relay-sign-in"))
    .text16(relay)
    .raw(decodeBase64URL(accountID))
    .raw(decodeBase64URL(deviceID))
    .vec16(challenge).bytes;
}
