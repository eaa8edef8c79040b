import { precedes } from "./notice-banner.js";
import { covers, merged, spans, withoutJoined, without } from "./notice-merging.js";

/** @typedef {import("./notice-banner.js").NoticeBanner} NoticeBanner */
/** @typedef {import("./notice-banner.js").NoticeActor} NoticeActor */
/** @typedef {import("./notice-banner.js").NoticeMark} NoticeMark */

/** How many banners are kept; the oldest go first. */
export const maximumBanners = 256;

/**
 * What became of a notice. Only `opened` may draw attention. `seen`: its person has seen what it tells of, and it says
 * nothing. `dropped`: it came before, is too far behind, or was taken back before it arrived.
 *
 * @typedef {{ outcome: "opened" | "merged", banner: string }
 *   | { outcome: "cleared" | "seen" | "dropped" }} Receipt
 */

/**
 * What a ledger remembers: plain data that IndexedDB stores as it is. `clearings` holds the newest
 * clearing of each sending account in each collaboration.
 *
 * @typedef {object} LedgerState
 * @property {NoticeBanner[]} banners in the order in which they opened
 * @property {Map<string, import("./notice-ledger.js").NoticeWindow>} windows
 * @property {Map<string, { device: string, mark: NoticeMark }>} clearings
 */

/**
 * The notices one device has been told, made quiet: nothing twice, one banner for many, and gone
 * when their sender takes them back (protocol 12.6). What it is given has passed `judgeNotice`.
 */
export class NoticeLedger {
  /** @param {LedgerState} [state] as stored */
  constructor(state = { banners: [], windows: new Map(), clearings: new Map() }) {
    this.state = state;
  }

  /**
   * @param {import("./content/notice.js").Notice} notice
   * @param {{ account: string, device: string, name?: string, subject?: import("./notice-banner.js").NoticeSubject }} sender
   *   of the verified message; `name`: what the app calls somebody whom no identity map knows; `subject`: who came or
   *   went, of a notice about that
   * @param {import("./notice-check.js").NoticeAuthenticity} authenticity
   * @param {bigint} now a sender's time is taken as at most this
   * @param {boolean} [isSeen] its person has seen already what it tells of
   * @returns {Receipt}
   */
  receive(notice, { account, device, name, subject }, authenticity, now, isSeen = false) {
    const { windows, clearings } = this.state;
    const channel = keyOf(device, notice);
    const window = acceptCounter(windows.get(channel), notice.counter, notice.noticeID);
    if (!window) return { outcome: "dropped" };
    windows.set(channel, window);
    const at = notice.at < now ? notice.at : now;
    const mark = { counter: notice.counter, at, id: notice.noticeID };
    if (!notice.kind) {
      this.#clear(notice, account, { device, mark });
      return { outcome: "cleared" };
    }
    const clearing = clearings.get(keyOf(account, notice));
    if (clearing && covers(clearing, mark, device)) return { outcome: "dropped" };
    const newest = new Map([[device, mark]]);
    const bySelf = authenticity === "attested" && isBySelf(notice);
    if (bySelf && notice.kind === "addedCollaborator") {
      const joined = { account, root: notice.root, at: mark.at };
      const banners = this.state.banners.map((banner) => isAt(banner, notice) ? withoutJoined(banner, joined) : banner);
      this.state.banners = banners.filter(({ actors }) => actors.length > 0);
    }
    if (isSeen) return { outcome: "seen" };
    const subjects = subject && !bySelf ? [subject] : undefined;
    return this.#show(notice, { account, ...(name && { name }), ...(subjects && { subjects }), count: 1, authenticity, newest }, bySelf);
  }

  /**
   * The banners to show for a collaboration: the newest of each kind, and every mention. Who came by themselves is
   * of another kind than who was added.
   *
   * @param {string} audience
   * @param {string} collaborationID
   * @returns {NoticeBanner[]}
   */
  visible(audience, collaborationID) {
    const here = this.state.banners.filter((banner) =>
      isAt(banner, { audience, collaborationID }));
    const rank = (/** @type {NoticeBanner} */ banner) =>
      ({ at: banner.latestAt, id: banner.id, counter: 0n });
    const isNewest = (/** @type {NoticeBanner} */ banner) =>
      !here.some((other) => isOneKind(other, banner) && precedes(rank(banner), rank(other)));
    return here.filter((banner) => banner.kind === "mention" || isNewest(banner));
  }

  /** @param {string} id of a banner the person does not want any more */
  dismiss(id) {
    this.state.banners = this.state.banners.filter((banner) => banner.id !== id);
  }

  /**
   * Forgets a collaboration this person has left.
   *
   * @param {string} audience
   * @param {string} collaborationID
   */
  forget(audience, collaborationID) {
    const place = { audience, collaborationID };
    this.state.banners = this.state.banners.filter((banner) => !isAt(banner, place));
    for (const map of [this.state.windows, this.state.clearings]) {
      for (const key of map.keys()) if (key.endsWith(keyOf("", place))) map.delete(key);
    }
  }

  /**
   * Adds a notice to the banner it belongs to, or opens one. Mentions are never merged.
   *
   * @param {import("./content/notice.js").Notice} notice
   * @param {NoticeActor} actor who told it just now
   * @param {boolean} isOwn who came or left by themselves
   * @returns {Receipt}
   */
  #show(notice, actor, isOwn) {
    const [mark] = actor.newest.values();
    const kind = /** @type {import("./content/notice-kinds.js").NoticeKind} */ (notice.kind);
    const { banners } = this.state;
    const bySelf = isOwn ? /** @type {{ bySelf: true }} */ ({ bySelf: true }) : {};
    const fitting = banners.filter((banner) =>
      isOneKind(banner, { kind, ...bySelf }) && kind !== "mention" && isAt(banner, notice) && spans(banner, mark.at));
    const latest = fitting.pop();
    if (latest) {
      banners[banners.indexOf(latest)] = merged(latest, actor, mark.at);
      return { outcome: "merged", banner: latest.id };
    }
    const { audience, collaborationID } = notice;
    const times = { firstAt: mark.at, latestAt: mark.at };
    banners.push({ id: mark.id, audience, collaborationID, kind, ...bySelf, actors: [actor], ...times });
    if (banners.length > maximumBanners) banners.shift();
    return { outcome: "opened", banner: mark.id };
  }

  /**
   * Takes back what an account told before, on every banner of the collaboration.
   *
   * @param {{ audience: string, collaborationID: string }} place
   * @param {string} account
   * @param {{ device: string, mark: NoticeMark }} clearing
   */
  #clear(place, account, clearing) {
    const cleared = this.state.banners.map((banner) =>
      isAt(banner, place) ? without(banner, account, clearing) : banner);
    this.state.banners = cleared.filter(({ actors }) => actors.length > 0);
    const key = keyOf(account, place);
    const earlier = this.state.clearings.get(key);
    if (!earlier || !precedes(clearing.mark, earlier.mark)) this.state.clearings.set(key, clearing);
  }
}

/**
 * Identifiers have no newline and their length is fixed, so the end of a key names its place.
 *
 * @param {string} id
 * @param {{ audience: string, collaborationID: string }} place
 */
const keyOf = (id, { audience, collaborationID }) => `${id}\n${audience}\n${collaborationID}`;

/**
 * Whether the server says that somebody came or left by themselves: who is added or removed is who did it.
 *
 * @param {import("./content/notice.js").Notice} notice
 */
const isBySelf = ({ kind, root, attestation }) =>
  (kind === "addedCollaborator" || kind === "removedCollaborator") && root !== undefined && root === attestation?.root;

/**
 * @param {{ kind: string, bySelf?: true }} one
 * @param {{ kind: string, bySelf?: true }} other
 */
const isOneKind = (one, other) => one.kind === other.kind && one.bySelf === other.bySelf;

/**
 * @param {NoticeBanner} banner
 * @param {{ audience: string, collaborationID: string }} place
 */
const isAt = (banner, { audience, collaborationID }) =>
  banner.audience === audience && banner.collaborationID === collaborationID;

/**
 * Which counters of one sending device and collaboration have been used (protocol 12.6): the
 * highest, and which of the 64 up to it; and the newest 64 identifiers, for a notice that comes
 * again under another counter.
 *
 * @typedef {{ highest: bigint, seen: bigint, recent: string[] }} NoticeWindow
 */

const size = 64n;

/**
 * @param {NoticeWindow | undefined} window nothing where the sender is new
 * @param {bigint} counter
 * @param {string} noticeID
 * @returns {NoticeWindow | undefined} nothing for a notice seen before or too far behind
 */
function acceptCounter(window, counter, noticeID) {
  if (!window) return { highest: counter, seen: 1n, recent: [noticeID] };
  if (window.recent.includes(noticeID)) return undefined;
  const marked = mark(window, counter);
  if (!marked) return undefined;
  return { ...marked, recent: [...window.recent, noticeID].slice(-Number(size)) };
}

/**
 * @param {NoticeWindow} window bit i of `seen`: `highest - i` has been seen
 * @param {bigint} counter
 */
function mark({ highest, seen }, counter) {
  if (counter > highest) {
    const step = counter - highest;
    return { highest: counter, seen: step >= size ? 1n : BigInt.asUintN(64, seen << step) | 1n };
  }
  const behind = highest - counter;
  if (behind >= size || seen & (1n << behind)) return undefined;
  return { highest, seen: seen | (1n << behind) };
}
