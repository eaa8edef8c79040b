import { PublicKey } from "../crypto/public-key.js";
import { GroveError, Members, parseJSON, utf8 } from "../encoding/encoding.js";
import { limits } from "../message/content/limits.js";
import { readNotice } from "../message/content/notice.js";
import { NoticeAddressKeys } from "../message/content/notice-addresses.js";
import { KEMKey } from "../message/kem-key.js";
import { openPushMessage } from "../message/push-message.js";
import { ignore, once } from "../rules/conversations/inbox-rules.js";
import { noticePushed } from "../rules/arrivals/push-inbox.js";
import { tellInvited, withoutIn } from "../rules/sharing/tell-invited.js";
import { noticeAddressOf } from "../rules/notices/notice-address-rules.js";
import { open } from "../store/local-seal.js";

/**
 * @typedef {import("../rules/conversations/inbox-rules.js").Arrival} Arrival
 * @typedef {import("../rules/notices/notice-address-rules.js").NoticeAddress} NoticeAddress
 */

/** Why nothing is shown of what is so all the same. */
const isFact = ["own_action", "already_seen"];

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
    if (!address) return ignore(records, arrival, "unknown_address");
    if (!notice) return ignore(records, arrival, "does_not_open");
    const { accountID, deviceID } = device;
    const without = withoutIn(records, address.collaboration);
    const { dropped } = noticePushed(records, notice, address, { receivedAt: arrival.now, myAccount: accountID });
    if (!dropped || isFact.includes(dropped)) {
      tellInvited(records, address.collaboration, notice, without, { accountID, deviceID, now: arrival.now });
    }
    return dropped && ignore(records, arrival, dropped);
  }));
}

/**
 * @param {(sealed: Uint8Array) => Promise<Uint8Array>} unseal with the key of the device it came to
 * @param {NoticeAddress} address
 * @param {Uint8Array} body
 * @returns {Promise<import("../message/content/notice.js").Notice
 *   & { firstLines?: string, name?: string, isEnd?: boolean } | undefined>} nothing where it does not open with the
 *   address's key
 */
export async function openPushedNotice(unseal, { publicKey, sealedKeys }, body) {
  const { scalar, auth } = new NoticeAddressKeys(await unseal(sealedKeys));
  try {
    const key = await KEMKey.fromScalar(scalar, new PublicKey(publicKey));
    const text = await openPushMessage(body, key, auth);
    const members = new Members(parseJSON(text));
    const isEnd = members.optional("stopped", (stopped) => stopped === true || undefined);
    const [name, firstLines] = ["name", "firstLines"].map((one) => members.optional(one, (found) => found));
    return { ...readNotice(members), name: shownName(name), firstLines: shownFirstLines(firstLines),
      ...(isEnd && { isEnd }) };
  } catch (error) {
    if (error instanceof GroveError) return undefined;
    throw error;
  }
}

/**
 * A name that can be shown: one line of at most 128 bytes. Only a server that does not keep its own limits sends any
 * other.
 *
 * @param {unknown} name
 */
export function shownName(name) {
  if (typeof name !== "string" || name === "" || utf8(name).length > 128) return undefined;
  return /\p{Cc}/u.test(name) ? undefined : name;
}

/**
 * First lines that can be shown, at most 280 bytes and three lines; as with a name nothing for any other.
 *
 * @param {unknown} lines
 */
export function shownFirstLines(lines) {
  if (typeof lines !== "string" || utf8(lines).length > limits.toldLines) return undefined;
  return lines.split("\n").length > 3 || /[^\P{Cc}\n]/u.test(lines) ? undefined : lines;
}
