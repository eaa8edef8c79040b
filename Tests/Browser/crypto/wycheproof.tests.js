import { decodeHex } from "../../../Web/grove/encoding/hex.js";
import { toBytes32 } from "../../../Web/grove/crypto/integers.js";
import { toInteger } from "../../../Web/grove/crypto/integers.js";
import { multiply } from "../../../Web/grove/crypto/p256-multiply.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { load } from "../support/environment.js";
import { holds, note, same, suite } from "../support/harness.js";

const test = suite("Project Wycheproof (protocol 16.1)");

const folder = ".build/checkouts/swift-crypto/Tests/Test Vectors";
const read = async (name) => {
  const text = await load(`${folder}/${name}`);
  return text === undefined ? undefined : JSON.parse(text).testGroups;
};
const [signatures, points] = [
  await read("ecdsa_secp256r1_sha256_p1363_test.json"), await read("ecdh_secp256r1_ecpoint_test.json"),
];

if (signatures && points) {
  test("every P1363 signature is judged as Wycheproof says", async () => {
    let count = 0;
    for (const { key, publicKey, tests } of signatures) {
      const signer = new PublicKey(decodeHex((key ?? publicKey).uncompressed));
      for (const { tcId, msg, sig, result } of tests) {
        const isValid = await signer.verify(decodeHex(sig), decodeHex(msg));
        same([tcId, isValid], [tcId, result === "valid"]);
        count += 1;
      }
    }
    holds(count > 200);
  });

  test("every public point is judged as Wycheproof says, and a compressed one refused", () => {
    let count = 0;
    for (const { tests } of points) {
      for (const one of tests) {
        const point = decodeHex(one.public);
        let shared;
        try {
          // The private keys of this file have leading zeros.
          const scalar = toInteger(decodeHex(one.private.length % 2 ? `0${one.private}` : one.private));
          shared = toBytes32(multiply(scalar, new PublicKey(point).point).x);
        } catch (error) {
          same([one.tcId, error.code], [one.tcId, "key_invalid"]);
        }
        const isWanted = one.result === "valid";
        same([one.tcId, shared !== undefined], [one.tcId, isWanted]);
        if (shared) same([one.tcId, shared], [one.tcId, decodeHex(one.shared)]);
        count += 1;
      }
    }
    holds(count > 200);
  });
} else {
  note(`Wycheproof's files were not tried: ${folder} is not here (swift build fetches it)`);
}
