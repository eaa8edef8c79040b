import { compareIdentifiers } from "../encoding/identifiers.js";
import { sealEnvelope } from "../message/envelope-sealer.js";
import { selectKEMKeys } from "../message/kem-key-schedule.js";

/**
 * @typedef {import("./accounts.js").KnownAccount} KnownAccount
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 */

/** @param {OutgoingMessage} message @param {string} account */
const contentFor = ({ content, contents }, account) => contents?.get(account) ?? content;

/**
 * Accounts the message goes to (protocol 10.5).
 *
 * @param {OutgoingMessage} message
 * @param {string[]} members of its conversation
 * @returns {string[]}
 */
export const recipientsOf = (message, members) =>
  [...new Set(message.accounts ?? members)]
    .filter((account) => contentFor(message, account))
    .sort(compareIdentifiers);

/**
 * Whether an account can be sealed to as it is known: every device of its newest statement has a
 * usable key here. Where not, the relay is asked first.
 *
 * @param {KnownAccount} account
 * @param {string} except this device
 * @param {number} now
 */
export async function isReachable({ kemKeys, chain }, except, now) {
  const selected = await selectKEMKeys(kemKeys, chain, BigInt(now));
  return chain.newest.devices.every(({ deviceID }) =>
    deviceID === except || selected.has(deviceID));
}

/**
 * One envelope for each device of each recipient; this device itself gets none.
 *
 * @param {OutgoingMessage} message
 * @param {KnownAccount[]} recipients verified
 * @param {object} me
 * @param {KnownAccount} me.account
 * @param {string} me.deviceID
 * @param {import("../crypto/signing-key.js").SigningKey} me.identityKey
 * @param {number} me.now
 * @param {number} sentAt when the person sent it
 * @returns {Promise<Uint8Array[]>}
 */
export async function seal(message, recipients, { account, deviceID, identityKey, now }, sentAt) {
  const envelopes = [];
  for (const recipient of recipients) {
    const content = contentFor(message, recipient.accountID);
    if (!content) continue;
    const body = {
      senderAccountID: account.accountID, senderDeviceID: deviceID,
      senderStatement: account.chain.newest.reference, sentAt: BigInt(sentAt),
      conversationID: message.conversationID, contentType: message.contentType, content,
    };
    const keys = await selectKEMKeys(recipient.kemKeys, recipient.chain, BigInt(now));
    for (const key of keys.values()) {
      if (key.deviceID === deviceID) continue;
      envelopes.push(await sealEnvelope(body, message.messageID, key, identityKey));
    }
  }
  return envelopes;
}
