import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { DeviceKeys } from "../../../Web/grove/store/device-keys.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { createBaseKey, createDeviceKeys, createKEMKey } from "../../../Web/grove/store/new-keys.js";
import { loadBaseKey } from "../../../Web/grove/store/stored-base-key.js";
import { IndexedDBRecordStore } from "../../../Web/grove/store/indexeddb-record-store.js";
import { MemoryRecordStore } from "../../../Web/grove/store/memory-record-store.js";
import { diversification } from "../support/vectors.js";
import { holds, note, same, suite, throwsCode } from "../support/harness.js";

const databaseName = `grove-test-${crypto.randomUUID()}`;
const stores = [["memory", async () => new MemoryRecordStore()]];
if (typeof indexedDB === "undefined") note("IndexedDB was not tried: this runtime has none");
else stores.push(["IndexedDB", () => IndexedDBRecordStore.open(databaseName)]);

/** Makes a KEM key and keeps it, as a rotation does. */
async function keptKEMKey(store, keyID) {
  const { publicKey, secret } = await createKEMKey();
  await store.put(new Map([[names.kemSecret(keyID), secret]]));
  return new KEMKey(secret.key, publicKey);
}

for (const [kind, open] of stores) {
  const test = suite(`records in ${kind}`);

  test("records are put together, listed by their names and deleted", async () => {
    const store = await open();
    await store.put(new Map([["a/1", { n: 1n }], ["a/2", new Uint8Array([1])], ["b/1", "x"]]));
    same([...(await store.list("a/")).keys()].sort(), ["a/1", "a/2"]);
    same(await store.get("a/1"), { n: 1n });
    await store.put(new Map([["a/1", undefined], ["b/1", "y"]]));
    same([await store.get("a/1"), await store.get("b/1")], [undefined, "y"]);
    await store.put(new Map([["a/2", undefined], ["b/1", undefined]]));
    same((await store.list("")).size, 0);
    store.close?.();
  });

  test("a device's keys are stored, come back, sign and open as before", async () => {
    const store = await open();
    same([await DeviceKeys.load(store), await loadBaseKey(store)], [undefined, undefined]);
    const made = await createDeviceKeys(store);
    const baseKey = await createBaseKey(store);
    const kemKey = await keptKEMKey(store, 1);
    await keptKEMKey(store, 2);
    store.close?.();

    const reopened = kind === "memory" ? store : await open();
    const loaded = await DeviceKeys.load(reopened);
    same(loaded.identityKey.publicKey.text, made.identityKey.publicKey.text);
    const message = utf8("a message");
    holds(await made.identityKey.publicKey.verify(await loaded.identityKey.sign(message), message));
    const derived = await (await loadBaseKey(reopened)).diversified(diversification);
    const expected = await diversification.publicKey(baseKey.publicKey);
    same(derived.publicKey.text, expected.text);
    const keys = await loaded.kemKeys();
    same([...keys.keys()].sort(), [1, 2]);
    same(await keys.get(1).agree(baseKey.publicKey), await kemKey.agree(baseKey.publicKey));
    await reopened.put(new Map([["keys/kem/1", undefined]]));
    same([...(await loaded.kemKeys()).keys()], [2]);
    await reopened.put(new Map([...(await reopened.list("")).keys()].map((name) => [name, undefined])));
    reopened.close?.();
  });

  test("no private key can be exported, and the base key's scalar is stored sealed", async () => {
    const store = await open();
    const made = await createDeviceKeys(store);
    await keptKEMKey(store, 1);
    const scalar = (await createBaseKey(store)).exportScalar();
    for (const [name, record] of await store.list("keys/")) {
      for (const value of Object.values(record)) {
        if (value instanceof CryptoKey) same([name, value.extractable], [name, false]);
        else holds(!String(value).includes(String(scalar)), name);
      }
      const { key, wrappingKey } = record;
      for (const format of ["jwk", "pkcs8"]) {
        const exported = await crypto.subtle.exportKey(format, key ?? wrappingKey).catch(() => undefined);
        same(exported, undefined);
      }
    }
    await store.put(new Map([...(await store.list("")).keys()].map((name) => [name, undefined])));
    store.close?.();
  });

  test("a stored base key that was changed does not open", async () => {
    const store = await open();
    await createBaseKey(store);
    const record = await store.get("keys/base");
    const sealed = record.sealed.map((byte, index) => (index === 3 ? byte ^ 1 : byte));
    await store.put(new Map([["keys/base", { ...record, sealed }]]));
    await throwsCode("malformed", () => loadBaseKey(store));
    await store.put(new Map([...(await store.list("")).keys()].map((name) => [name, undefined])));
    store.close?.();
  });
}

if (typeof indexedDB !== "undefined") {
  const test = suite("records in IndexedDB");

  test("where one record cannot be stored, none is", async () => {
    const store = await IndexedDBRecordStore.open(databaseName);
    let error;
    await store.put(new Map([["a", 1], ["b", () => 1]])).catch((thrown) => (error = thrown));
    same(error?.name, "DataCloneError");
    same(await store.get("a"), undefined);
    store.close();
    await new Promise((resolve) => (indexedDB.deleteDatabase(databaseName).onsuccess = resolve));
  });
}
