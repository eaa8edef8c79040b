import { PublicKey } from "../../crypto/public-key.js";
import { maximumUInt64 } from "../../encoding/encoding.js";
import { encodeContent } from "../../message/content/message-content.js";
import { NoticeAddressKeys } from "../../message/content/notice-addresses.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { conversationOfOwn, otherDevices } from "../conversations/own-devices.js";
import { addressesIn, noticesAreWanted } from "../invitations/told-by-server.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../../message/content/notice-addresses.js").NoticeAddresses} NoticeAddresses
 * @typedef {import("../../message/content/notice-addresses.js").SharedAddress} SharedAddress
 * @typedef {import("../../message/content/notice-addresses.js").SharedChoice} SharedChoice
 *
 * @typedef {object} NoticeAddress where an app's server tells this account about one collaboration
 *   (protocol 12.8). Every device of the account knows it
 * @property {CollaborationKey} collaboration
 * @property {string} addressID the relay's name for it
 * @property {string} endpoint where the server posts to
 * @property {string} serverKey base64url: who alone may
 * @property {Uint8Array} publicKey what is sealed to
 * @property {Uint8Array} sealedKeys its `NoticeAddressKeys`, sealed under the key of this device
 * @property {bigint} [toldSeq] the statement of the account's own list whose other devices were told of
 *   it; absent: none yet
 * @property {true} [isLater] another device told of it before anything was shared with this one, which was linked later
 *   therefore: who had come by then was told to the others only
 *
 * @typedef {{ addressID: string }} EndedNoticeAddress one that the person wants no more, until the relay has ended it. Each
 *   device ends what it had when the person chose on it, and tells the others nothing of it
 *
 * @typedef {object} NoticeChoice whether the person wants an app's server to tell them; where there is
 *   none, they do. So a yes always stands for a no before it
 * @property {string} audience
 * @property {boolean} isWanted
 * @property {bigint} at milliseconds, by the clock of the device it was chosen on
 * @property {bigint} [toldSeq] as of `NoticeAddress`
 *
 * @typedef {object} Standing what is handed out to an app
 * @property {boolean} [isRefused] nothing: the person does not want it
 * @property {NoticeAddress} [given] the one that was made for this key of the server; absent where one
 *   has to be made
 *
 * @typedef {{ addresses: NoticeAddress[], choices: NoticeChoice[] }} Due
 */

/** An account has no more at its relay. */
const limit = 1024;

/** Of each told in one message: so many fit into it, even where an app's identifiers are of the longest. */
const atOnce = 16;

/** @param {Reader} records @param {string} audience */
const addressesOf = (records, audience) =>
  addressesIn(records).filter(({ collaboration }) => collaboration.audience === audience);

/** @param {NoticeAddress} address */
const nameOf = ({ collaboration, addressID }) => names.noticeAddress(collaboration, addressID);

/**
 * The address something was pushed to.
 *
 * @param {Reader} records
 * @param {string} addressID
 */
export const noticeAddressOf = (records, addressID) =>
  addressesIn(records).find((one) => one.addressID === addressID);

/**
 * The address of this collaboration for this key. Where there are several, all devices hand out the
 * same: the first by its text, as names are in order.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @param {string} serverKey
 * @returns {Standing}
 */
export function addressGiven(records, collaboration, serverKey) {
  if (!noticesAreWanted(records, collaboration.audience)) return { isRefused: true };
  return { given: addressesIn(records, collaboration).find((one) => one.serverKey === serverKey) };
}

/**
 * Whether an app that the person has let in is to tell them of a document and cannot: they had said no before, or what
 * it was handed is gone.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
export const isAddressMissing = (records, collaboration) => noticesAreWanted(records, collaboration.audience)
  && records.get(names.confirmed(collaboration.audience)) !== undefined && addressesIn(records, collaboration).length === 0;

/**
 * Keeps an address that the relay has made. Where two were asked for at once, both are handed the one
 * that is kept. Nothing can come any more to one for another key of the server.
 *
 * @param {Records} records
 * @param {NoticeAddress} made
 * @returns {Standing}
 */
export function keepAddress(records, made) {
  const { isRefused, given } = addressGiven(records, made.collaboration, made.serverKey);
  if (isRefused || given) return { isRefused, given };
  for (const before of records.list(names.noticeAddress(made.collaboration)).keys()) {
    records.put(before, undefined);
  }
  records.put(nameOf(made), made);
  return { given: made };
}

/**
 * What was handed out is to be ended, with a no and with a yes after it: of an address that the server has already it does
 * not tell anew who is there.
 *
 * @param {Records} records
 * @param {string} audience
 * @param {boolean} isWanted
 * @param {bigint} now
 */
export function chooseNotices(records, audience, isWanted, now) {
  if (noticesAreWanted(records, audience) === isWanted) return;
  const name = names.noticeChoice(audience);
  const before = records.get(name)?.at ?? 0n;
  // A clock that was set back must not let the earlier choice win on the other devices. There is no more
  // than the largest number, which only a device that lies can have told.
  const at = now > before ? now : before + BigInt(before < maximumUInt64);
  records.put(name, { audience, isWanted, at });
  for (const { addressID } of addressesOf(records, audience)) records.put(names.endedNoticeAddress(addressID), { addressID });
  forgetTold(records, audience);
}

/** @param {Reader} records @returns {EndedNoticeAddress[]} what the relay is still to end */
export const endedAddresses = (records) => all(records, names.endedNoticeAddress());

/** @param {Records} records @param {EndedNoticeAddress} ended at the relay */
export const forgetEnded = (records, { addressID }) => records.put(names.endedNoticeAddress(addressID), undefined);

/**
 * Nobody tells any more who comes and goes. With a new address the server tells who is there.
 *
 * @param {Records} records
 * @param {string} audience
 */
function forgetTold(records, audience) {
  for (const one of addressesOf(records, audience)) records.put(nameOf(one), undefined);
  for (const { collaboration } of all(records, names.invitation()).filter((one) => one.collaboration.audience === audience)) {
    const name = names.toldCame(collaboration);
    if (records.get(name)) records.put(name, undefined);
  }
}

/**
 * What the account's other devices have not been told, as their list stands now: at most as much as one
 * message takes.
 *
 * @param {Reader} records
 * @param {bigint} seq of the account's newest statement
 * @returns {Due}
 */
export function addressesDue(records, seq) {
  const addresses = addressesIn(records).filter(({ toldSeq, collaboration }) =>
    toldSeq !== seq && noticesAreWanted(records, collaboration.audience));
  const choices = all(records, names.noticeChoice()).filter(({ toldSeq }) => toldSeq !== seq);
  // A choice ends what was told before it, so all of them come first.
  return {
    addresses: choices.length > atOnce ? []
      : addresses.sort((one, other) => (one.addressID < other.addressID ? -1 : 1)).slice(0, atOnce),
    choices: choices.slice(0, atOnce),
  };
}

/**
 * In the decision that has found them due and queues the message that tells them.
 *
 * @param {Records} records
 * @param {Due} sent
 * @param {bigint} seq of the account's newest statement
 */
export function addressesTold(records, { addresses, choices }, seq) {
  for (const one of addresses) records.put(nameOf(one), { ...one, toldSeq: seq });
  for (const one of choices) records.put(names.noticeChoice(one.audience), { ...one, toldSeq: seq });
}

/**
 * What another device of the account tells.
 *
 * @param {Records} records
 * @param {NoticeAddresses} content
 * @param {{ sender: string, isFromRemovedDevice: boolean }} arrival
 * @param {{ myAccount: string, seq: bigint, seal: (bytes: Uint8Array) => Promise<Uint8Array> }} device
 *   `seq` of the account's newest statement: whoever tells this tells all devices of it
 * @returns {{ dropped?: "not_own_account" | "removed_device" | "not_new" }}
 */
export function addressesShared(records, { addresses, choices }, { sender, isFromRemovedDevice }, device) {
  const { myAccount, seq, seal } = device;
  if (sender !== myAccount) return { dropped: "not_own_account" };
  if (isFromRemovedDevice) return { dropped: "removed_device" };
  const isKnown = new Set(addressesIn(records).map(({ addressID }) => addressID));
  const newer = choices.filter((one) => followChoice(records, { ...one, toldSeq: seq }));
  let kept = 0;
  for (const told of addresses) {
    if (isKnown.size >= limit || isKnown.has(told.addressID)) continue;
    if (!noticesAreWanted(records, told.audience)) continue;
    isKnown.add(told.addressID);
    const sealedKeys = records.ask(() => seal(told.keys.exportBytes()));
    const { addressID, endpoint, serverKey, publicKey } = told;
    const address = { addressID, endpoint, serverKey, publicKey: publicKey.bytes, sealedKeys, toldSeq: seq };
    const collaboration = keyOf(told);
    const isLater = records.list(names.invitation(collaboration)).size === 0;
    records.put(names.noticeAddress(collaboration, addressID), { collaboration, ...address, ...(isLater && { isLater }) });
    kept += 1;
  }
  return newer.length + kept > 0 ? {} : { dropped: "not_new" };
}

/**
 * The latest choice counts, on whichever device it was made.
 *
 * @param {Records} records
 * @param {NoticeChoice} choice
 * @returns {boolean} whether it is newer than what is known
 */
function followChoice(records, choice) {
  const { audience, at } = choice;
  if (at <= (records.get(names.noticeChoice(audience))?.at ?? 0n)) return false;
  records.put(names.noticeChoice(audience), choice);
  // A yes that is new here stands for a no that was not told.
  forgetTold(records, audience);
  return true;
}

/**
 * Queues a message that tells the account's other devices, in the decision that notes them as told. It
 * goes by the conversation in which something happened last.
 *
 * @param {Records} records
 * @param {import("../model/stored-device.js").Me} me
 * @param {string} messageID
 * @param {(sealed: Uint8Array) => Promise<Uint8Array>} open
 * @returns {boolean} whether there was something to tell; then there may be more
 */
export function tellAddresses(records, me, messageID, open) {
  const { addresses, choices, seq } = addressesToTell(records, me);
  const conversationID = conversationOfOwn(records, me);
  if (!conversationID || addresses.length + choices.length === 0) return false;
  const opened = addresses.map((one) => sharedAddress(one, records.ask(() => open(one.sealedKeys))));
  const told = choices.map(({ audience, isWanted, at }) => ({ audience, isWanted, at }));
  const content = encodeContent({ type: "noticeAddresses", addresses: opened, choices: told });
  enqueueMessage(records, { ...content, messageID, conversationID, accounts: [me.accountID] }, me);
  addressesTold(records, { addresses, choices }, seq);
  return true;
}

/**
 * @param {Reader} records
 * @param {{ accountID: string, deviceID: string }} me
 * @returns {Due & { seq: bigint }} nothing where the account has no other device
 */
export function addressesToTell(records, me) {
  const seq = otherDevices(records, me);
  return seq === undefined ? { addresses: [], choices: [], seq: 0n } : { ...addressesDue(records, seq), seq };
}

/** @param {NoticeAddress} address @param {Uint8Array} keys @returns {SharedAddress} */
const sharedAddress = ({ collaboration, addressID, endpoint, serverKey, publicKey }, keys) => ({
  ...keyOf(collaboration), addressID, endpoint, serverKey, publicKey: new PublicKey(publicKey),
  keys: new NoticeAddressKeys(keys),
});
