import { PublicKey } from "../crypto/public-key.js";
import { decodeBase64URL } from "../encoding/base64url.js";
import { attestedKinds, judgeNotice } from "../message/notice-check.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { usableInvitations } from "./invitations.js";
import { KnownParticipants } from "./known-participants.js";
import { names } from "./sharing-names.js";

/**
 * What becomes of a notice that arrives (protocol 12.4 to 12.7).
 *
 * The audience's keys are those its own pages handed over (docs/decisions/0012-bridge.md): a
 * messenger's page asks no other server. Where they are missing, a notice that is believed without
 * them is a claim; one that is not waits for them.
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/notice.js").Notice} notice
 * @param {import("./collaboration-inbox.js").ContentArrival} arrival
 * @param {{ isLate?: boolean }} options `isLate`: keys are not waited for any more
 * @returns {Promise<import("./collaboration-inbox.js").Judgement>}
 */
export async function noticeCame(records, notice, arrival, { isLate = false } = {}) {
  const invitations = await usableInvitations(records, notice);
  if (invitations.length === 0) return { dropped: "no_invitation" };
  const participants = await KnownParticipants.of(records, notice);
  const membership = participants.membershipOf(arrival.sender);
  if (!membership) return { dropped: "sender_not_participant" };
  const publishedKeys = await keysOf(records, notice.audience, arrival.receivedAt);
  const { attestation, kind } = notice;
  const isMissing = attestation && kind && attestedKinds.includes(kind) &&
    !publishedKeys.has(attestation.keyID);
  if (isMissing && !isLate) return { need: "published_keys" };
  const sender = { account: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice };
  const myRoots = new Set(invitations.map(({ root }) => root));
  const judged = await judgeNotice(notice, sender, { membership, myRoots, publishedKeys });
  return judged.ok ? tell(records, notice, arrival, judged.value) : { dropped: judged.refusal };
}

/**
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/notice.js").Notice} notice
 * @param {import("./collaboration-inbox.js").ContentArrival} arrival
 * @param {import("../message/notice-check.js").NoticeAuthenticity} authenticity
 */
async function tell(records, notice, arrival, authenticity) {
  const name = names.ledger(notice);
  const ledger = new NoticeLedger(structuredClone(await records.get(name)));
  const sender = { account: arrival.sender, device: arrival.senderDevice };
  const receipt = ledger.receive(notice, sender, authenticity, BigInt(arrival.receivedAt));
  if (receipt.outcome === "dropped") return { dropped: "not_new" };
  records.put(name, ledger.state);
  return {};
}

/**
 * @param {import("./sharing-names.js").Reader} records
 * @param {string} audience
 * @param {number} now
 * @returns {Promise<Map<string, PublicKey>>} by key identifier
 */
async function keysOf(records, audience, now) {
  /** @type {{ keyID: string, publicKey: string, notAfter?: number }[]} */
  const stored = (await records.get(names.publishedKeys(audience)))?.keys ?? [];
  const current = stored.filter(({ notAfter }) => notAfter === undefined || notAfter > now);
  return new Map(current.map(({ keyID, publicKey }) =>
    [keyID, new PublicKey(decodeBase64URL(publicKey))]));
}
