import { PublicKey } from "../crypto/public-key.js";
import { GroveError, Members, parseJSON } from "../encoding/encoding.js";
import { readNotice } from "../message/content/notice.js";
import { NoticeAddressKeys } from "../message/content/notice-addresses.js";
import { KEMKey } from "../message/kem-key.js";
import { openPushMessage } from "../message/push-message.js";
import { ignore, once } from "../rules/conversations/inbox-rules.js";
import { noticePushed, putOffPush } from "../rules/arrivals/push-inbox.js";
import { noticeAddressOf } from "../rules/notices/notice-address-rules.js";
import { open } from "../store/local-seal.js";

/**
 * @typedef {import("../rules/conversations/inbox-rules.js").Arrival} Arrival
 * @typedef {import("../rules/notices/notice-address-rules.js").NoticeAddress} NoticeAddress
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
  const unseal = (/** @type {Uint8Array} */ sealed) => open(device.store, sealed);
  const notice = address && await openPushedNotice(unseal, address, body);
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
 * @param {(sealed: Uint8Array) => Promise<Uint8Array>} unseal with the key of the device it came to
 * @param {NoticeAddress} address
 * @param {Uint8Array} body
 * @returns {Promise<import("../message/content/notice.js").Notice | undefined>} nothing where it does
 *   not open with the address's key
 */
export async function openPushedNotice(unseal, { publicKey, sealedKeys }, body) {
  const { scalar, auth } = new NoticeAddressKeys(await unseal(sealedKeys));
  try {
    const key = await KEMKey.fromScalar(scalar, new PublicKey(publicKey));
    const text = await openPushMessage(body, key, auth);
    return readNotice(new Members(parseJSON(text)));
  } catch (error) {
    if (error instanceof GroveError) return undefined;
    throw error;
  }
}
