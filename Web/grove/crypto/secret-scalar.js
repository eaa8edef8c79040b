import { concat, decodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { decodeHex } from "../encoding/hex.js";
import { toBytes32 } from "./integers.js";
import { keyAt } from "./public-key.js";
import { toInteger } from "./integers.js";
import { generator, multiply } from "./p256-multiply.js";
import { n } from "./p256.js";
import { PublicKey } from "./public-key.js";
import { maskedProduct } from "./integers.js";

/**
 * `reduceWide` for wide bytes that are secret: a random multiple of the modulus is added first, so that
 * what the division takes says nothing about them.
 *
 * @param {Uint8Array} wide 48 bytes
 * @returns {Uint8Array} 32 bytes
 */
export function reduceSecretWide(wide) {
  const masked = toInteger(wide) + toInteger(randomBytes(16)) * (n - 1n);
  return toBytes32(1n + (masked % (n - 1n)));
}

// PKCS#8 of a P-256 key without its public half (RFC 5208, RFC 5915), up to the scalar.
const privateKeyPrefix = decodeHex(
  "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420",
);

/**
 * The public key of a secret scalar, computed by the platform where it can be.
 *
 * @param {Uint8Array} scalar 32 bytes, 1 to n-1
 * @returns {Promise<PublicKey>}
 */
export async function publicKeyOf(scalar) {
  try {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const encoded = concat(privateKeyPrefix, scalar);
    const key = await crypto.subtle.importKey("pkcs8", encoded, algorithm, true, ["sign"]);
    const jwk = await crypto.subtle.exportKey("jwk", key);
    const coordinates = [jwk.x, jwk.y].map(decodeBase64URL);
    return new PublicKey(concat(new Uint8Array([4]), ...coordinates));
  } catch {
    return maskedPublicKeyOf(scalar);
  }
}

/**
 * The same for a browser that refuses private keys without their public half (Safari as of 2025).
 * No ladder sees the scalar: one multiplies by `scalar · k`, the next by the inverse of the random
 * k.
 *
 * @param {Uint8Array} scalar 32 bytes
 * @returns {PublicKey}
 */
export function maskedPublicKeyOf(scalar) {
  // scalar · k is uniform because n is prime, whatever the scalar is.
  const k = 1n + (toInteger(randomBytes(48)) % (n - 1n));
  const inverse = inverseModuloOrder(k);
  const share = toInteger(maskedProduct(scalar, k));
  return keyAt(multiply(inverse, multiply(share, generator)));
}

/** @param {bigint} value 1 to n-1, random */
function inverseModuloOrder(value) {
  let result = 1n;
  for (const bit of (n - 2n).toString(2)) {
    result = (result * result) % n;
    if (bit === "1") result = (result * value) % n;
  }
  return result;
}
