import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { zero32 } from "../../../Web/grove/encoding/identifiers.js";
import { sha256 } from "../../../Web/grove/crypto/hash.js";
import { AccountStatement } from "../../../Web/grove/message/account-statement.js";
import { attestationSignedBytes } from "../../../Web/grove/message/content/notice.js";
import { DeviceEntry, deviceIDOf } from "../../../Web/grove/message/device-entry.js";
import { messagePlaintext } from "../../../Web/grove/message/envelope-sealer.js";
import { encodeHeader } from "../../../Web/grove/message/envelope.js";
import { decodeKEMKey, kemKeySignedBytes } from "../../../Web/grove/message/kem-key-record.js";
import { encodeKEMKey } from "../../../Web/grove/message/kem-key-signing.js";
import {
  decodeMessageBody, encodeMessageBody, messageSignedBytes,
} from "../../../Web/grove/message/message-body.js";
import { same, suite } from "../support/harness.js";
import { bases, context, hashOf, identifierOf, scalarKey, t0, vectors } from "../support/vectors.js";

const test = suite("structures of protocol 17.2");

const structures = vectors.structures;
const entry = async (number, flags) =>
  DeviceEntry.of(flags, (await scalarKey(`vector dik ${number}`)).publicKey, bases[number - 1]);
const recoveryKey = (await scalarKey("vector recovery")).publicKey;
const kemPublicKey = (await scalarKey("vector kem 2")).publicKey;
const count = (from) => encodeBase64URL(Uint8Array.from({ length: 16 }, (_, i) => from + i));

const genesis = await AccountStatement.make({
  accountID: zero32, seq: 0n, prevHash: zero32, issuedAt: t0, recoveryKey,
  devices: [await entry(1, 3)],
});
const second = await entry(2, 2);
const header = {
  messageID: count(0x10), recipientAccountID: genesis.accountID, recipientDeviceID: second.deviceID,
  recipientKeyID: 9,
};
const body = {
  senderAccountID: encodeBase64URL(await hashOf("vector sender account")),
  senderDeviceID: await deviceIDOf((await scalarKey("vector sender dik")).publicKey),
  // Arbitrary in the vector: it stands 57 bytes into the body.
  senderStatement: { seq: 4n, hash: identifierOf(structures.messageBody.slice(114, 178)) },
  sentAt: t0 + 5000n, conversationID: count(0x20), contentType: 2, content: utf8('{"v":1}'),
};

test("the genesis statement and the account that it names", async () => {
  same(encodeHex(genesis.encoded), structures.genesisBody);
  same(genesis.accountID, identifierOf(structures.accountID));
  same(await AccountStatement.decode(decodeHex(structures.genesisBody)), genesis);
});

test("the statement after it, whatever order its devices were given in", async () => {
  const statement = await AccountStatement.make({
    accountID: genesis.accountID, seq: 1n, prevHash: genesis.hash, issuedAt: t0 + 1000n, recoveryKey,
    devices: [await entry(3, 2), second, await entry(1, 3)],
  });
  same(encodeHex(statement.encoded), structures.statement1Body);
  same(statement.hash, identifierOf(structures.statement1Hash));
  same(await AccountStatement.decode(decodeHex(structures.statement1Body)), statement);
});

test("a device is named by its identity key", () => {
  same(second.deviceID, identifierOf(structures.deviceID2));
});

test("what a device signs about its KEM key", () => {
  const record = {
    accountID: genesis.accountID, deviceID: second.deviceID, keyID: 9, notBefore: t0,
    notAfter: t0 + 604_800_000n, publicKey: kemPublicKey,
  };
  const encoded = encodeKEMKey(record);
  same(encodeHex(kemKeySignedBytes(encoded)), structures.kemKeyTBS);
  same(decodeKEMKey(encoded), { ok: true, value: record });
});

test("the part of an envelope that the relay reads", () => {
  same(encodeHex(encodeHeader(header)), structures.envelopeAAD);
});

test("a message body, what its sender signs, and the padded plaintext", async () => {
  same(encodeHex(encodeMessageBody(body)), structures.messageBody);
  same(decodeMessageBody(decodeHex(structures.messageBody)), body);
  const signed = await messageSignedBytes(body, encodeHeader(header), kemPublicKey);
  same(encodeHex(signed), structures.messageTBS);
  const plaintext = messagePlaintext(body, new Uint8Array(64).fill(0x55));
  same(plaintext.length, 512);
  same(encodeHex(await sha256(plaintext)), structures.paddedPlaintext);
});

test("what a server signs about a notice", () => {
  const notice = { ...context, noticeID: count(0x30), kind: "edit", at: t0 + 9000n, counter: 1n };
  const signed = attestationSignedBytes(notice, identifierOf(vectors.root));
  same(encodeHex(signed), structures.noticeAttestationTBS);
});
