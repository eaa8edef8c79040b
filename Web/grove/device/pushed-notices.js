import { PublicKey } from "../crypto/public-key.js";
import { GroveError, Members, parseJSON } from "../encoding/encoding.js";
import { readNotice } from "../message/content/notice.js";
import { KEMKey } from "../message/kem-key.js";
import { openPushMessage } from "../message/push-message.js";
import { ignore, once } from "../rules/conversations/inbox-rules.js";
import { names } from "../rules/model/record-names.js";
import { noticeAddressOf, noticePushed, putOffPush } from "../rules/arrivals/push-inbox.js";

/**
 * @typedef {import("../rules/conversations/inbox-rules.js").Arrival} Arrival
 * @typedef {import("../rules/arrivals/push-inbox.js").NoticeAddress} NoticeAddress
 */

/**
 * Takes in what an app's server has told (protocol 12.8). What does not open, or is not what its address
 * is for, is passed over with its reason.
 *
 * @param {import("./device.js").Device} device
 * @param {{ addressID: string, body: Uint8Array }} pushed
 * @param {Arrival} arrival
 */
export async function takePushedNotice(device, { addressID, body }, arrival) {
  const address = await device.look((records) => noticeAddressOf(records, addressID));
  const notice = address && await openPushedNotice(device.store, address, body);
  await device.change((records) => once(records, arrival.sequence, () => {
    const { sequence, now: receivedAt } = arrival;
    if (!address) return ignore(records, arrival, "unknown_address");
    if (!notice) return ignore(records, arrival, "does_not_open");
    const outcome = noticePushed(records, notice, address, { receivedAt, keysAreFresh: false });
    const { audience } = address.collaboration;
    const { dropped } = outcome.keysNeeded
      ? putOffPush(records, { sequence, audience, addressID, body, receivedAt }) : outcome;
    return dropped && ignore(records, arrival, dropped);
  }));
}

/**
 * @param {Pick<import("../store/record-store.js").RecordStore, "get">} store of the device it came to
 * @param {NoticeAddress} address
 * @param {Uint8Array} body
 * @returns {Promise<import("../message/content/notice.js").Notice | undefined>} nothing where it does
 *   not open with the address's key
 */
export async function openPushedNotice(store, { addressID, publicKey, secret }, body) {
  const key = await store.get(names.noticeKey(addressID));
  if (!key) return undefined;
  try {
    const text = await openPushMessage(body, new KEMKey(key, new PublicKey(publicKey)), secret);
    return readNotice(new Members(parseJSON(text)));
  } catch (error) {
    if (error instanceof GroveError) return undefined;
    throw error;
  }
}
