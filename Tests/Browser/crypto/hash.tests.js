import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { domain, domainLabels } from "../../../Web/grove/crypto/hash.js";
import { hkdfExpand, hkdfExtract, hmac, sha256 } from "../../../Web/grove/crypto/hash.js";
import { RecoveryKey } from "../../../Web/grove/crypto/recovery-key.js";
import { same, suite, throwsCode } from "../support/harness.js";

const test = suite("hashing and recovery codes");

test("SHA-256 and HMAC of the published examples", async () => {
  same(
    encodeHex(await sha256(utf8("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  same(
    encodeHex(await hmac(new Uint8Array(20).fill(0x0b), utf8("Hi There"))),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
});

test("HKDF of RFC 5869, with salt and without", async () => {
  const input = new Uint8Array(22).fill(0x0b);
  const key = await hkdfExtract(decodeHex("000102030405060708090a0b0c"), input);
  same(
    encodeHex(await hkdfExpand(key, decodeHex("f0f1f2f3f4f5f6f7f8f9"), 42)),
    "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
  );
  const unsalted = await hkdfExtract(new Uint8Array(), input);
  same(
    encodeHex(unsalted), "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
  );
  same(
    encodeHex(await hkdfExpand(unsalted, new Uint8Array(), 42)),
    "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  );
});

test("no label is the beginning of another", () => {
  const prefixes = domainLabels.map((name) => encodeHex(domain(name)));
  for (const one of prefixes) {
    same(prefixes.filter((other) => other.startsWith(one)).length, 1);
  }
});

const counted = () => RecoveryKey.fromRandom(Uint8Array.from({ length: 20 }, (_, i) => i));

test("twenty bytes become eight groups of four characters", async () => {
  const shown = async (value) =>
    (await RecoveryKey.fromRandom(new Uint8Array(20).fill(value))).exportCode();
  same(await shown(0), "0000-0000-0000-0000-0000-0000-0000-0000");
  same(await shown(255), "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ");
  same((await counted()).exportCode(), "000G-40R4-0M30-E209-185G-R38E-1W81-24GK");
  await throwsCode("malformed", () => RecoveryKey.fromRandom(new Uint8Array(19)));
});

test("what a person types leads to the same key", async () => {
  const key = await counted();
  for (const text of [
    "000g40r40m30e209185gr38e1w8124gk", "OOOG 4OR4 OM3O E2O9 I85G R38E LW8l 24GK",
    " 000G-40R4-0M30-E209 185G-R38E-1W81-24GK ", "ooog40r4-0m30e209--185gr38eiw8124gk",
  ]) {
    const typed = await RecoveryKey.fromCode(text);
    same(typed.signingKey.publicKey.text, key.signingKey.publicKey.text);
    same(typed.exportCode(), key.exportCode());
  }
});

test("anything else is malformed", async () => {
  for (const text of [
    "", "000G", "000G-40R4-0M30-E209-185G-R38E-1W81-24G", "000G-40R4-0M30-E209-185G-R38E-1W81-24GKK",
    "000G-40R4-0M30-E209-185G-R38E-1W81-24GU", "000G_40R4_0M30_E209_185G_R38E_1W81_24GK",
    "000G-40R4-0M30-E209-185G-R38E-1W81-24GÉ", "000G-40R4-0M30-E209-185G-R38E-1W81-24Gı",
    "000G-40R4-0M30-E209-185G-R38E-1W81-24G\n",
  ]) await throwsCode("malformed", () => RecoveryKey.fromCode(text), text);
});
