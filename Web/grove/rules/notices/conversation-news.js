import { lastOf } from "../../message/notice-banner.js";
import { NoticeLedger } from "../../message/notice-ledger.js";
import { knowing } from "../../message/notice-merging.js";
import { newestInvitation } from "../invitations/document-state.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * What a conversation tells of a document that was shared in it, perhaps in others too: of its own people what they
 * did, of those who have gone from there too, and of those who were in none of these conversations in each (protocol 12.6).
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../../message/notice-banner.js").NoticeBanner} NoticeBanner
 * @typedef {import("../../message/notice-banner.js").NoticeActor} NoticeActor
 *
 * @typedef {object} ConversationNews
 * @property {CollaborationKey} collaboration
 * @property {string} conversationID
 * @property {string} link
 * @property {NoticeBanner[]} banners in the order in which they opened
 */

/** @type {import("../membership/membership-rules.js").FormerMembers} */
const nobody = { accounts: [] };

/**
 * The conversations in which a document has its card, newest first: those that go on, and of those that this person has
 * left what was until then. Where none goes on, all of them; where every invitation was taken back, those of the ones that
 * were.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
function placesOf(records, collaboration) {
  const usable = usableInvitations(records, collaboration);
  const invitations = usable.length > 0 ? usable
    : all(records, names.invitation(collaboration)).sort((one, other) => other.order - one.order);
  const since = (/** @type {string} */ conversationID) => Math.min(...all(records, names.invitation(collaboration))
    .filter((one) => one.conversationID === conversationID).map(({ receivedAt }) => receivedAt));
  const places = invitations.map(({ conversationID, link, root }) => {
    const conversation = records.get(names.conversation(conversationID));
    const former = records.get(names.formerMembers(conversationID)) ?? nobody;
    const isOpen = conversation?.state === "active" || conversation?.state === "pending";
    return { conversationID, link, root, members: conversation?.members ?? [], former: former.accounts,
      since: since(conversationID), until: isOpen ? Infinity : former.leftAt ?? 0 };
  });
  return places.some(({ until }) => until === Infinity) ? places : places.map((one) => ({ ...one, until: Infinity }));
}

/**
 * What happened before a document was shared in a conversation is told in those in which it was.
 *
 * @param {ReturnType<typeof placesOf>} places
 * @param {string} account
 * @param {bigint} [at] when they did something; now, where it is not said
 * @returns {ReturnType<typeof placesOf>} where that account's deeds are told
 */
function placesOfActor(places, account, at) {
  const open = places.filter(({ until }) => until === Infinity || (at !== undefined && at <= BigInt(until)));
  const members = open.filter((one) => one.members.includes(account));
  const former = open.filter((one) => one.former.includes(account));
  const theirs = members.length > 0 ? members : former.length > 0 ? former : open.filter(({ until }) => until === Infinity);
  const before = theirs.filter(({ since }) => at === undefined || BigInt(since) <= at);
  return before.length > 0 ? before : theirs;
}

/**
 * Whom somebody added or removed is told where both were, if they were anywhere together.
 *
 * @param {ReturnType<typeof placesOf>} places
 * @param {string} conversationID
 * @param {NoticeActor} actor
 * @returns {NoticeActor[]} what of it is told in that conversation
 */
function toldIn(places, conversationID, actor) {
  const isHere = (/** @type {{ conversationID: string }} */ one) => one.conversationID === conversationID;
  const theirs = placesOfActor(places, actor.account, lastOf(actor));
  if (!actor.subjects) return [actor].filter(() => theirs.some(isHere));
  const subjects = actor.subjects.filter(({ account }) => {
    const both = account === undefined ? [] : placesOfActor(theirs, account, lastOf(actor));
    return (both.length > 0 ? both : theirs).some(isHere);
  });
  return subjects.length > 0 ? [{ ...actor, subjects }] : [];
}

/**
 * Where a mention counts: in the conversation of the identity that is mentioned, where who mentions it is told of there;
 * else in the newest in which they are.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @param {{ account: string, root?: string }} mention `account`: who mentions; `root`: who is mentioned
 * @returns {string | undefined} a conversation
 */
export function placeOfMention(records, collaboration, { account, root }) {
  const told = placesOfActor(placesOf(records, collaboration), account);
  return (told.find((one) => one.root === root) ?? told.at(0))?.conversationID;
}

/**
 * @param {Reader} records
 * @param {string} me this account
 * @returns {ConversationNews[]} what there is in all conversations
 */
export function conversationNews(records, me) {
  return all(records, names.ledger()).flatMap((state) => {
    if (state.banners.length === 0) return [];
    const collaboration = keyOf(state.banners[0]);
    const places = placesOf(records, collaboration);
    const here = places.filter((one, index) =>
      places.findIndex(({ conversationID }) => conversationID === one.conversationID) === index);
    const gone = new Set(records.get(names.toldGone(collaboration)));
    const participants = KnownParticipants.of(records, collaboration);
    const view = { me, gone, came: whoCame(records, collaboration, participants), participants,
      isGivenAgain: isGivenAgain(records, collaboration) };
    return here.map(({ conversationID, link, until }) => {
      const toldHere = (/** @type {NoticeActor} */ actor) => toldIn(places, conversationID, actor);
      const banners = state.banners.flatMap((banner) => among(banner, { ...view, toldHere }));
      const { audience, collaborationID } = collaboration;
      const visible = new NoticeLedger({ ...state, banners }).visible(audience, collaborationID);
      return { isOpen: until === Infinity, news: { collaboration, conversationID, link, banners: visible } };
    }).filter(({ isOpen, news }) => isOpen || news.banners.length > 0).map(({ news }) => news);
  });
}

/**
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @param {KnownParticipants} participants
 * @returns {Set<string | undefined> | undefined} accounts of who is in the document; nothing where no server has told
 */
function whoCame(records, collaboration, participants) {
  const came = records.get(names.toldCame(collaboration));
  return came && new Set(came.map(({ root, account }) => account ?? participants.accountOf(root)));
}

/**
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {boolean} whether this person was given it since it was last told that it had ended for them
 */
function isGivenAgain(records, collaboration) {
  const [ending, newest] = [records.get(names.toldEnding(collaboration)), newestInvitation(records, collaboration)];
  return ending !== undefined && newest !== undefined && newest.order > ending.order;
}

/**
 * By the minute, as it is shown: of people who write at once the first stays the first.
 *
 * @param {NoticeActor} one
 * @param {NoticeActor} other
 */
const newestFirst = (one, other) => Number(lastOf(other) / 60_000n - lastOf(one) / 60_000n);

/**
 * @typedef {object} View
 * @property {(actor: NoticeActor) => NoticeActor[]} toldHere
 * @property {string} me
 * @property {Set<string>} gone identities of who is in the document no more
 * @property {Set<string | undefined>} [came] accounts of who is in it, where its app's server has told
 * @property {KnownParticipants} participants
 * @property {boolean} isGivenAgain
 *
 * @param {NoticeBanner} banner
 * @param {View} view
 * @returns {NoticeBanner[]} what of it is told here; whoever did something last is named first, with that time
 */
function among(banner, view) {
  const actors = knowing(banner, (root) => view.participants.accountOf(root)).actors
    .flatMap((actor) => view.toldHere(actor)).flatMap((actor) => withNews(banner, actor, view));
  if (actors.length === 0) return [];
  const latestAt = actors.map(lastOf).reduce((one, other) => (one > other ? one : other));
  return [{ ...banner, latestAt, actors: actors.sort(newestFirst) }];
}

/**
 * Whom somebody added or removed is told where it is known who that is. Nobody adds themselves, or this person, or
 * who had access already: that was another invitation. That somebody came is no news once they have gone, nor that
 * somebody was removed once they were given it again.
 *
 * @param {NoticeBanner} banner
 * @param {NoticeActor} actor
 * @param {View} view
 * @returns {NoticeActor[]}
 */
function withNews({ kind, bySelf }, actor, view) {
  const { me, gone, participants } = view;
  const isAdded = kind === "addedCollaborator";
  if (isAdded && bySelf && hasGone(actor.account, view)) return [];
  if (!actor.subjects) return [actor];
  const subjects = actor.subjects.filter(({ root, account, name }) => (account ?? name) !== undefined
    && (isAdded ? !(account === actor.account || account === me || gone.has(root) || participants.isFurther(root))
      : !isBack(account, view)));
  return subjects.length > 0 ? [{ ...actor, subjects }] : [];
}

/**
 * Given it again they have an identity that nothing was told of, and are in it only once they come by that.
 *
 * @param {string} account of whom no identity map knows, the root
 * @param {View} view
 */
function hasGone(account, { gone, came, participants }) {
  const roots = participants.rootsOf(account);
  if (roots.length > 0) return roots.every((root) => gone.has(root)) || (gone.size > 0 && came?.has(account) === false);
  return gone.has(account) || participants.records.some(({ former }) => former.has(account));
}

/**
 * Of this person themselves it is told how it has ended for them (`ending-rules.js`), until then.
 *
 * @param {string | undefined} account who was removed
 * @param {View} view
 * @returns {boolean} whether they were given it again
 */
const isBack = (account, { me, gone, participants, ...view }) => account === me ? view.isGivenAgain
  : account !== undefined && participants.rootsOf(account).some((root) => !gone.has(root));
