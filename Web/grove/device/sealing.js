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
 * @param {Device} device
 * @param {OutgoingMessage} message
 * @param {string[]} recipients
 * @param {number} sentAt
 * @param {boolean} refresh
 */
export async function sealed(device, message, recipients, sentAt, refresh) {
  const accounts = [];
  for (const recipient of recipients) {
    let known = await device.known(recipient, refresh);
    if (!refresh && !(await isReachable(known, device.deviceID, device.now()))) {
      known = await device.refreshed(recipient);
    }
    accounts.push(known);
  }
  const account = await device.ownAccount();
  if (!account.chain.newest.device(device.deviceID)) throw new MessengerError("device_removed");
  const envelopes = await seal(device, account, message, accounts, sentAt).catch((error) => {
    throw error instanceof GroveError ? translated(error) : error;
  });
  const isToOthers = recipients.some((recipient) => recipient !== device.accountID);
  if (envelopes.length === 0 && isToOthers) throw new MessengerError("no_usable_device");
  return envelopes;
}

/**
 * Whether an account can be sealed to as it is known: every device of its newest statement has a
 * usable key here. Where not, the relay is asked first.
 *
 * @param {KnownAccount} account
 * @param {string} except this device
 * @param {number} now
 */
async function isReachable({ kemKeys, chain }, except, now) {
  const selected = await selectKEMKeys(kemKeys, chain, BigInt(now));
  return chain.newest.devices.every(({ deviceID }) =>
    deviceID === except || selected.has(deviceID));
}

/**
 * One envelope for each device of each recipient; this device itself gets none.
 *
 * @param {Device} device
 * @param {KnownAccount} account this one
 * @param {OutgoingMessage} message
 * @param {KnownAccount[]} recipients verified
 * @param {number} sentAt when the person sent it
 * @returns {Promise<Uint8Array[]>}
 */
async function seal(device, account, message, recipients, sentAt) {
  const { deviceID, keys: { identityKey } } = device;
  const envelopes = [];
  for (const recipient of recipients) {
    const content = contentFor(message, recipient.accountID);
    if (!content) continue;
    const body = {
      senderAccountID: account.accountID, senderDeviceID: deviceID,
      senderStatement: account.chain.newest.reference, sentAt: BigInt(sentAt),
      conversationID: message.conversationID, contentType: message.contentType, content,
    };
    const keys = await selectKEMKeys(recipient.kemKeys, recipient.chain, BigInt(device.now()));
    for (const key of keys.values()) {
      if (key.deviceID === deviceID) continue;
      envelopes.push(await sealEnvelope(body, message.messageID, key, identityKey));
    }
  }
  return envelopes;
}
