import { decodeBase64URL, encodeBase64URL } from "../encoding/base64url.js";
import { ByteReader } from "../encoding/byte-reader.js";
import { ByteWriter } from "../encoding/byte-writer.js";
import { GroveError, malformed } from "../encoding/grove-error.js";
import { Members } from "../encoding/members.js";
import { encodeJSON, parseJSON } from "../encoding/strict-json.js";
import { treeDepth } from "./inclusion-proof.js";
import { checkChallenge } from "./proof-request-data.js";
import { proofTranscript } from "./proof-transcript.js";

/** The largest body of a proof, 8 KiB (protocol 8.5 row 1). */
export const maximumProofBytes = 8 * 1024;

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
    throw new GroveError("key_invalid", "the key is no leaf of the identity");
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
 * @param {Uint8Array} bytes JSON
 * @returns {SignedIdentityProof}
 * @throws {GroveError} `malformed`. An index that is a number but no usable integer becomes -1, and
 *   wrong lengths are kept: other rows of protocol 8.5 answer them (8.4.1).
 */
export function decodeProofJSON(bytes) {
  if (bytes.length > maximumProofBytes) throw malformed("a proof is at most 8 KiB");
  const members = new Members(parseJSON(bytes));
  members.requireVersion();
  if (members.integer("profile") !== 1) throw malformed("a proof of another profile");
  const index = members.value("publicKeyIndex");
  if (typeof index !== "number") throw malformed("JSON member publicKeyIndex");
  return {
    publicKey: members.bytes("publicKey"),
    publicKeyIndex: Number.isSafeInteger(index) ? index + 0 : -1,
    inclusionHashes: members.array("inclusionHashes", decodeBase64URL),
    challenge: members.bytes("challenge"),
    signature: members.bytes("signature"),
  };
}

/**
 * The binary form: 363 bytes with a challenge of 68.
 *
 * @param {SignedIdentityProof} proof
 * @returns {Uint8Array}
 * @throws {GroveError} `malformed` for a proof it cannot express.
 */
export function encodeProofBinary(proof) {
  const { publicKey, publicKeyIndex, inclusionHashes, challenge, signature } = proof;
  const hasShape =
    publicKey.length === 65 &&
    signature.length === 64 &&
    inclusionHashes.every((hash) => hash.length === 32) &&
    publicKeyIndex >= 0 && publicKeyIndex <= 255 && inclusionHashes.length <= 255;
  if (!hasShape) throw malformed("not expressible in the binary form");
  const writer = new ByteWriter().u8(1).u8(1).raw(publicKey).u8(publicKeyIndex);
  writer.u8(inclusionHashes.length);
  for (const hash of inclusionHashes) writer.raw(hash);
  return writer.vec16(challenge).raw(signature).bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {SignedIdentityProof}
 * @throws {GroveError} `malformed`. A depth other than 5 is read as that many hashes, or else as a
 *   wrong depth in front of five: both are for row 5 of protocol 8.5 to answer (8.4.1).
 */
export function decodeProofBinary(bytes) {
  if (bytes.length > maximumProofBytes) throw malformed("a proof is at most 8 KiB");
  try {
    return readProof(bytes);
  } catch {
    return readProof(bytes, treeDepth);
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} [hashCount]
 * @returns {SignedIdentityProof}
 */
function readProof(bytes, hashCount) {
  const reader = new ByteReader(bytes);
  if (reader.u8() !== 1 || reader.u8() !== 1) throw malformed("another version or profile");
  const publicKey = reader.raw(65);
  const publicKeyIndex = reader.u8();
  const depth = reader.u8();
  const hashes = Array.from({ length: hashCount ?? depth }, () => reader.raw(32));
  const [challenge, signature] = [reader.vec16(), reader.raw(64)];
  reader.finish();
  const inclusionHashes = Array.from({ length: depth }, (_, i) => hashes[i] ?? new Uint8Array());
  return { publicKey, publicKeyIndex, inclusionHashes, challenge, signature };
}
