import { equal, limitExceeded, malformed } from "../encoding/encoding.js";
import { sha256 } from "../crypto/hash.js";
import { maximumAttachment } from "./content/limits.js";

const tagByteCount = 16;
// The key is drawn for one file, so no other nonce is needed; using it twice would uncover both
// files.
const parameters = { name: "AES-GCM", iv: new Uint8Array(12) };

/**
 * Seals a file that is sent as a copy (decision 0005).
 *
 * @param {Uint8Array} file
 * @param {Uint8Array} key 32 bytes, drawn for this file
 * @returns {Promise<{ sealed: Uint8Array, digest: Uint8Array }>} 16 bytes longer, and its SHA-256
 * @throws {GroveError} `limit_exceeded` above 25 MiB.
 */
export async function sealAttachment(file, key) {
  if (file.length > maximumAttachment) throw limitExceeded("attachment");
  const imported = await importKey(key, "encrypt");
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, imported, file));
  return { sealed, digest: await sha256(sealed) };
}

/**
 * @param {Uint8Array} sealed as fetched from the relay
 * @param {Uint8Array} key
 * @param {Uint8Array} digest from the message: other bytes are found out before the key touches
 *   them
 * @returns {Promise<Uint8Array>}
 * @throws {GroveError} `malformed`
 */
export async function openAttachment(sealed, key, digest) {
  const hasLength =
    sealed.length >= tagByteCount && sealed.length <= maximumAttachment + tagByteCount;
  if (!hasLength || !equal(await sha256(sealed), digest)) {
    throw malformed("digest");
  }
  try {
    const imported = await importKey(key, "decrypt");
    return new Uint8Array(await crypto.subtle.decrypt(parameters, imported, sealed));
  } catch {
    throw malformed("seal");
  }
}

/**
 * @param {Uint8Array} key
 * @param {KeyUsage} usage
 */
async function importKey(key, usage) {
  if (key.length !== 32) throw malformed("key");
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, [usage]);
}
