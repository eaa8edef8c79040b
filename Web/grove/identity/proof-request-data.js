import { ByteReader, ByteWriter, limitExceeded, malformed, textOf } from "../encoding/encoding.js";
import { parseAccountLabel } from "../encoding/labels.js";

/** A messenger signs no longer challenge (protocol 8.3). */
export const maximumChallengeBytes = 1024;

/**
 * @param {Uint8Array} challenge
 * @throws {GroveError} `limit_exceeded` above 1024 bytes.
 */
export function checkChallenge(challenge) {
  if (challenge.length > maximumChallengeBytes) {
    throw limitExceeded("challenge");
  }
}

/**
 * The one opaque value a client framework hands to the device (protocol 8.8).
 *
 * @typedef {{ account: string, challenge: Uint8Array }} ProofRequest
 */

/**
 * `u8 1 || vec16(account) || vec16(challenge)`.
 *
 * @param {ProofRequest} request
 * @returns {Uint8Array}
 */
export function encodeProofRequest({ account, challenge }) {
  checkChallenge(challenge);
  return new ByteWriter().u8(1).text16(parseAccountLabel(account)).vec16(challenge).bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {ProofRequest}
 * @throws {GroveError} for anything but exactly this form: then it is raw data, which this
 *   messenger does not sign.
 */
export function decodeProofRequest(bytes) {
  const reader = new ByteReader(bytes);
  if (reader.u8() !== 1) throw malformed("version");
  const account = parseAccountLabel(textOf(reader.vec16()));
  const challenge = reader.vec16();
  reader.finish();
  checkChallenge(challenge);
  return { account, challenge };
}
