import { attestationSignedBytes } from "../../message/content/notice.js";
import { pushedKeyID } from "../../message/push-message.js";
import { NoticeLedger } from "../../message/notice-ledger.js";
import { awaitedEnded } from "./awaited-ending.js";
import { mentionsLeft, noticeTold } from "../attention/mention-rules.js";
import { wasPutAway } from "../attention/put-away.js";
import { documentTold, toldUnder } from "../invitations/document-rules.js";
import { newestInvitation } from "../invitations/document-state.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { noticesAreWanted } from "../invitations/told-by-server.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { subjectOf } from "../notices/notice-subject.js";
import { isSame, names } from "../model/record-names.js";
import { PublicKey } from "../../crypto/public-key.js";
import { decodeBase64URL } from "../../encoding/base64url.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/content/notice.js").Notice} Notice
 * @typedef {Pick<import("../notices/notice-address-rules.js").NoticeAddress, "collaboration" | "serverKey">}
 *   Address
 */

/** What the server tells is told by no device: 16 zero bytes. */
const noDevice = "AAAAAAAAAAAAAAAAAAAAAA";

/** Milliseconds that a server's clock may be ahead of this device's: no mistake of it hides what happens much later. */
const clockTolerance = 300_000;

/**
 * What becomes of a notice that an app's server tells by itself: it is a fact, told by the account
 * whose identity the server names, or it is nothing. Of somebody who came by a knock no identity map knows: they have
 * the name that the app gives them.
 *
 * @param {Records} records
 * @param {Notice & { firstLines?: string, name?: string, isEnd?: boolean }} notice
 * @param {Address} address it came to
 * @param {{ receivedAt: number, myAccount: string }} device
 * @returns {{ dropped?: string }} why nothing is shown
 */
export function noticePushed(records, notice, address, { receivedAt, myAccount }) {
  const obstacle = obstacleTo(records, notice, address);
  if (obstacle === "no_invitation") awaitedEnded(records, notice, address);
  if (obstacle || !notice.attestation) return { dropped: obstacle };
  const { collaboration } = address;
  const { kind, root, title, firstLines, name, noticeID, at, isEnd, attestation: { root: actor } } = notice;
  const known = accountOf(records, { ...notice, actor }, collaboration);
  const isOwn = known === myAccount;
  // Nobody is told what they did themselves, but the document has changed.
  const dropped = isOwn ? "own_action" : takenIn(records, notice, collaboration, { known, actor, receivedAt });
  if (dropped !== "sender_not_participant" && dropped !== "not_new") {
    documentTold(records, collaboration, { kind, root, actor, name, title, firstLines, noticeID, at: Number(at), receivedAt, isOwn, isEnd });
  } else if (known === undefined) {
    toldUnder(records, collaboration, { root: actor, noticeID });
  }
  if (isOwn) followOwn(records, notice, collaboration, receivedAt);
  return { dropped };
}

/**
 * Whose hand it was. What has ended for everybody has ended by who shared it: their identities in other conversations
 * went with it, and the server can tell it under one alone, which this person may not know.
 *
 * @param {Records} records
 * @param {{ kind?: string, root?: string, isEnd?: boolean, actor: string }} notice
 * @param {Address["collaboration"]} collaboration
 * @returns {string | undefined}
 */
function accountOf(records, { kind, root, isEnd, actor }, collaboration) {
  const participants = KnownParticipants.of(records, collaboration);
  const [inviter, ...others] = participants.records;
  const isOver = kind === "deleted" || (isEnd && root !== actor);
  return participants.holderOf(actor) ?? (isOver && others.length === 0 ? inviter?.inviter : undefined);
}

/**
 * @param {Records} records
 * @param {Notice & { name?: string }} notice
 * @param {Address["collaboration"]} collaboration
 * @param {{ known?: string, actor: string, receivedAt: number }} told by whom, and when; `known`: whose the identity is
 * @returns {string | undefined} why nothing is shown
 */
function takenIn(records, notice, collaboration, { known, actor, receivedAt }) {
  const participants = KnownParticipants.of(records, collaboration);
  const subject = subjectOf(participants, notice, notice.name);
  // The name of who came or went is not that of whose hand it was.
  const isOfOther = subject !== undefined && subject.account === undefined && notice.root !== actor;
  const name = known === undefined && !isOfOther ? notice.name : undefined;
  if (known === undefined && name === undefined) return "sender_not_participant";
  const account = known ?? actor;
  return noNews(records, notice, participants, { account, subject })
    ?? shown(records, notice, collaboration, { account, name, receivedAt, subject });
}

/**
 * What this person did on another device puts news away here, too.
 *
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address["collaboration"]} collaboration
 * @param {number} receivedAt
 */
function followOwn(records, notice, collaboration, receivedAt) {
  if (ends(records, notice, collaboration)) return putNewsAway(records, collaboration);
  if (!opens(records, notice, collaboration)) return;
  putNewsAway(records, collaboration, notice.at);
  const latest = BigInt(receivedAt + clockTolerance);
  const at = notice.at < latest ? notice.at : latest;
  if (at > (records.get(names.toldOpened(collaboration)) ?? 0n)) records.put(names.toldOpened(collaboration), at);
}

/**
 * What happened before its document was last in front of this person, and comes only now, they have seen: both times are
 * of the app's server. That it has ended for them they cannot have seen there.
 *
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address["collaboration"]} collaboration
 */
function wasSeen(records, notice, collaboration) {
  if (wasPutAway(records, notice)) return true;
  const opened = records.get(names.toldOpened(collaboration));
  return opened !== undefined && notice.at <= opened && !ends(records, notice, collaboration);
}

/**
 * Whose inviter has said so before, and taken the invitation back (12.3.1), is told it all the same: by whose hand.
 *
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address["collaboration"]} collaboration
 * @returns {boolean} whether it is over here with that
 */
function ends(records, { kind, root }, collaboration) {
  if (kind !== "removedCollaborator") return kind === "deleted";
  return root !== undefined && records.get(names.invitation(collaboration, root)) !== undefined;
}

/**
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address["collaboration"]} collaboration
 * @returns {boolean} whether this person has it open, elsewhere
 */
const opens = (records, { kind, root }, collaboration) => kind === "addedCollaborator"
  && usableInvitations(records, collaboration).some((one) => one.root === root);

/**
 * Who has left a document or deleted it knows that, and what was told of it before is news no more. Nor is what was told
 * until somebody opened it.
 *
 * @param {Records} records
 * @param {Address["collaboration"]} collaboration
 * @param {bigint} [time] milliseconds
 */
function putNewsAway(records, collaboration, time) {
  const place = names.ledger(collaboration);
  const state = records.get(place);
  if (!state) return;
  const banners = state.banners.filter(({ latestAt }) => time !== undefined && latestAt > time);
  if (banners.length === state.banners.length) return;
  records.put(place, { ...state, banners });
  mentionsLeft(records, collaboration);
}

/**
 * Who is in a document already does not come when they prove a further identity, and that somebody was added or removed
 * tells nothing where nobody says who.
 *
 * @param {Records} records
 * @param {Notice} notice
 * @param {KnownParticipants} participants
 * @param {{ account: string, subject?: import("../../message/notice-banner.js").NoticeSubject }} told by whom, and of whom
 * @returns {"nobody_named" | "already_in" | undefined}
 */
function noNews(records, { audience, collaborationID, kind, root }, participants, { account, subject }) {
  if (kind !== "addedCollaborator" && kind !== "removedCollaborator") return undefined;
  if (root === undefined) return "nobody_named";
  if (kind === "removedCollaborator" || subject?.account !== account) return undefined;
  const collaboration = { audience, collaborationID };
  const gone = records.get(names.toldGone(collaboration)) ?? [];
  const came = (records.get(names.toldCame(collaboration)) ?? []).filter((one) => one.account === account);
  const isInviter = participants.records.some(({ inviter }) => inviter === account);
  const roots = [...came.map((one) => one.root), ...(isInviter ? participants.rootsOf(account) : [])];
  return roots.some((one) => one !== root && !gone.includes(one)) ? "already_in" : undefined;
}

/**
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address["collaboration"]} collaboration
 * @param {{ account: string, name?: string, subject?: import("../../message/notice-banner.js").NoticeSubject,
 *   receivedAt: number }} told by whom, of whom, and when
 * @returns {string | undefined} why nothing is shown
 */
function shown(records, notice, collaboration, { account, name, subject, receivedAt }) {
  const place = names.ledger(collaboration);
  const ledger = new NoticeLedger(structuredClone(records.get(place)));
  const receipt = ledger.receive(
    notice, { account, name, subject, device: noDevice }, "attested", BigInt(receivedAt),
    wasSeen(records, notice, collaboration));
  if (receipt.outcome === "dropped") return "not_new";
  // Of a document that has ended here nothing else is news any more, and given again it begins anew.
  const isOver = receipt.outcome !== "seen" && ends(records, notice, collaboration);
  const { banners } = ledger.state;
  records.put(place, { ...ledger.state, banners: isOver ? banners.filter(({ kind }) => kind === notice.kind) : banners });
  if (isOver) mentionsLeft(records, collaboration);
  noticeTold(records, notice, receipt, { account, name, receivedAt });
  return receipt.outcome === "seen" ? "already_seen" : undefined;
}

/**
 * @param {Records} records
 * @param {Notice} notice
 * @param {Address} address
 * @returns {string | undefined}
 */
function obstacleTo(records, notice, { collaboration, serverKey }) {
  const { kind, root, attestation } = notice;
  if (!isSame(notice, collaboration)) return "other_collaboration";
  if (!noticesAreWanted(records, collaboration.audience)) return "notices_off";
  if (!kind || attestation?.keyID !== pushedKeyID) return "attestation_required";
  const invitations = usableInvitations(records, collaboration);
  const wasInvited = () => ends(records, notice, collaboration) && newestInvitation(records, collaboration) !== undefined;
  if (invitations.length === 0 && !wasInvited()) return "no_invitation";
  const key = new PublicKey(decodeBase64URL(serverKey));
  const signed = attestationSignedBytes({ ...notice, kind }, attestation.root);
  if (!records.ask(() => key.verify(attestation.signature, signed))) return "attestation_required";
  const isForOther = kind === "mention" && !invitations.some((one) => one.root === root);
  return isForOther ? "root_not_mine" : undefined;
}
