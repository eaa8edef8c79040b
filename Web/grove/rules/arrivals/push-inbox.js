import { attestationSignedBytes } from "../../message/content/notice.js";
import { NoticeLedger } from "../../message/notice-ledger.js";
import { ignore } from "../conversations/inbox-rules.js";
import { keysOf } from "./notice-inbox.js";
import { documentTold } from "../invitations/document-state.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { isSame, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { noticeAddressOf, noticesAreWanted } from "../notices/notice-address-rules.js";

/**
 * @typedef {import("../notices/notice-address-rules.js").NoticeAddress} NoticeAddress
 *
 * @typedef {object} PendingPush a push that names a key of the audience that is not known yet. As it
 *   came: sealed to its address
 * @property {bigint} sequence of the mailbox entry
 * @property {string} audience
 * @property {string} addressID
 * @property {Uint8Array} body
 * @property {number} receivedAt
 *
 * @typedef {object} PushOutcome
 * @property {string} [dropped] why nothing is shown
 * @property {boolean} [keysNeeded] the audience's keys have to be had first
 */

/** More are not kept: only a server that names keys it does not publish brings it that far. */
const pendingLimit = 64;

/** What the server tells is told by no device: 16 zero bytes. */
const noDevice = "AAAAAAAAAAAAAAAAAAAAAA";

/**
 * What becomes of a notice that an app's server tells by itself: it is a fact, told by the account
 * whose identity the server names, or it is nothing.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/notice.js").Notice} notice
 * @param {Pick<NoticeAddress, "collaboration">} address it came to
 * @param {{ receivedAt: number, keysAreFresh: boolean }} arrival the keys were had since it arrived, or
 *   are not waited for any more
 * @returns {PushOutcome}
 */
export function noticePushed(records, notice, { collaboration }, { receivedAt, keysAreFresh }) {
  const { kind, root, title, at, attestation } = notice;
  if (!isSame(notice, collaboration)) return { dropped: "other_collaboration" };
  if (!noticesAreWanted(records, collaboration.audience)) return { dropped: "notices_off" };
  if (!kind || !attestation) return { dropped: "attestation_required" };
  if (usableInvitations(records, collaboration).length === 0) return { dropped: "no_invitation" };
  const key = keysOf(records, collaboration.audience, receivedAt).get(attestation.keyID);
  if (!key && !keysAreFresh) return { keysNeeded: true };
  const signed = attestationSignedBytes({ ...notice, kind }, attestation.root);
  if (!key || !records.ask(() => key.verify(attestation.signature, signed))) {
    return { dropped: "attestation_required" };
  }
  const account = KnownParticipants.of(records, collaboration).accountOf(attestation.root);
  if (account === undefined) return { dropped: "sender_not_participant" };
  const name = names.ledger(collaboration);
  const ledger = new NoticeLedger(structuredClone(records.get(name)));
  const receipt = ledger.receive(
    notice, { account, device: noDevice }, "attested", BigInt(receivedAt));
  if (receipt.outcome === "dropped") return { dropped: "not_new" };
  records.put(name, ledger.state);
  documentTold(records, { ...collaboration, kind, root, title, at: Number(at) });
  return {};
}

/**
 * A push that waits for the audience's keys.
 *
 * @param {import("../model/records.js").Records} records
 * @param {PendingPush} pending
 * @returns {PushOutcome}
 */
export function putOffPush(records, pending) {
  if (all(records, names.pendingPush()).length >= pendingLimit) return { dropped: "attestation_required" };
  records.put(names.pendingPush(pending.sequence), pending);
  return {};
}

/**
 * One that has waited, judged again.
 *
 * @param {import("../model/records.js").Records} records
 * @param {bigint} sequence of the mailbox entry
 * @param {import("../../message/content/notice.js").Notice | undefined} notice nothing where it opens
 *   no more: its address has ended meanwhile
 */
export function judgePendingPush(records, sequence, notice) {
  const pending = records.get(names.pendingPush(sequence));
  if (!pending) return;
  records.put(names.pendingPush(sequence), undefined);
  const { addressID, receivedAt } = pending;
  const address = noticeAddressOf(records, addressID);
  const dropped = !address ? "unknown_address" : !notice ? "does_not_open"
    : noticePushed(records, notice, address, { receivedAt, keysAreFresh: true }).dropped;
  if (dropped) ignore(records, { sequence, now: receivedAt }, dropped);
}
