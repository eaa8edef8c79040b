import { ByteWriter, compareIdentifiers, decodeBase64URL } from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";
import { hkdfExpand, sha256 } from "../crypto/hash.js";
import { toInteger } from "../crypto/integers.js";

/**
 * Sixty digits that two people compare to know that the relay gave each the other's real account
 * (protocol 11.3). The same on both sides.
 *
 * @param {string} one accountID
 * @param {string} other accountID
 * @returns {Promise<string[]>} 12 groups of five digits
 */
export async function safetyNumber(one, other) {
  const [low, high] = [one, other].sort(compareIdentifiers).map(decodeBase64URL);
  const writer = new ByteWriter(domain("safety-number")).raw(low).raw(high);
  return digitGroups(await sha256(writer.bytes), 12);
}

/**
 * Thirty digits of one account, which both devices show while one is linked to it (protocol 3.8).
 *
 * @param {string} accountID
 * @returns {Promise<string[]>} 6 groups of five digits
 */
export const accountDigits = (accountID) => digitGroups(decodeBase64URL(accountID), 6);

/**
 * Each group is `OS2IP(5 bytes) mod 100000`.
 *
 * @param {Uint8Array} key
 * @param {number} count
 */
async function digitGroups(key, count) {
  const bytes = await hkdfExpand(key, domain("digits"), 5 * count);
  return Array.from({ length: count }, (_, group) => {
    const value = toInteger(bytes.subarray(5 * group, 5 * group + 5)) % 100_000n;
    return String(value).padStart(5, "0");
  });
}
