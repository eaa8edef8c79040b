import {
  ByteReader, ByteWriter, decodeBase64URL, malformed, Members, parseJSON,
} from "../encoding/encoding.js";
import { treeDepth } from "./inclusion-proof.js";

/**
 * The rest of how a proof is written (protocol 8.4, 8.5): for who reads one, and for the binary form.
 * A messenger's page only writes JSON.
 *
 * @typedef {import("./signed-identity-proof.js").SignedIdentityProof} SignedIdentityProof
 */

/** The largest body of a proof, 8 KiB (protocol 8.5 row 1). */
const maximumProofBytes = 8 * 1024;

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
