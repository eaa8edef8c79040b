import { ByteWriter } from "../encoding/byte-writer.js";
import { decodeBase64URL } from "../encoding/base64url.js";
import { encodeHex } from "../encoding/hex.js";
import { domain, sha256 } from "../crypto/hash.js";

/**
 * Whether this is what a device signs in an account's place, because whoever asks has none (protocol 8.9). No account
 * has such a label.
 *
 * @param {string} account
 */
export function isEntryCandidate(account) {
  if (!account.startsWith("new:")) return false;
  try {
    return decodeBase64URL(account.slice(4)).length === 16;
  } catch {
    return false;
  }
}

/**
 * Whether only an entry may make an account of this label.
 *
 * @param {string} account
 */
export const isKeptForEntries = (account) => isEntryCandidate(account) || /^invited-[0-9a-f]{32}$/.test(account);

/**
 * The label of the account that an identity enters, the same on each of its person's devices:
 * `"invited-" || hex(H(DS("entry-account") || vec16(audience) || vec16(collaborationID) || root)[0..16))`.
 *
 * @param {{ audience: string, collaborationID: string }} collaboration
 * @param {string} root base64url
 * @returns {Promise<string>}
 */
export async function enteredAccount({ audience, collaborationID }, root) {
  const { bytes } = new ByteWriter(domain("entry-account"))
    .text16(audience).text16(collaborationID).raw(decodeBase64URL(root));
  return `invited-${encodeHex((await sha256(bytes)).slice(0, 16))}`;
}
