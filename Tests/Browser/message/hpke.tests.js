import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { randomBytes, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { open, seal, setupRecipient } from "../../../Web/grove/message/hpke.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { load } from "../support/environment.js";
import { note, same, suite } from "../support/harness.js";

const test = suite("HPKE, RFC 9180");

const path = ".build/checkouts/swift-crypto/Tests/CryptoTests/HPKE/hpke-test-vectors.json";
const file = await load(path);
const all = file === undefined ? [] : JSON.parse(file);
const vector = all.find(({ mode, kem_id, kdf_id, aead_id }) =>
  mode === 0 && kem_id === 0x10 && kdf_id === 1 && aead_id === 2);

/** The vector's recipient key, which cannot be exported here either. */
async function recipientKey({ skRm, pkRm }) {
  const publicKey = new PublicKey(decodeHex(pkRm));
  const jwk = { ...publicKey.jwk, d: encodeBase64URL(decodeHex(skRm)) };
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["deriveBits"]);
  return new KEMKey(key, publicKey);
}

if (vector) {
  test("key, nonce and all ciphertexts of the suite's base mode", async () => {
    const recipient = await recipientKey(vector);
    const [enc, info] = [vector.enc, vector.info].map(decodeHex);
    const { key, baseNonce } = await setupRecipient(enc, recipient, info);
    same(encodeHex(key), vector.key);
    same(encodeHex(baseNonce), vector.base_nonce);
    const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    for (const { aad, ct, nonce, pt } of vector.encryptions) {
      const parameters = { name: "AES-GCM", iv: decodeHex(nonce), additionalData: decodeHex(aad) };
      const opened = await crypto.subtle.decrypt(parameters, aes, decodeHex(ct));
      same(encodeHex(new Uint8Array(opened)), pt);
    }
    const [first] = vector.encryptions;
    const [aad, ct] = [first.aad, first.ct].map(decodeHex);
    same(encodeHex(await open(enc, recipient, info, aad, ct)), first.pt);
  });
} else {
  note(`RFC 9180's vectors were not tried: ${path} is not here (swift build fetches it)`);
}

test("what is sealed opens with the one key, info and additional data", async () => {
  const recipient = await KEMKey.generate();
  const [info, aad, plaintext] = [utf8("info"), utf8("aad"), randomBytes(300)];
  const { enc, ciphertext } = await seal(recipient.publicKey, info, aad, plaintext);
  same(ciphertext.length, 316);
  same(await open(enc, recipient, info, aad, ciphertext), plaintext);
  const changed = (bytes) => bytes.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
  const other = await KEMKey.generate();
  same(await open(enc, other, info, aad, ciphertext), undefined);
  same(await open(changed(enc), recipient, info, aad, ciphertext), undefined);
  same(await open(enc.slice(0, 64), recipient, info, aad, ciphertext), undefined);
  same(await open(enc, recipient, utf8("inf0"), aad, ciphertext), undefined);
  same(await open(enc, recipient, info, utf8("aaD"), ciphertext), undefined);
  same(await open(enc, recipient, info, aad, changed(ciphertext)), undefined);
});

test("two seals of one message share nothing", async () => {
  const recipient = await KEMKey.generate();
  const once = () => seal(recipient.publicKey, utf8("i"), utf8("a"), utf8("the same"));
  const [one, other] = [await once(), await once()];
  same(encodeHex(one.enc) === encodeHex(other.enc), false);
  same(encodeHex(one.ciphertext) === encodeHex(other.ciphertext), false);
});
