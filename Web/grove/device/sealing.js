import { sealEnvelope } from "../message/envelope-sealer.js";
import { selectKEMKeys } from "../message/kem-key-rotation.js";
import { contentFor, recipientsOf } from "../rules/conversations/envelope-rules.js";
import { GroveError } from "../encoding/grove-error.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { translated } from "./local-device.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/model/known-account.js").KnownAccount} KnownAccount
 * @typedef {import("../rules/conversations/outbox-rules.js").OutgoingMessage} OutgoingMessage
 *
 * @typedef {object} Recipient
 * @property {KnownAccount} account verified
 * @property {Map<string, import("../message/kem-key-record.js").KEMKeyRecord>} keys verified, by device
 */

/**
 * Seals an invitation's envelopes and sends nothing: they are kept until it is known what became of
 * them, because the seeds in them are not (docs/decisions/0006).
 *
 * @param {Device} device
 * @param {OutgoingMessage} message with `contents`
 * @returns {Promise<{ envelopes: Uint8Array[] } | { unreachable: string }>} `unreachable`: an account
 *   without a device that can be written to
 */
export async function sealContents(device, message) {
  const envelopes = [];
  for (const account of recipientsOf(message, [...(message.contents ?? new Map()).keys()])) {
    try {
      envelopes.push(...await sealed(device, message, [account], device.now(), false));
    } catch (error) {
      if (!(error instanceof MessengerError) || error.code !== "no_usable_device") throw error;
      return { unreachable: account };
    }
  }
  return { envelopes };
}

/**
 * What is known of the recipients comes out of the browser's store for all at once, and so do the envelopes: each takes
 * several steps, and between two of them a busy machine lets a page wait for longer than both take. The relay is asked
 * about one after the other: its answers may be long.
 *
 * @param {Device} device
 * @param {OutgoingMessage} message
 * @param {string[]} recipients
 * @param {number} sentAt
 * @param {boolean} refresh
 */
export async function sealed(device, message, recipients, sentAt, refresh) {
  const stored = refresh ? [] : await Promise.all(recipients.map((recipient) => reachable(device, recipient)));
  const addressed = [];
  for (const [place, recipient] of recipients.entries()) {
    addressed.push(stored[place] ?? await withKeys(device, await device.refreshed(recipient)));
  }
  const account = await device.ownAccount();
  if (!account.chain.newest.device(device.deviceID)) throw new MessengerError("device_removed");
  const envelopes = await seal(device, account, message, addressed, sentAt).catch((error) => {
    throw error instanceof GroveError ? translated(error) : error;
  });
  const isToOthers = recipients.some((recipient) => recipient !== device.accountID);
  if (envelopes.length === 0 && isToOthers) throw new MessengerError("no_usable_device");
  return envelopes;
}

/**
 * An account that can be sealed to as it is known: every device of its newest statement has a usable
 * key here. Where not, the relay is asked first.
 *
 * @param {Device} device
 * @param {string} accountID
 * @returns {Promise<Recipient | undefined>}
 */
async function reachable(device, accountID) {
  const account = await device.fresh(accountID);
  if (!account) return undefined;
  const recipient = await withKeys(device, account);
  const isReachable = account.chain.newest.devices.every(({ deviceID }) =>
    deviceID === device.deviceID || recipient.keys.has(deviceID));
  return isReachable ? recipient : undefined;
}

/** @param {Device} device @param {KnownAccount} account @returns {Promise<Recipient>} */
const withKeys = async (device, account) =>
  ({ account, keys: await selectKEMKeys(account.kemKeys, account.chain, BigInt(device.now())) });

/**
 * One envelope for each device of each recipient; this device itself gets none.
 *
 * @param {Device} device
 * @param {KnownAccount} account this one
 * @param {OutgoingMessage} message
 * @param {Recipient[]} recipients
 * @param {number} sentAt when the person sent it
 * @returns {Promise<Uint8Array[]>}
 */
async function seal(device, account, message, recipients, sentAt) {
  const { deviceID, keys: { identityKey } } = device;
  return Promise.all(recipients.flatMap(({ account: { accountID }, keys }) => {
    const content = contentFor(message, accountID);
    if (!content) return [];
    const body = {
      senderAccountID: account.accountID, senderDeviceID: deviceID,
      senderStatement: account.chain.newest.reference, sentAt: BigInt(sentAt),
      conversationID: message.conversationID, contentType: message.contentType, content,
    };
    return [...keys.values()].filter((key) => key.deviceID !== deviceID)
      .map((key) => sealEnvelope(body, message.messageID, key, identityKey));
  }));
}
