import { Members } from "../encoding/json-members.js";

/**
 * @typedef {object} MailboxEvent one entry of a device's mailbox; at most one payload is there
 * @property {bigint} sequence
 * @property {string} [sender] who uploaded it, the relay's word
 * @property {Uint8Array} [envelope]
 * @property {unknown} [conversation] a change of a conversation, to be read where it is taken
 * @property {{ accountID: string, seq: bigint }} [account]
 * @property {{ entries: bigint }} [gap] entries were not kept: so many expired
 * @property {{ addressID: string, body: Uint8Array }} [notice] what an app's server has pushed (protocol
 *   12.8)
 *
 * @typedef {{ accountID: string, deviceID: string, reason: string }} UndeliveredEnvelope
 */

/** @param {unknown} value @returns {UndeliveredEnvelope} */
function readUndelivered(value) {
  const members = new Members(value);
  return {
    accountID: members.identifier("accountID", 32), deviceID: members.identifier("deviceID", 16),
    reason: members.text("reason"),
  };
}

/** @param {unknown} value @returns {UndeliveredEnvelope[]} who did not take a message */
export function readAccepted(value) {
  const members = new Members(value);
  return members.has("undelivered") ? members.array("undelivered", readUndelivered) : [];
}

/** @param {unknown} value */
function readAccountChange(value) {
  const members = new Members(value);
  return { accountID: members.identifier("accountID", 32), seq: members.decimal("seq") };
}

/** @param {unknown} value @returns {MailboxEvent} */
export function readEvent(value) {
  const members = new Members(value);
  return {
    sequence: members.decimal("sequence"),
    sender: members.has("sender") ? members.identifier("sender", 32) : undefined,
    envelope: members.has("envelope") ? members.bytes("envelope") : undefined,
    conversation: members.optional("conversation", (value) => value),
    account: members.optional("account", readAccountChange),
    gap: members.optional("gap", (value) => ({ entries: new Members(value).decimal("entries") })),
    notice: members.optional("notice", readPushed),
  };
}

/** @param {unknown} value */
function readPushed(value) {
  const members = new Members(value);
  return { addressID: members.identifier("addressID", 16), body: members.bytes("body") };
}
