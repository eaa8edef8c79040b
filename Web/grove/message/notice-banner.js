import { compareIdentifiers } from "../encoding/identifiers.js";

/**
 * Where one notice stands among others: of its own device by counter, among devices by time.
 *
 * @typedef {{ counter: bigint, at: bigint, id: string }} NoticeMark
 */

/**
 * One person's notices of one kind, told as one. `authenticity` is attested only while all of them
 * are; `newest` is the newest notice of each of the person's devices, for clearing.
 *
 * @typedef {object} NoticeActor
 * @property {string} account of somebody whom no identity map knows, the root
 * @property {string} [name] what the app calls somebody whom no identity map knows, because they came by a knock
 * @property {NoticeSubject[]} [subjects] whom they added or removed, in the order in which it was told; absent in banners
 *   of earlier versions, too
 * @property {number} count how many were merged; what a banner says does not depend on it
 * @property {import("./notice-check.js").NoticeAuthenticity} authenticity
 * @property {Map<string, NoticeMark>} newest by deviceID
 */

/**
 * Somebody who was added or removed by somebody else.
 *
 * @typedef {object} NoticeSubject
 * @property {string} root their identity
 * @property {string} [account] absent where no identity map knows the root, or none did when it was told
 * @property {string} [name] what the app calls somebody whom no identity map knows
 */

/**
 * What a person sees of one or more notices: who did one kind of thing in one collaboration within
 * five minutes (protocol 12.6).
 *
 * @typedef {object} NoticeBanner
 * @property {string} id the notice that opened it
 * @property {string} audience
 * @property {string} collaborationID
 * @property {import("./content/notice-kinds.js").NoticeKind} kind
 * @property {true} [bySelf] its people came or left, and nobody added or removed somebody else
 * @property {NoticeActor[]} actors in the order in which they joined, so that the text does not
 *   flicker
 * @property {bigint} firstAt the earliest of its notices
 * @property {bigint} latestAt
 */

const deeds = Object.freeze({
  edit: "edited", comment: "commented", addedCollaborator: "added somebody",
  removedCollaborator: "removed somebody", mention: "mentioned you", created: "created it",
  deleted: "deleted it", renamed: "renamed it", moved: "moved it",
});

/**
 * Of those who came or left by themselves.
 *
 * @type {Partial<Record<import("./content/notice-kinds.js").NoticeKind, string>>}
 */
const ownDeeds = Object.freeze({ addedCollaborator: "joined", removedCollaborator: "left" });

/**
 * What somebody did to somebody else.
 *
 * @type {Partial<Record<import("./content/notice-kinds.js").NoticeKind, string>>}
 */
const verbs = Object.freeze({ addedCollaborator: "added", removedCollaborator: "removed" });

/**
 * What its people did, in words.
 *
 * @param {Pick<NoticeBanner, "kind" | "bySelf" | "actors">} banner
 * @param {(account: string) => string} name what this person calls an account
 * @returns {string} "edited", "joined", "added Carol and 2 others"
 */
export function deedOf({ kind, bySelf, actors }, name) {
  if (bySelf) return ownDeeds[kind] ?? deeds[kind];
  const subjects = actors.flatMap((one) => one.subjects ?? []);
  const verb = verbs[kind];
  if (!verb || subjects.length === 0) return deeds[kind];
  return `${verb} ${together([...new Set(subjects.map((one) =>
    one.account ? name(one.account) : one.name ? guestName(one.name) : "somebody"))])}`;
}

/**
 * Marked wherever it stands: whom only the app calls so may have chosen the name of somebody else.
 *
 * @param {string} name what an app calls somebody whom no identity map knows
 */
export const guestName = (name) => `${name} (guest)`;

/** @param {string} host the app's @returns {string} beside such names */
export const guestNote = (host) => `a guest’s name is what they call themselves at ${host}`;

/** @param {string[]} called @returns {string} "Charlie", "Charlie and Dana", "Charlie and 2 others" */
function together([first = "", ...others]) {
  if (others.length === 0) return first;
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`;
}

/**
 * @param {NoticeActor} actor
 * @returns {bigint} when their newest notice was
 */
export const lastOf = ({ newest }) =>
  [...newest.values()].map(({ at }) => at).reduce((one, other) => (one > other ? one : other), 0n);

/**
 * What a person reads: "Charlie edited", "Charlie and Dana edited", "Charlie and 2 others edited".
 *
 * @param {NoticeBanner} banner
 * @param {(account: string) => string} name what this person calls an account
 * @param {string} [deed] what was done, where that is another thing to this person than to everybody
 * @returns {string}
 */
export function bannerText({ actors, kind, bySelf }, name, deed = deedOf({ actors, kind, bySelf }, name)) {
  return `${together(actors.map((one) => one.name === undefined ? name(one.account) : guestName(one.name)))} ${deed}`;
}

/**
 * Says whose word it is.
 *
 * @param {NoticeBanner} banner
 * @param {(account: string) => string} name
 * @returns {string | undefined} nothing for a fact about people the device knows, else "Charlie's app says" (protocol
 *   12.4), or what a guest's name is worth
 */
export function bannerAttribution({ actors, audience }, name) {
  if (actors.every(({ authenticity }) => authenticity === "attested")) {
    return actors.some((one) => one.name) ? guestNote(audience.split("/").at(-1) ?? "") : undefined;
  }
  return actors.length === 1 ? `${name(actors[0].account)}'s app says` : "their apps say";
}

/**
 * The order of display (protocol 12.6): time, then identifier.
 *
 * @param {NoticeMark} one
 * @param {NoticeMark} other
 */
export const precedes = (one, other) =>
  one.at < other.at || (one.at === other.at && compareIdentifiers(one.id, other.id) < 0);
