import { isDeviceComing, settledChain } from "../device/coming-device.js";
import { sealContents } from "../device/sealing.js";
import { endNoticeAddress, makeNoticeAddress } from "../relay/notice-address-routes.js";
import { open, seal } from "../store/local-seal.js";
import { loadBaseKey } from "../store/stored-base-key.js";
import { MessengerError } from "../rules/model/messenger-error.js";

/**
 * What a messenger lends its sharing side.
 *
 * @param {import("./messenger.js").Messenger} messenger
 * @returns {import("../sharing/sharing-host.js").SharingHost}
 */
export function sharingHostOf(messenger) {
  // Long because it names everything the sharing side may ask of a device.
  const { local } = messenger;
  const { store } = local;
  return {
    accountID: local.accountID, deviceID: local.deviceID, relayOrigin: messenger.relayOrigin, store,
    now: local.now, change: local.change.bind(local), look: local.look.bind(local),
    wake: () => local.wake(),
    newestChain: async (account) => (await (await messenger.connected()).known(account, true)).chain,
    settledChain: async (account) => settledChain(await messenger.connected(), account),
    isDeviceComing: async () => isDeviceComing(await messenger.connected()),
    baseKey: async () => {
      const key = await loadBaseKey(store);
      if (!key) throw new MessengerError("no_device", "the keys of this device are gone");
      return key;
    },
    sealContents: async (message) => sealContents(await messenger.connected(), message),
    upload: async (envelopes, isFinal) =>
      (await messenger.connected()).ask((relay) => relay.upload(envelopes, false, isFinal)),
    makeNoticeAddress: async (serverKey) =>
      (await messenger.connected()).ask((relay) => makeNoticeAddress(relay, serverKey)),
    endNoticeAddress: async (addressID) =>
      (await messenger.connected()).ask((relay) => endNoticeAddress(relay, addressID)),
    seal: (bytes) => seal(store, bytes),
    open: (bytes) => open(store, bytes),
    accountName: (account) => messenger.accountName(account),
    createConversation: (request) => messenger.createConversation(request),
    sendCopy: (conversationID, file, options) =>
      messenger.sendCopyNow(conversationID, file, options),
    sync: () => messenger.sync(),
  };
}
