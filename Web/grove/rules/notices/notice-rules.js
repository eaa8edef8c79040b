import { sha256 } from "../../crypto/hash.js";
import {
  compareIdentifiers, concat, decodeBase64URL, encodeBase64URL,
} from "../../encoding/encoding.js";
import { encodeContent } from "../../message/content/message-content.js";
import { attestedKinds } from "../../message/notice-check.js";
import { documentTold } from "../invitations/document-rules.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { keyOf, names } from "../model/record-names.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/sharing-types.js").NoticePost} NoticePost
 * @typedef {import("../model/sharing-types.js").NoticePostRefusal} NoticePostRefusal
 * @typedef {import("../../message/content/notice.js").Notice} Notice
 *
 * @typedef {object} NoticeMessages what a notice of this device comes to
 * @property {string[]} told accounts
 * @property {import("../conversations/outbox-rules.js").OutgoingMessage[]} messages one for each
 *   conversation. The notice in them is one, known by its identifier
 */

/**
 * Who is told what by a notice of this device (protocol 12.4, 12.5).
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {NoticePost & { noticeID: string, at: number }} post
 * @param {string} me
 * @returns {import("../../encoding/check-result.js").Answer<NoticeMessages, NoticePostRefusal>}
 */
export function postNotice(records, collaboration, post, me) {
  const participants = KnownParticipants.of(records, collaboration);
  if (!participants.membershipOf(me)) return { ok: false, refusal: "no_collaboration" };
  const { kind, root, title, attestation } = post;
  if (attestedKinds.includes(kind) && !attestation) {
    return { ok: false, refusal: "attestation_required" };
  }
  const audience = audienceOf(post, participants, me);
  if (!audience.ok) return audience;
  const routes = routesTo(records, collaboration, audience.value);
  if (kind === "mention" && routes.length === 0) return { ok: false, refusal: "unreachable" };
  const notice = { kind, root, title, attestation, noticeID: post.noticeID, at: BigInt(post.at) };
  // Nobody tells this device what its own app does.
  documentTold(records, collaboration, { kind, root, title, at: post.at, isOwn: true });
  return { ok: true, value: numbered(records, collaboration, notice, routes) };
}

/**
 * Takes back what this person told everybody (protocol 12.6).
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {{ noticeID: string, at: number }} post
 * @param {string} me
 * @returns {NoticeMessages}
 */
export function retractNotices(records, collaboration, { noticeID, at }, me) {
  const { accounts } = KnownParticipants.of(records, collaboration);
  const others = accounts.filter((account) => account !== me);
  const routes = routesTo(records, collaboration, others);
  return numbered(records, collaboration, { noticeID, at: BigInt(at) }, routes);
}

/**
 * @param {NoticePost} post
 * @param {KnownParticipants} participants
 * @param {string} me
 * @returns {import("../../encoding/check-result.js").Answer<string[], NoticePostRefusal>}
 */
function audienceOf({ kind, root }, participants, me) {
  if (kind !== "mention") {
    return { ok: true, value: participants.accounts.filter((account) => account !== me) };
  }
  if (root === undefined) return { ok: false, refusal: "malformed" };
  const account = participants.accountOf(root);
  if (account === undefined) return { ok: false, refusal: "unknown_root" };
  return account === me ? { ok: false, refusal: "mentions_self" } : { ok: true, value: [account] };
}

/**
 * Each account once, through the newest conversation the collaboration came in that it belongs to:
 * a receiver asks whether the sender is in the conversation (protocol 10.6).
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string[]} accounts
 * @returns {[conversationID: string, accounts: string[]][]}
 */
function routesTo(records, collaboration, accounts) {
  const left = new Set(accounts);
  /** @type {Map<string, string[]>} */
  const routes = new Map();
  for (const { conversationID } of usableInvitations(records, collaboration)) {
    if (routes.has(conversationID)) continue;
    const conversation = records.get(names.conversation(conversationID));
    const isOpen = conversation?.state === "active" || conversation?.state === "pending";
    const here = isOpen ? conversation.members.filter((one) => left.delete(one)) : [];
    if (here.length > 0) routes.set(conversationID, here.sort(compareIdentifiers));
  }
  return [...routes];
}

/**
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Omit<Notice, "audience" | "collaborationID" | "counter">} notice
 * @param {[string, string[]][]} routes
 * @returns {NoticeMessages}
 */
function numbered(records, collaboration, notice, routes) {
  const name = names.noticeCounter(collaboration);
  const counter = (records.get(name) ?? 0n) + 1n;
  records.put(name, counter);
  const content = { ...notice, ...keyOf(collaboration), counter };
  const messages = routes.map(([conversationID, accounts]) => {
    const messageID = records.ask(() => messageIDOf(notice.noticeID, conversationID, notice.kind === undefined ? 1 : 0));
    return { ...encodeContent({ type: "notice", ...content }), messageID, conversationID, accounts };
  });
  return { told: routes.flatMap(([, accounts]) => accounts), messages };
}

/**
 * A message that follows from a notice is named after it, so that it is one however often it is made.
 *
 * @param {string} noticeID
 * @param {string} conversationID
 * @param {0 | 1 | 2 | 3} action it tells; it takes back what was told; it takes back invitations; it says a new title (both
 *   protocol 12.3.1)
 * @param {number} [part] from 0, of what takes more than one message
 */
export async function messageIDOf(noticeID, conversationID, action, part = 0) {
  const digest = await sha256(
    concat(decodeBase64URL(noticeID), decodeBase64URL(conversationID), new Uint8Array(part + 1).fill(action)));
  return encodeBase64URL(digest.subarray(0, 16));
}
