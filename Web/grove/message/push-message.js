import { hkdfExpand, hkdfExtract } from "../crypto/hash.js";
import { PublicKey } from "../crypto/public-key.js";
import { concat, malformed, utf8 } from "../encoding/encoding.js";

/** Salt, record size, length of the key, key (RFC 8188, 2.1). */
const headerLength = 16 + 4 + 1 + 65;

/**
 * What a pushed notice's attestation names the key by that pushes to the address: whoever has the address knows
 * it, and needs nothing else to check what comes (protocol 12.8).
 */
export const pushedKeyID = "push";

/** Of a whole body (RFC 8030, 7.2). */
const maximumLength = 4096;

/**
 * Opens a pushed message: `aes128gcm`, one record, sealed to a key and a secret that this device
 * handed out (RFC 8291; protocol 12.8).
 *
 * @param {Uint8Array} body
 * @param {import("./kem-key.js").KEMKey} key
 * @param {Uint8Array} secret 16 bytes: `auth`
 * @returns {Promise<Uint8Array>} what was told
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`, `key_invalid`
 */
export async function openPushMessage(body, key, secret) {
  if (body.length <= headerLength + 16 || body.length > maximumLength || body[20] !== 65) {
    throw malformed("not a pushed message");
  }
  const sender = new PublicKey(body.slice(21, headerLength));
  const info = concat(utf8("WebPush: info\0"), key.publicKey.bytes, sender.bytes);
  const input = await hkdfExpand(await hkdfExtract(secret, await key.agree(sender)), info, 32);
  const record = await decrypted(body, await hkdfExtract(body.slice(0, 16), input));
  let end = record.length - 1;
  while (record[end] === 0) end -= 1;
  if (record[end] !== 2) throw malformed("a pushed message is one whole record");
  return record.slice(0, end);
}

/** @param {Uint8Array} body @param {Uint8Array} secret of the record */
async function decrypted(body, secret) {
  const content = await hkdfExpand(secret, utf8("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdfExpand(secret, utf8("Content-Encoding: nonce\0"), 12);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["decrypt"]);
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, body.slice(headerLength)));
  } catch {
    throw malformed("the pushed message does not open");
  }
}
