import { lastOf, precedes } from "./notice-banner.js";

/**
 * How notices become one banner, and leave it again (protocol 12.6).
 *
 * @typedef {import("./notice-banner.js").NoticeBanner} NoticeBanner
 * @typedef {import("./notice-banner.js").NoticeActor} NoticeActor
 * @typedef {import("./notice-banner.js").NoticeMark} NoticeMark
 */

/** Notices within five minutes are told as one (protocol 12.6). */
const bannerWindow = 5n * 60_000n;

/**
 * Whether a notice of this time belongs there: all notices of a banner lie within the window.
 *
 * @param {NoticeBanner} banner
 * @param {bigint} at
 */
export const spans = ({ firstAt, latestAt }, at) =>
  (latestAt > at ? latestAt : at) - (firstAt < at ? firstAt : at) <= bannerWindow;

/**
 * Whether a notice came before a clearing: by counter on the device that cleared, by time on the
 * account's other devices, whose counters say nothing about this one.
 *
 * @param {{ device: string, mark: NoticeMark }} clearing
 * @param {NoticeMark} mark
 * @param {string} device
 */
export const covers = (clearing, mark, device) =>
  device === clearing.device
    ? mark.counter < clearing.mark.counter
    : precedes(mark, clearing.mark);

/**
 * @param {NoticeBanner} banner
 * @param {NoticeActor} told
 * @param {bigint} at
 * @returns {NoticeBanner}
 */
export function merged(banner, told, at) {
  const isKnown = banner.actors.some(({ account }) => account === told.account);
  const actors = isKnown
    ? banner.actors.map((actor) => (actor.account === told.account ? joined(actor, told) : actor))
    : [...banner.actors, told];
  const { firstAt, latestAt } = banner;
  return {
    ...banner, actors,
    firstAt: at < firstAt ? at : firstAt, latestAt: at > latestAt ? at : latestAt,
  };
}

/**
 * @param {NoticeActor} actor
 * @param {NoticeActor} told
 * @returns {NoticeActor}
 */
function joined(actor, told) {
  const newest = new Map(actor.newest);
  for (const [device, mark] of told.newest) {
    const known = newest.get(device);
    if (!known || known.counter <= mark.counter) newest.set(device, mark);
  }
  const isClaimed = told.authenticity === "claimed";
  const authenticity = isClaimed ? "claimed" : actor.authenticity;
  const name = told.name ?? actor.name;
  const roots = told.subjects?.map(({ root }) => root) ?? [];
  const subjects = told.subjects && [...(actor.subjects ?? []).filter(({ root }) => !roots.includes(root)), ...told.subjects];
  return { ...actor, ...(name && { name }), ...(subjects && { subjects }), count: actor.count + told.count, authenticity, newest };
}

/**
 * As it can be said now: whose an identity is may be told after the notice. Whom the app alone could name is one with
 * the account that is known by now.
 *
 * @param {NoticeBanner} banner
 * @param {(root: string) => string | undefined} accountOf
 * @returns {NoticeBanner}
 */
export function knowing(banner, accountOf) {
  const actors = banner.actors.map(({ name, ...actor }) => {
    const subjects = actor.subjects?.map((one) => ({ ...one, account: one.account ?? accountOf(one.root) }));
    const account = name === undefined ? undefined : accountOf(actor.account);
    return { ...actor, ...(account ? { account } : name !== undefined && { name }), ...(subjects && { subjects }) };
  });
  const isFirst = (/** @type {NoticeActor} */ one) => actors.find(({ account }) => account === one.account) === one;
  const further = actors.filter((one) => !isFirst(one));
  return { ...banner, actors: actors.filter(isFirst).map((one) =>
    further.filter(({ account }) => account === one.account).reduce(joined, one)) };
}

/**
 * Who has joined is not told once more as somebody who was added, nor as somebody who went before; an actor disappears
 * when everybody whom they added or removed has joined.
 *
 * @param {NoticeBanner} banner
 * @param {{ account: string, root: string | undefined, at: bigint }} joined
 * @returns {NoticeBanner}
 */
export function withoutJoined(banner, { account, root, at }) {
  const isGoing = banner.kind === "removedCollaborator";
  if (!isGoing && (banner.kind !== "addedCollaborator" || banner.bySelf)) return banner;
  const actors = banner.actors.flatMap((actor) => {
    if (isGoing && lastOf(actor) > at) return [actor];
    if (banner.bySelf) return actor.account === account ? [] : [actor];
    const subjects = actor.subjects?.filter((one) => one.root !== root && one.account !== account);
    return subjects?.length === 0 ? [] : [{ ...actor, ...(subjects && { subjects }) }];
  });
  return { ...banner, actors };
}

/**
 * An actor disappears when nothing they told after the clearing is left.
 *
 * @param {NoticeBanner} banner
 * @param {string} account
 * @param {{ device: string, mark: NoticeMark }} clearing
 * @returns {NoticeBanner}
 */
export function without(banner, account, clearing) {
  const actors = banner.actors
    .map((actor) => {
      if (actor.account !== account) return actor;
      const left = [...actor.newest].filter(([device, mark]) => !covers(clearing, mark, device));
      return { ...actor, newest: new Map(left) };
    })
    .filter(({ newest }) => newest.size > 0);
  return { ...banner, actors };
}
