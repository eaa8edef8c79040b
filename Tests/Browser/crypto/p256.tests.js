import { concat, randomBytes } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { toBytes32 } from "../../../Web/grove/crypto/integers.js";
import { keyAt } from "../../../Web/grove/crypto/public-key.js";
import { toInteger } from "../../../Web/grove/crypto/integers.js";
import { generator, multiply, withEvenY } from "../../../Web/grove/crypto/p256-multiply.js";
import { isOnCurve, n, p } from "../../../Web/grove/crypto/p256.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { maskedProduct, reduceWide } from "../../../Web/grove/crypto/integers.js";
import {
  maskedPublicKeyOf, publicKeyOf, reduceSecretWide,
} from "../../../Web/grove/crypto/secret-scalar.js";
import { importSigningKey } from "../../../Web/grove/crypto/imported-key.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { bases } from "../support/vectors.js";

const test = suite("P-256");

const randomScalar = () => 1n + (toInteger(randomBytes(40)) % (n - 1n));

test("the ladder gives what the platform gives, edge values included", async () => {
  const edges = [1n, 2n, 3n, n - 1n, n - 2n, 1n << 255n, (1n << 128n) - 1n];
  for (const scalar of [...edges, ...Array.from({ length: 12 }, randomScalar)]) {
    const expected = await publicKeyOf(toBytes32(scalar));
    same(keyAt(multiply(scalar, generator)).text, expected.text);
  }
});

test("the ladder on another's point gives the x-coordinate that ECDH gives", async () => {
  for (let round = 0; round < 8; round += 1) {
    const pair = await crypto.subtle.generateKey(
      { name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"],
    );
    const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
    const scalar = toInteger(decodeHex(hexOfBase64URL(d)));
    const key = new KEMKey(pair.privateKey, await PublicKey.fromCryptoKey(pair.publicKey));
    const base = bases[round % bases.length];
    same(toBytes32(multiply(scalar, base.point).x), await key.agree(base));
  }
});

/** @param {string} text */
const hexOfBase64URL = (text) =>
  encodeHex(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)));

test("n times a point less the point is the point with the other y", () => {
  const negated = multiply(n - 1n, bases[0].point);
  same(negated, { x: bases[0].point.x, y: p - bases[0].point.y });
  same(withEvenY(negated).y & 1n, 0n);
  same(withEvenY(negated), withEvenY(bases[0].point));
});

test("only the 65-byte form of a point on the curve is a public key", async () => {
  const good = bases[0].bytes;
  const [x, y] = [good.slice(1, 33), good.slice(33)];
  const head = (byte) => new Uint8Array([byte]);
  const other = (index, value) => good.map((byte, at) => (at === index ? value(byte) : byte));
  for (const bytes of [
    new Uint8Array(), head(0), concat(head(2 + (y[31] & 1)), x), concat(x, y), concat(good, head(0)),
    good.slice(0, 64), other(0, () => 6 + (y[31] & 1)), other(64, (byte) => byte ^ 1),
    new Uint8Array(65), concat(head(4), new Uint8Array(64)), concat(head(4), toBytes32(p), y),
    concat(head(4), toBytes32(bases[0].point.x), toBytes32(p - 1n)),
  ]) await throwsCode("key_invalid", () => new PublicKey(bytes), encodeHex(bytes));
  // The point with x = 5 exists; written as x + p it is another encoding of it and refused.
  const small = smallPoint();
  holds(isOnCurve(small) && !isOnCurve({ x: small.x + p, y: small.y }));
  await throwsCode("key_invalid", () =>
    new PublicKey(concat(head(4), toBytes32(small.x + p), toBytes32(small.y))));
});

/** A point whose x is small enough that x + p still has 32 bytes. */
function smallPoint() {
  const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
  for (let x = 1n; ; x += 1n) {
    const square = (x * x * x - 3n * x + b) % p;
    let y = 1n;
    for (const bit of ((p + 1n) / 4n).toString(2)) y = bit === "1" ? (y * y * square) % p : (y * y) % p;
    if ((y * y) % p === (square + p) % p) return { x, y };
  }
}

test("the masked product is the product", () => {
  const edges = [1n, 2n, n - 1n, n - 2n, 1n << 255n, 0xffffffffn];
  const scalars = [...edges, ...Array.from({ length: 40 }, randomScalar)];
  for (const one of scalars) {
    for (const other of scalars.slice(0, 8)) {
      same(maskedProduct(toBytes32(one), other), toBytes32((one * other) % n));
    }
  }
});

test("every operation on a secret scalar draws a fresh mask of 128 bits", () => {
  const drawn = [];
  const original = crypto.getRandomValues.bind(crypto);
  const counting = (bytes) => {
    drawn.push(bytes.length);
    return original(bytes);
  };
  Object.defineProperty(crypto, "getRandomValues", { value: counting, configurable: true });
  try {
    maskedProduct(toBytes32(5n), 7n);
    maskedProduct(toBytes32(5n), 7n);
    reduceSecretWide(new Uint8Array(48));
  } finally {
    delete crypto.getRandomValues;
  }
  same(drawn, [16, 16, 16]);
});

test("48 bytes are reduced to 1 to n-1, with and without a mask", () => {
  const edges = [0n, n - 2n, n - 1n, n, (1n << 384n) - 1n];
  const random = Array.from({ length: 40 }, () => toInteger(randomBytes(48)));
  for (const value of [...edges, ...random]) {
    const wide = decodeHex(value.toString(16).padStart(96, "0"));
    same(reduceWide(wide), 1n + (value % (n - 1n)));
    same(reduceSecretWide(wide), toBytes32(1n + (value % (n - 1n))));
  }
});

test("a public key without the platform's help is the same", async () => {
  for (const scalar of [1n, n - 1n, randomScalar()]) {
    const bytes = toBytes32(scalar);
    same(maskedPublicKeyOf(bytes).text, (await publicKeyOf(bytes)).text);
  }
});

test("a key whose halves do not belong together is not imported", async () => {
  const scalar = toBytes32(randomScalar());
  await throwsCode("key_invalid", () => importSigningKey(scalar, bases[0]));
  for (const wrong of [toBytes32(0n), toBytes32(n), new Uint8Array(31), new Uint8Array()]) {
    await throwsCode("key_invalid", () => importSigningKey(wrong, bases[0]));
  }
  const key = await importSigningKey(scalar, await publicKeyOf(scalar));
  same(key.cryptoKey.extractable, false);
});

test("a signature verifies for its message and length only, with s or n - s", async () => {
  const key = await SigningKey.generate();
  const message = randomBytes(40);
  const signature = await key.sign(message);
  holds(await key.publicKey.verify(signature, message));
  const negated = toBytes32(n - toInteger(signature.subarray(32)));
  holds(await key.publicKey.verify(concat(signature.slice(0, 32), negated), message));
  for (const wrong of [
    new Uint8Array(), new Uint8Array(64), signature.slice(0, 63), concat(signature, new Uint8Array(1)),
    concat(new Uint8Array(1), signature.slice(0, 63)), concat(toBytes32(n), signature.slice(32)),
    new Uint8Array(64).fill(255), signature.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
  ]) same(await key.publicKey.verify(wrong, message), false);
  same(await key.publicKey.verify(signature, randomBytes(40)), false);
  same(await bases[0].verify(signature, message), false);
});
