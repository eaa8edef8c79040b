import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { toBytes32 } from "../../../Web/grove/crypto/integers.js";
import { reduceWide } from "../../../Web/grove/crypto/integers.js";
import { publicKeyOf } from "../../../Web/grove/crypto/secret-scalar.js";
import { importSigningKey } from "../../../Web/grove/crypto/imported-key.js";
import { hkdfExpand } from "../../../Web/grove/crypto/hash.js";
import { DeviceEntry } from "../../../Web/grove/message/device-entry.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { firstStatement, nextStatement, signPossession } from "../../../Web/grove/message/statement-signing.js";
import { append } from "../../../Web/grove/message/statement-chain-append.js";
import { StatementChain } from "../../../Web/grove/message/statement-chain.js";
import { baseKeyOf, hashOf, t0 } from "./vectors.js";

/** A scalar that follows from a text, so that a failure can be made again. */
const scalarOf = async (text) =>
  toBytes32(reduceWide(await hkdfExpand(await hashOf(text), new Uint8Array(), 48)));

/** A device with all its keys, all of which follow from its name. */
export async function device(name, flags = 3) {
  const identityScalar = await scalarOf(`${name} identity`);
  const identityKey = await importSigningKey(identityScalar, await publicKeyOf(identityScalar));
  const baseKey = await baseKeyOf(await scalarOf(`${name} base`));
  const entry = await DeviceEntry.of(flags, identityKey.publicKey, baseKey.publicKey);
  return { name, identityKey, baseKey, entry, deviceID: entry.deviceID, kemKey: await KEMKey.generate() };
}

/** A word of possession for the statement after `previous`. */
export const possession = (one, previous) =>
  signPossession(one.entry, previous.accountID, previous.hash, one.identityKey);

/**
 * The first chain of an account; the first device makes it, the others follow in a second
 * statement.
 */
export async function account(name, devices, recoveryKey) {
  const [first, ...others] = devices ?? [await device(`${name} one`)];
  const genesis = await firstStatement({
    issuedAt: t0, recoveryKey, identityKey: first.identityKey, baseKey: first.baseKey.publicKey,
    flags: first.entry.flags,
  });
  let chain = (await StatementChain.verify([genesis])).value;
  if (others.length > 0) chain = await change({ chain }, [first, ...others], first.identityKey);
  return { name, devices: [first, ...others], chain, id: chain.accountID };
}

/** The record after an account's newest with this list. */
export async function nextRecord({ chain }, devices, key, changes = {}) {
  const previous = chain.newest;
  const needed = devices.filter((one) => !previous.device(one.deviceID));
  const words = [];
  for (const one of needed) words.push(await possession(one, previous));
  return nextStatement({
    previous, issuedAt: t0 + 1000n, recoveryKey: previous.recoveryKey, key, possession: words,
    devices: devices.map((one) => one.entry), ...changes,
  });
}

/** The chain with that record. */
export async function change(owner, devices, key, changes) {
  const result = await append(owner.chain, await nextRecord(owner, devices, key, changes));
  if (result.outcome !== "appended") throw new Error(JSON.stringify(result));
  return result.chain;
}

/** An identifier of `count` bytes of one value. */
export const id = (value, count = 16) => encodeBase64URL(new Uint8Array(count).fill(value));

/** The KEM record of a person's device. */
export const kemRecord = (person, one, keyID = 1) => ({
  accountID: person.id, deviceID: one.deviceID, keyID, notBefore: t0, notAfter: t0 + 604_800_000n,
  publicKey: one.kemKey.publicKey,
});
