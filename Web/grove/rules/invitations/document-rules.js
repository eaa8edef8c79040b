import { KnownParticipants } from "../membership/known-membership.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { isFinal } from "../membership/still-shared.js";
import { isSame, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { newestInvitation } from "./document-state.js";
import { usableInvitations } from "./received-invitation.js";

/**
 * What a device is told of a document since it was shared: in notices that the app's server vouches for, and by the
 * app itself. What follows from it is `document-state.js`.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("./document-state.js").ToldEnding} ToldEnding
 *
 * @typedef {object} Deed something that has happened to a document
 * @property {string} [kind] absent where a notice takes back what its sender told
 * @property {string} [root] who came or went
 * @property {string} [actor] the identity of who did it, where the app's server says whose that is
 * @property {string} [name] what the app calls somebody whom no identity map knows: who came, else who did it
 * @property {string} [title] what it is called now
 * @property {string} [firstLines] what its text begins with now: the app's server alone says so. Absent where nothing is
 *   said of it
 * @property {string} [noticeID] the same where one person is told of under several identities
 * @property {number} at milliseconds
 * @property {number} [receivedAt] nothing happened later
 * @property {boolean} [isOwn] this person did it
 * @property {boolean} [isEnd] with this person everybody was removed
 */

/**
 * Somebody says so who can be believed about it.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Deed} deed
 */
export function documentTold(records, collaboration, { at, receivedAt = at, ...deed }) {
  const told = { ...deed, at: Math.min(at, receivedAt) };
  written(records, collaboration, told);
  switch (deed.kind) {
    case "renamed": renamed(records, collaboration, told); break;
    case "deleted": end(records, collaboration, { how: "deleted", order: 0 }); break;
    case "addedCollaborator": came(records, collaboration, told); break;
    case "removedCollaborator": went(records, collaboration, told); break;
  }
  noteWhoIsIn(records, collaboration, told);
}

/**
 * The app asks for a proof: without having refused one it may have let this person in again; once it has refused them
 * all, there is nothing to open.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {readonly string[]} refused roots
 */
export function proofAsked(records, collaboration, refused) {
  const usable = usableInvitations(records, collaboration);
  if (usable.length > 0 && usable.every(({ root }) => refused.includes(root))) {
    return end(records, collaboration, { how: "refused", order: usable[0].order });
  }
  const name = names.toldEnding(collaboration);
  if (records.get(name)?.how === "refused") records.put(name, undefined);
}

/**
 * This device signs: who went comes back.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 */
export function comesBack(records, collaboration) {
  const name = names.toldEnding(collaboration);
  if (records.get(name)?.how === "left") records.put(name, undefined);
}

/**
 * Where nothing is said of the first lines they stay as they are.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Deed} deed
 */
function written(records, collaboration, { firstLines, at }) {
  const name = names.toldFirstLines(collaboration);
  const known = records.get(name);
  if (firstLines === undefined || (known && known.at > at)) return;
  records.put(name, { firstLines, at });
  if (known?.firstLines !== firstLines) showShared(records, collaboration, firstLines);
}

/**
 * Who is invited from now on sees the present beginning.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string} firstLines
 */
function showShared(records, collaboration, firstLines) {
  for (const shared of sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))) {
    if (!shared.metadata.card) continue;
    const { firstLines: _, ...rest } = shared.metadata.card;
    const card = firstLines ? { ...rest, firstLines } : rest;
    records.put(names.shared(shared.conversationID, collaboration), { ...shared, metadata: { ...shared.metadata, card } });
  }
}

/** @param {Records} records @param {CollaborationKey} collaboration @param {Deed} deed */
function renamed(records, collaboration, { title, at }) {
  const name = names.toldTitle(collaboration);
  const known = records.get(name);
  if (!title || (known && known.at > at)) return;
  records.put(name, { title, at, instead: newestInvitation(records, collaboration)?.title });
  callShared(records, collaboration, title);
}

/**
 * Who is invited from now on reads the present name.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string} title
 */
function callShared(records, collaboration, title) {
  for (const shared of sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))) {
    const name = names.shared(shared.conversationID, collaboration);
    records.put(name, { ...shared, title, metadata: { ...shared.metadata, title } });
  }
}

/** @param {Records} records @param {CollaborationKey} collaboration @param {Deed} deed */
function came(records, collaboration, { root, at }) {
  const name = names.toldGone(collaboration);
  const gone = records.get(name) ?? [];
  if (!root || !gone.includes(root)) return;
  records.put(name, gone.filter((one) => one !== root));
  noteLeft(records, collaboration, root, false);
  // This person is in it again, by another of their devices or because its owner let them in.
  const told = records.get(names.toldEnding(collaboration));
  if (!told || isFinal(told) || (told.at ?? 0) > at || !records.get(names.invitation(collaboration, root))) return;
  records.put(names.toldEnding(collaboration), undefined);
}

/** More are not remembered: an app takes no more people at once. */
const mostPeople = 1024;

/** @param {Records} records @param {CollaborationKey} collaboration @param {Deed} deed */
function went(records, collaboration, { root, actor, at, isOwn, isEnd }) {
  if (!root) return;
  // Whom it is about: nobody's invitation but this person's own is here.
  const mine = records.get(names.invitation(collaboration, root));
  // Nobody tells this person any more who comes and goes: given it anew they are told who is there.
  const isLast = all(records, names.invitation(collaboration)).every(({ receivedAt }) => receivedAt <= at);
  const beside = mine && isLast ? othersRoots(records, collaboration) : [];
  noteGone(records, collaboration, [...beside.filter((one) => one !== root), root]);
  noteLeft(records, collaboration, root, actor === root);
  if (!mine) return;
  const how = isEnd ? "stopped" : isOwn ? "left" : "removed";
  // What is written in it afterwards nobody tells this person.
  if (records.get(names.toldFirstLines(collaboration))) records.put(names.toldFirstLines(collaboration), undefined);
  end(records, collaboration, { how, order: orderUntil(records, collaboration, { at, least: mine.order }), at });
}

/**
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @returns {string[]} of whom others have invited
 */
function othersRoots(records, collaboration) {
  const own = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))
    .flatMap(({ participants }) => participants.map(({ root }) => root));
  return KnownParticipants.of(records, collaboration).rootsOfInvited.filter((root) => !own.includes(root));
}

/**
 * Whoever was out is given it anew, and their inviter names who may come: of these that is known again, but for who left by
 * themselves.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {readonly string[]} roots
 */
export function namedAnew(records, collaboration, roots) {
  const told = records.get(names.toldEnding(collaboration));
  if (!told || isFinal(told)) return;
  const left = records.get(names.toldLeft(collaboration)) ?? [];
  const gone = records.get(names.toldGone(collaboration)) ?? [];
  const rest = gone.filter((one) => left.includes(one) || !roots.includes(one));
  if (rest.length < gone.length) records.put(names.toldGone(collaboration), rest);
}

/**
 * Who leaves gives up every invitation that they had by then, and who is taken out loses all (protocol 9.3.1).
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {{ at: number, least: number }} until
 */
const orderUntil = (records, collaboration, { at, least }) => all(records, names.invitation(collaboration))
  .reduce((most, { order, receivedAt }) => (receivedAt <= at ? Math.max(most, order) : most), least);

/**
 * Identities of people who are in the document no more.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {readonly string[]} roots
 */
export function noteGone(records, collaboration, roots) {
  const name = names.toldGone(collaboration);
  const gone = records.get(name) ?? [];
  const fresh = roots.filter((one) => !gone.includes(one));
  if (fresh.length > 0) records.put(name, [...gone, ...fresh].slice(-mostPeople));
}

/**
 * Whose identity stands after they went: they may come back.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string} root
 * @param {boolean} isLeft
 */
function noteLeft(records, collaboration, root, isLeft) {
  const name = names.toldLeft(collaboration);
  const left = records.get(name) ?? [];
  if (left.includes(root) === isLeft) return;
  records.put(name, isLeft ? [...left, root].slice(-mostPeople) : left.filter((one) => one !== root));
}

/**
 * Who comes in is in it, and whoever does something there; until they go. Who was only invited may come yet.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Deed} deed
 */
function noteWhoIsIn(records, collaboration, { kind, root, actor, name: called, noticeID, isOwn }) {
  const name = names.toldCame(collaboration);
  const known = records.get(name) ?? [];
  if (kind === "removedCollaborator") return noteWhoIsNot(records, collaboration, { root, actor });
  // Of who is there already the server tells a newcomer as their own doing, with a name under one identity of each alone.
  const isSubject = kind === "addedCollaborator" && (root === actor || called !== undefined || isOwn);
  const who = isSubject ? root : actor;
  // What somebody did before they went may be told afterwards.
  if (!actor || !who || records.get(names.toldGone(collaboration))?.includes(who)) return;
  const account = KnownParticipants.of(records, collaboration).accountOf(who);
  if (!account && isSubject && root !== actor && called === undefined) return;
  /** @type {import("./document-state.js").ToldCame} */
  const one = { root: who, ...(account ? { account } : { name: called }) };
  // By which further messages of the same are known: of somebody else's hand, and where a guest may be this very person.
  const isNoted = isSubject ? root !== actor || hasGuest(known) : account && hasGuest(known);
  if (isNoted && noticeID) one.noticeID = noticeID;
  if (known.some((other) => other.root === who && other.account === one.account && other.name === one.name
    && (!one.noticeID || other.noticeID === one.noticeID))) return;
  const isSamePerson = (/** @type {import("./document-state.js").ToldCame} */ other) =>
    one.noticeID !== undefined && other.noticeID === one.noticeID && (other.account === undefined) !== (account === undefined);
  // A server tells of one person under each of their identities: whom a map knows by one has no name of the app's.
  if (!account && known.some(isSamePerson)) return;
  records.put(name, [...known.filter((other) => other.root !== who && !isSamePerson(other)), one].slice(-mostPeople));
}

/**
 * Of who leaves the server says so once, under one of their identities, and they are gone by all of them. Who has none left
 * that stands is in it by none that was replaced before, either: they may be given it anew. To who has gone themselves
 * nobody tells any more who comes and goes; when they come back they are told who is there.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {Pick<Deed, "root" | "actor">} deed
 */
function noteWhoIsNot(records, collaboration, { root, actor }) {
  const name = names.toldCame(collaboration);
  const known = records.get(name) ?? [];
  const isMine = root !== undefined && records.get(names.invitation(collaboration, root)) !== undefined;
  const participants = KnownParticipants.of(records, collaboration);
  const gone = records.get(names.toldGone(collaboration)) ?? [];
  const left = root && root === actor ? known.find((one) => one.root === root)?.account
    ?? participants.holderOf(root) : undefined;
  const isOut = (/** @type {string} */ account) => account === left
    || participants.rootsOf(account).every((one) => gone.includes(one));
  const rest = isMine ? [] : known.filter((one) => one.root !== root && (one.account === undefined || !isOut(one.account)));
  if (rest.length < known.length) records.put(name, rest);
}

/** @param {import("./document-state.js").ToldCame[]} known */
const hasGuest = (known) => known.some(({ account }) => !account);

/**
 * A server tells of one person under each of their identities, in messages with the same `noticeID`. Whom a map knows by
 * another of them is in the document once, however they came.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {{ root: string, noticeID: string }} told of somebody whom no identity map knows by this root
 */
export function toldUnder(records, collaboration, { root, noticeID }) {
  const name = names.toldCame(collaboration);
  const known = records.get(name) ?? [];
  const guest = known.find((one) => one.root === root && !one.account);
  if (!guest || guest.noticeID === noticeID) return;
  const isKnown = known.some((one) => one.account && one.noticeID === noticeID);
  records.put(name, isKnown ? known.filter((one) => one !== guest)
    : known.map((one) => (one === guest ? { ...one, noticeID } : one)));
}

/** @param {Records} records @param {CollaborationKey} collaboration @param {ToldEnding} told */
function end(records, collaboration, told) {
  const known = records.get(names.toldEnding(collaboration));
  if (!known || givesWay(known, told)) records.put(names.toldEnding(collaboration), told);
}

/**
 * @param {ToldEnding} known
 * @param {ToldEnding} told
 * @returns {boolean} whether that says more
 */
function givesWay(known, told) {
  if (known.how === "deleted" || isFinal(told)) return known.how !== "deleted";
  // That the server refuses says less than why.
  const isNewer = known.order < told.order || (known.order === told.order && told.how !== "refused");
  return !isFinal(known) && isNewer;
}
