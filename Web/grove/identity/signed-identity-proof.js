import { encodeBase64URL, encodeJSON, GroveError } from "../encoding/encoding.js";
import { checkChallenge } from "./proof-request-data.js";
import { proofTranscript } from "./proof-transcript.js";

/**
 * A proof as it travels (protocol 8.4, profile 1). Nothing in here has been checked but its shape.
 *
 * @typedef {object} SignedIdentityProof
 * @property {Uint8Array} publicKey
 * @property {number} publicKeyIndex
 * @property {Uint8Array[]} inclusionHashes
 * @property {Uint8Array} challenge
 * @property {Uint8Array} signature
 */

/**
 * Signs a challenge with a device's diversified key.
 *
 * @param {Omit<import("./proof-transcript.js").TranscriptParts, "publicKey">} parts
 * @param {import("../crypto/signing-key.js").SigningKey} key diversified for the root
 * @param {import("./inclusion-proof.js").InclusionProof} inclusion of its public half
 * @returns {Promise<SignedIdentityProof>}
 * @throws {GroveError} `limit_exceeded` for a challenge of more than 1024 bytes, `key_invalid`
 *   where the path does not lead from the key to the root.
 */
export async function signIdentityProof(parts, key, inclusion) {
  checkChallenge(parts.challenge);
  if ((await inclusion.root(key.publicKey)) !== parts.root) {
    throw new GroveError("key_invalid", "no leaf");
  }
  const transcript = proofTranscript({ ...parts, publicKey: key.publicKey });
  return {
    publicKey: key.publicKey.bytes,
    publicKeyIndex: inclusion.index,
    inclusionHashes: inclusion.hashes,
    challenge: parts.challenge,
    signature: await key.sign(transcript),
  };
}

/**
 * @param {SignedIdentityProof} proof
 * @returns {Uint8Array} JSON
 */
export const encodeProofJSON = (proof) =>
  encodeJSON({
    v: 1,
    profile: 1,
    publicKey: encodeBase64URL(proof.publicKey),
    publicKeyIndex: proof.publicKeyIndex,
    inclusionHashes: proof.inclusionHashes.map(encodeBase64URL),
    challenge: encodeBase64URL(proof.challenge),
    signature: encodeBase64URL(proof.signature),
  });

/**
 * An identity this device can prove, with its key.
 *
 * @typedef {object} ProvableIdentity
 * @property {string} audience
 * @property {string} collaborationID
 * @property {string} root
 * @property {import("../crypto/signing-key.js").SigningKey} key diversified
 * @property {import("./inclusion-proof.js").InclusionProof} inclusion
 */

/**
 * Makes a proof. That the requester's origin is the audience, and that the person has confirmed the
 * account label, are the caller's to see to, before (protocol 8.3).
 *
 * @param {ProvableIdentity} identity
 * @param {import("./proof-request-data.js").ProofRequest} request
 * @returns {Promise<SignedIdentityProof>}
 */
export const prove = ({ audience, collaborationID, root, key, inclusion }, request) =>
  signIdentityProof({ audience, collaborationID, root, ...request }, key, inclusion);
