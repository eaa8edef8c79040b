import { ByteWriter, concat, utf8 } from "../encoding/encoding.js";
import { hkdfExpand, hkdfExtract } from "../crypto/hash.js";
import { PublicKey } from "../crypto/public-key.js";
import { KEMKey } from "./kem-key.js";

/**
 * HPKE (RFC 9180), base mode, of the one suite of this version: DHKEM(P-256, HKDF-SHA256) 0x0010,
 * HKDF-SHA256 0x0001, AES-256-GCM 0x0002 (protocol 10.2). One seal per context, so the sequence
 * number is always 0 and the nonce is the base nonce.
 */

const none = new Uint8Array();
const kemSuite = new ByteWriter(utf8("KEM")).u16(0x0010).bytes;
const hpkeSuite = new ByteWriter(utf8("HPKE")).u16(0x0010).u16(0x0001).u16(0x0002).bytes;
const version = utf8("HPKE-v1");

/**
 * @param {Uint8Array} suite
 * @param {Uint8Array} salt
 * @param {string} label
 * @param {Uint8Array} input
 */
const labeledExtract = (suite, salt, label, input) =>
  hkdfExtract(salt, concat(version, suite, utf8(label), input));

/**
 * @param {Uint8Array} suite
 * @param {Uint8Array} key
 * @param {string} label
 * @param {Uint8Array} info
 * @param {number} count
 */
const labeledExpand = (suite, key, label, info, count) =>
  hkdfExpand(
    key, concat(new ByteWriter().u16(count).bytes, version, suite, utf8(label), info), count,
  );

/**
 * The shared secret of DHKEM, for whoever holds one of the two private keys (RFC 9180, 4.1).
 *
 * @param {KEMKey} mine
 * @param {PublicKey} theirs
 * @param {Uint8Array} enc the ephemeral public key
 * @param {PublicKey} recipient
 */
async function sharedSecret(mine, theirs, enc, recipient) {
  const extracted = await labeledExtract(kemSuite, none, "eae_prk", await mine.agree(theirs));
  const context = concat(enc, recipient.bytes);
  return labeledExpand(kemSuite, extracted, "shared_secret", context, 32);
}

/**
 * The key schedule of base mode (RFC 9180, 5.1).
 *
 * @param {Uint8Array} secret
 * @param {Uint8Array} info
 * @returns {Promise<{ key: Uint8Array, baseNonce: Uint8Array }>} 32 and 12 bytes
 */
async function keySchedule(secret, info) {
  const context = concat(
    new Uint8Array([0]),
    await labeledExtract(hpkeSuite, none, "psk_id_hash", none),
    await labeledExtract(hpkeSuite, none, "info_hash", info),
  );
  const extracted = await labeledExtract(hpkeSuite, secret, "secret", none);
  return {
    key: await labeledExpand(hpkeSuite, extracted, "key", context, 32),
    baseNonce: await labeledExpand(hpkeSuite, extracted, "base_nonce", context, 12),
  };
}

/**
 * The recipient's key and base nonce (RFC 9180, SetupBaseR).
 *
 * @param {Uint8Array} enc 65 bytes
 * @param {KEMKey} recipient
 * @param {Uint8Array} info
 * @throws {GroveError} `key_invalid` where `enc` is no point on the curve.
 */
export async function setupRecipient(enc, recipient, info) {
  const secret = await sharedSecret(recipient, new PublicKey(enc), enc, recipient.publicKey);
  return keySchedule(secret, info);
}

/**
 * @param {PublicKey} recipient
 * @param {Uint8Array} info
 * @param {Uint8Array} aad
 * @param {Uint8Array} plaintext
 * @returns {Promise<{ enc: Uint8Array, ciphertext: Uint8Array }>} 65 bytes, and 16 more than the
 *   plaintext
 */
export async function seal(recipient, info, aad, plaintext) {
  const ephemeral = await KEMKey.generate();
  const enc = ephemeral.publicKey.bytes;
  const secret = await sharedSecret(ephemeral, recipient, enc, recipient);
  const { key, baseNonce } = await keySchedule(secret, info);
  const parameters = { name: "AES-GCM", iv: baseNonce, additionalData: aad };
  const sealed = await crypto.subtle.encrypt(parameters, await aesKey(key, "encrypt"), plaintext);
  return { enc, ciphertext: new Uint8Array(sealed) };
}

/**
 * @param {Uint8Array} enc
 * @param {KEMKey} recipient
 * @param {Uint8Array} info
 * @param {Uint8Array} aad
 * @param {Uint8Array} ciphertext
 * @returns {Promise<Uint8Array | undefined>} nothing where the seal does not open
 */
export async function open(enc, recipient, info, aad, ciphertext) {
  try {
    const { key, baseNonce } = await setupRecipient(enc, recipient, info);
    const parameters = { name: "AES-GCM", iv: baseNonce, additionalData: aad };
    const imported = await aesKey(key, "decrypt");
    return new Uint8Array(await crypto.subtle.decrypt(parameters, imported, ciphertext));
  } catch {
    return undefined;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {KeyUsage} usage
 */
const aesKey = (bytes, usage) =>
  crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
