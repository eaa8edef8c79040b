import { keepNow } from "./dom.js";
import { whenReleased } from "./when-released.js";

/**
 * @typedef {{ key: string, look: string }} Row what is drawn again when `look` changes
 */

/**
 * @template Item
 * @template {Row} [RowOf=Row]
 * @typedef {object} SlidingParts
 * @property {HTMLElement} scroller
 * @property {HTMLElement} rows its only child
 * @property {(page: { before?: number, limit: number }) => Promise<Item[]>} load oldest first
 * @property {(item: Item) => number} position grows
 * @property {(items: Item[]) => RowOf[]} arrange
 * @property {(row: RowOf) => HTMLElement} make
 * @property {(atEnd: boolean) => void} moved
 */

/**
 * A list that may be very long and is read from its end: only a stretch of it is on the page. The
 * stretch grows where the person scrolls to, and is cut where they are not. The scroller is laid
 * out from its end (`flex-direction: column-reverse`, one child): the end stays where it is when
 * something grows above it, so nothing jumps when older rows come.
 *
 * @template Item
 * @template {Row} [RowOf=Row]
 */
export class VirtualList {
  static step = 60;
  static most = 240;
  /** Pixels left above or below at which the stretch grows. */
  static margin = 900;

  /** @param {SlidingParts<Item, RowOf>} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {Item[]} */
    this.items = [];
    this.start = 0;
    this.end = 0;
    this.hasOlder = true;
    this.isLoading = false;
    /** @type {Set<number> | undefined} what changed while the first items were being read */
    this.changedEarly = new Set();
    parts.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
  }

  get isAtEnd() {
    return this.end === this.items.length && this.parts.scroller.scrollTop > -48;
  }

  /** Shows the newest items, whatever was shown before. */
  async open() {
    this.openWith(await this.parts.load({ limit: VirtualList.step }));
  }

  /** @param {Item[]} items the newest `step` of them, maybe read before the latest change */
  openWith(items) {
    const early = [...this.changedEarly ?? []];
    this.changedEarly = undefined;
    this.items = items;
    this.hasOlder = items.length === VirtualList.step;
    this.toEnd();
    if (early.length > 0) void this.refresh(early);
  }

  /** Goes to the newest item. */
  toEnd() {
    this.end = this.items.length;
    this.start = Math.max(0, this.end - VirtualList.step);
    this.draw();
    this.parts.scroller.scrollTop = 0;
    this.parts.moved(true);
  }

  /**
   * Reads the items at these positions again.
   *
   * @param {number[]} positions
   */
  async refresh(positions) {
    if (this.changedEarly) {
      for (const one of positions) this.changedEarly.add(one);
      return;
    }
    const { position, scroller, rows } = this.parts;
    const oldest = this.items.length > 0 && this.hasOlder ? position(this.items[0]) : 0;
    const wanted = new Set(positions.filter((one) => one >= oldest));
    const read = await this.read(wanted);
    const [atEnd, withEnd] = [this.isAtEnd, this.end === this.items.length];
    const [first, last] = [this.items[this.start], this.items[this.end - 1]];
    const merged = new Map(this.items.map((item) => [position(item), item]));
    for (const one of wanted) merged.delete(one);
    for (const item of read) merged.set(position(item), item);
    this.items = [...merged.values()].sort((a, b) => position(a) - position(b));
    const isBefore = (/** @type {Item | undefined} */ edge) =>
      edge ? this.items.filter((item) => position(item) < position(edge)).length : 0;
    this.end = withEnd ? this.items.length : isBefore(last) + 1;
    this.start = isBefore(first);
    if (atEnd) this.start = Math.max(this.start, this.end - VirtualList.most);
    whenReleased(rows, () => {
      const before = rows.offsetHeight;
      this.draw();
      // What grew below the person's eyes must not move what they read.
      scroller.scrollTop = atEnd ? 0 : scroller.scrollTop - (withEnd ? rows.offsetHeight - before : 0);
      this.parts.moved(this.isAtEnd);
    });
  }

  /**
   * A few one by one; many, as after a long absence, in one go: the newest of them are what is
   * looked at, and the others come when they are scrolled to.
   *
   * @param {Set<number>} wanted
   * @returns {Promise<Item[]>}
   */
  async read(wanted) {
    const { load, position } = this.parts;
    const isWanted = (/** @type {Item | undefined} */ item) => item && wanted.has(position(item));
    if (wanted.size <= 12) {
      const found = await Promise.all([...wanted].map((one) =>
        load({ before: one + 1, limit: 1 })));
      return found.flat().filter(isWanted);
    }
    const limit = Math.min(1000, this.items.length + wanted.size);
    const newest = await load({ limit });
    if (newest.length === limit) this.forget(position(newest[0]));
    return newest.filter(isWanted);
  }

  /** @param {number} position before it are items that were not read */
  forget(position) {
    const kept = this.items.filter((item) => this.parts.position(item) >= position);
    const gone = this.items.length - kept.length;
    this.items = kept;
    this.start = Math.max(0, this.start - gone);
    this.end = Math.max(0, this.end - gone);
    this.hasOlder = true;
  }

  /** Draws again: something that the items are shown with has changed. */
  redraw() {
    whenReleased(this.parts.rows, () => this.draw());
  }

  /** At once: whoever scrolls measures what has come. */
  draw() {
    const { rows, arrange, make } = this.parts;
    const stretch = this.items.slice(this.start, this.end);
    keepNow(rows, arrange(stretch), ({ key }) => key, ({ look }) => look, make);
  }

  scrolled() {
    const { scroller } = this.parts;
    const below = -scroller.scrollTop;
    const above = scroller.scrollHeight - scroller.clientHeight - below;
    if (above < VirtualList.margin) void this.older();
    else if (below < VirtualList.margin && this.end < this.items.length) this.newer();
    this.parts.moved(this.isAtEnd);
  }

  async older() {
    if (this.isLoading || (this.start === 0 && !this.hasOlder)) return;
    if (this.start < VirtualList.step && this.hasOlder) await this.load();
    this.start = Math.max(0, this.start - VirtualList.step);
    this.draw();
    this.cut(Math.min(this.end, this.start + VirtualList.most));
  }

  /** Reads items older than all that were read. */
  async load() {
    const { load, position, rows } = this.parts;
    const first = this.items[0];
    if (!first) return;
    this.isLoading = true;
    rows.setAttribute("aria-busy", "true");
    try {
      const older = await load({ before: position(first), limit: VirtualList.step });
      if (this.items[0] !== first) return;
      this.hasOlder = older.length === VirtualList.step;
      this.items = [...older, ...this.items];
      this.start += older.length;
      this.end += older.length;
    } finally {
      this.isLoading = false;
      rows.removeAttribute("aria-busy");
    }
  }

  newer() {
    this.cut(Math.min(this.items.length, this.end + VirtualList.step));
    this.start = Math.max(this.start, this.end - VirtualList.most);
    this.draw();
  }

  /** @param {number} end another last row; what is above it stays where it is */
  cut(end) {
    if (end === this.end) return;
    const { rows, scroller } = this.parts;
    const before = rows.offsetHeight;
    const at = scroller.scrollTop;
    this.end = end;
    this.draw();
    scroller.scrollTop = at - (rows.offsetHeight - before);
  }
}
