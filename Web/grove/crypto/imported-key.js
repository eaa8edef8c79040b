import { concat, encodeBase64URL, GroveError } from "../encoding/encoding.js";
import { domain } from "./hash.js";
import { SigningKey } from "./signing-key.js";

/**
 * Imports a scalar so that it cannot be exported again, and makes sure that it works: Firefox and
 * WebKitGTK accept a JWK whose x and y do not belong to its d (protocol 4.8), so the key signs
 * `DS("self-test") || D'` and the expected public key verifies.
 *
 * @param {Uint8Array} scalar 32 bytes, big-endian, 1 to n-1
 * @param {import("./public-key.js").PublicKey} publicKey the one that belongs to it
 * @returns {Promise<SigningKey>}
 * @throws {GroveError} `key_invalid` where they do not belong together.
 */
export async function importSigningKey(scalar, publicKey) {
  const jwk = { ...publicKey.jwk, d: encodeBase64URL(scalar) };
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle
    .importKey("jwk", jwk, algorithm, false, ["sign"])
    .catch(() => undefined);
  if (!key) throw new GroveError("key_invalid", "key pair");
  const imported = new SigningKey(key, publicKey);
  const message = concat(domain("self-test"), publicKey.bytes);
  const signature = await imported.sign(message).catch(() => new Uint8Array());
  if (!(await publicKey.verify(signature, message))) {
    throw new GroveError("key_invalid", "self-test");
  }
  return imported;
}
