import { agreed } from "./owner-actions.js";

/** Why an action is not carried out: it is about something that this page does not share now. Stable. */
export const notSharedHere = "not_shared_here";

/** @typedef {import("./window-channel.js").Message} Message */
/** @typedef {{ localIdentifier?: unknown, collaborationID?: unknown }} Named */

/** @type {WeakMap<Window, SharedHere>} */
const everyPage = new WeakMap();

/**
 * What a page has handed to a messenger to be shared. In that window its owner decides, and nobody is asked once
 * more in the page; so nothing is carried out that does not belong to that very share: a messenger whose page was
 * altered could otherwise give itself access to all that its owner may share.
 */
export class SharedHere {
  /**
   * Collaborations that shares of this page started, and when they were over; `Infinity` before.
   *
   * @type {Map<unknown, number>}
   */
  #started = new Map();
  /**
   * Roots that were to be added, and where: whether they were or not, they may be taken back.
   *
   * @type {Map<unknown, unknown>}
   */
  #offered = new Map();

  /** @param {Window} own @returns {SharedHere} of this page, whichever window it has opened */
  static of(own) {
    const found = everyPage.get(own) ?? new SharedHere();
    everyPage.set(own, found);
    return found;
  }

  /**
   * @param {Message} message an action
   * @param {Named | undefined} shared what the app has handed over and is being shared now
   * @returns {boolean} taking back what nobody uses costs nobody anything
   */
  allows({ type, metadata, collaborationID, added, removed, replaced }, shared) {
    if (type === "cancelled") return true;
    if (type === "start") return shared !== undefined && isSame(shared, /** @type {Named} */ (Object(metadata)));
    if (!this.#isFresh(collaborationID)) return false;
    const gone = [...listed(removed), ...listed(replaced).map((pair) => Object(pair).old)];
    if (!gone.every((root) => this.#offered.get(root) === collaborationID)) return false;
    for (const root of [...listed(added), ...listed(replaced).map((pair) => Object(pair).new)]) {
      this.#offered.set(root, collaborationID);
    }
    return true;
  }

  /** @param {unknown} collaborationID that a start action came to @param {boolean} isOver the share has ended meanwhile */
  started(collaborationID, isOver) {
    this.#started.set(collaborationID, isOver ? Date.now() : Infinity);
  }

  /** A share has ended. What it left can be taken back for a while. */
  over() {
    for (const [id, at] of this.#started) if (at === Infinity) this.#started.set(id, Date.now());
  }

  /** @param {unknown} collaborationID */
  #isFresh(collaborationID) {
    const at = this.#started.get(collaborationID);
    return at !== undefined && Date.now() - at < agreed;
  }
}

/** @param {Named} one @param {Named} other */
const isSame = (one, other) => (one.localIdentifier ?? "") === (other.localIdentifier ?? "")
  && one.collaborationID === other.collaborationID;

/** @param {unknown} list @returns {unknown[]} */
const listed = (list) => (Array.isArray(list) ? list : []);
