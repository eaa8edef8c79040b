import { randomBytes } from "../encoding/bytes.js";
import { freshID } from "./local-device.js";
import { loaded } from "./loading.js";
import { enqueueMessage } from "./outbox-rules.js";

/** @typedef {import("./staged-records.js").StagedRecords} StagedRecords */

/**
 * What the modules beside this one may do with a device: see README.md.
 *
 * @param {import("./local-device.js").LocalDevice} local
 * @param {() => Promise<import("./device-tab.js").Connected>} connected
 */
export const internalsOf = (local, connected) => ({
  accountID: local.accountID, deviceID: local.deviceID, read: local.store, now: local.now,
  hooks: local.hooks,
  random: randomBytes, change: local.change.bind(local), wake: () => local.wake(),
  connected,
  baseKey: async () => {
    const { loadBaseKey } = await loaded(import("../store/stored-base-key.js"));
    return loadBaseKey(local.store);
  },
  use: (/** @type {import("./local-device.js").SharingHooks} */ hooks) =>
    void Object.assign(local.hooks, hooks),
  chain: async (/** @type {string} */ account, /** @type {{ refresh?: boolean }} */ options) =>
    (await (await connected()).device.known(account, options?.refresh)).chain,
  sendContent: async (/** @type {any} */ message) => {
    const { sendNow, device } = await connected();
    const outgoing = outgoingOf(message);
    await sendNow(device, outgoing, message.sentAt);
    return outgoing.messageID;
  },
  sealContent: async (/** @type {any} */ message) => {
    const { sealContents } = await loaded(import("./sealing.js"));
    return sealContents((await connected()).device, outgoingOf(message));
  },
  uploadEnvelopes: async (/** @type {Uint8Array[]} */ envelopes) =>
    (await connected()).device.ask((relay) => relay.upload(envelopes)),
  queueContent: async (
    /** @type {StagedRecords} */ records, /** @type {any} */ message,
    /** @type {import("./messenger-types.js").ThreadContent} */ shown,
  ) => enqueueMessage(records, outgoingOf(message), shown, local.me),
  seal: async (/** @type {Uint8Array} */ bytes) =>
    (await loaded(import("./local-seal.js"))).seal(local.store, bytes),
  open: async (/** @type {Uint8Array} */ bytes) =>
    (await loaded(import("./local-seal.js"))).open(local.store, bytes),
});

/**
 * @param {any} message
 * @returns {import("./outbox-rules.js").OutgoingMessage}
 */
const outgoingOf = ({ type, conversationID, content, contents, accounts, messageID }) => ({
  messageID: messageID ?? freshID(), conversationID, contentType: type, content, contents,
  accounts,
});
