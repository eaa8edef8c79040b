import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { openPushMessage } from "../../../Web/grove/message/push-message.js";
import { same, suite, throwsCode } from "../support/harness.js";

const test = suite("pushed messages, RFC 8291");

/** RFC 8291, appendix A. */
const receiver = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const receiverKey =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const secret = decodeBase64URL("BTBZMqHH6r4Tts7J_aSIgg");
const body = decodeBase64URL("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3v"
  + "CYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");

/** Bytes that are no point are `key_invalid`, everything else is `malformed`. */
const isRefused = (/** @type {() => Promise<unknown>} */ body) => body().then(
  () => { throw new Error("it was opened"); },
  ({ code }) => same(["malformed", "key_invalid"].includes(code), true));

async function key() {
  const publicKey = new PublicKey(decodeBase64URL(receiverKey));
  const jwk = { ...publicKey.jwk, d: encodeBase64URL(decodeBase64URL(receiver)) };
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  return new KEMKey(await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["deriveBits"]), publicKey);
}

test("the example of RFC 8291 is opened", async () => {
  same(await openPushMessage(body, await key(), secret), utf8("When I grow up, I want to be a watermelon"));
});

test("with one bit changed, another secret or another key nothing is opened", async () => {
  const mine = await key();
  for (const place of [0, 15, 20, 21, 60, 85, 86, body.length - 1]) {
    const changed = body.map((byte, index) => (index === place ? byte ^ 1 : byte));
    await isRefused(() => openPushMessage(changed, mine, secret));
  }
  await throwsCode("malformed", () => openPushMessage(body, mine, new Uint8Array(16)));
  await throwsCode("malformed", async () => openPushMessage(body, await KEMKey.generate(), secret));
});

test("bytes that are no pushed message are refused", async () => {
  const mine = await key();
  for (const length of [0, 20, 86, 102, 4097]) {
    await isRefused(
      () => openPushMessage(new Uint8Array(length).fill(65), mine, secret));
  }
});
