import { subjectOf } from "../notices/notice-subject.js";
import { PublicKey } from "../../crypto/public-key.js";
import { decodeBase64URL } from "../../encoding/base64url.js";
import { attestedKinds, judgeNotice } from "../../message/notice-check.js";
import { NoticeLedger } from "../../message/notice-ledger.js";
import { noticeTold } from "../attention/mention-rules.js";
import { wasPutAway } from "../attention/put-away.js";
import { documentTold } from "../invitations/document-rules.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { names } from "../model/record-names.js";

/**
 * @typedef {object} KeptKeys what an audience publishes for attestations
 * @property {{ keyID: string, publicKey: string, notAfter?: number }[]} keys
 * @property {number} storedAt
 */

/**
 * What becomes of a notice that arrives (protocol 12.4 to 12.7).
 *
 * The audience's keys are those its own pages handed over (docs/decisions/0012-bridge.md): a
 * messenger's page asks no other server. Where they are missing, a notice that is believed without
 * them is a claim; one that is not waits for them.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/notice.js").Notice} notice
 * @param {import("./content-arrival.js").ContentArrival} arrival
 * @param {{ isLate?: boolean, myAccount: string }} situation `isLate`: keys are not waited for any more
 * @returns {import("./content-arrival.js").Judgement}
 */
export function noticeCame(records, notice, arrival, { isLate = false, myAccount }) {
  const invitations = usableInvitations(records, notice);
  if (invitations.length === 0) return { dropped: "no_invitation" };
  const participants = KnownParticipants.of(records, notice);
  const membership = participants.membershipOf(arrival.sender);
  if (!membership) return { dropped: "sender_not_participant" };
  const publishedKeys = keysOf(records, notice.audience, arrival.receivedAt);
  const { attestation, kind } = notice;
  const isMissing = attestation && kind && attestedKinds.includes(kind) &&
    !publishedKeys.has(attestation.keyID);
  if (isMissing && !isLate) return { need: "published_keys" };
  const sender = { account: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice };
  const myRoots = new Set(invitations.map(({ root }) => root));
  const judged = records.ask(() =>
    judgeNotice(notice, sender, { membership, myRoots, publishedKeys }));
  if (!judged.ok) return { dropped: judged.refusal };
  return tell(records, notice, arrival, { authenticity: judged.value, isOwn: arrival.sender === myAccount });
}

/**
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/notice.js").Notice} notice
 * @param {import("./content-arrival.js").ContentArrival} arrival
 * @param {{ authenticity: import("../../message/notice-check.js").NoticeAuthenticity, isOwn: boolean }} judged
 */
function tell(records, notice, arrival, { authenticity, isOwn }) {
  const name = names.ledger(notice);
  const ledger = new NoticeLedger(structuredClone(records.get(name)));
  const subject = subjectOf(KnownParticipants.of(records, notice), notice);
  const sender = { account: arrival.sender, device: arrival.senderDevice, subject };
  // When it happened says nothing here: it is the word of its sender's clock.
  const receipt = ledger.receive(notice, sender, authenticity, BigInt(arrival.receivedAt), wasPutAway(records, notice));
  if (receipt.outcome === "dropped") return { dropped: "not_new" };
  records.put(name, ledger.state);
  noticeTold(records, notice, receipt, { account: arrival.sender, receivedAt: arrival.receivedAt });
  const { kind, root, title } = notice;
  if (authenticity === "attested") {
    const { receivedAt } = arrival;
    documentTold(records, notice, { kind, root, title, at: Number(notice.at), receivedAt, isOwn });
  }
  return {};
}

/**
 * @param {import("../model/records.js").Reader} records
 * @param {string} audience
 * @param {number} now
 * @returns {Map<string, PublicKey>} by key identifier
 */
export function keysOf(records, audience, now) {
  const stored = records.get(names.publishedKeys(audience))?.keys ?? [];
  const current = stored.filter(({ notAfter }) => notAfter === undefined || notAfter > now);
  return new Map(current.map(({ keyID, publicKey }) =>
    [keyID, new PublicKey(decodeBase64URL(publicKey))]));
}
