/**
 * How two pages of different origins talk (protocol 13.2): objects `{ collab: 1, id, type, … }` to
 * one window of one origin. Both sides of the bridge use it. Whatever comes from another window or
 * another origin is not there.
 *
 * @typedef {{ collab: 1, id: string, type: string } & Record<string, unknown>} Message
 */
export class WindowChannel {
  #own;
  #other;
  #isExpected;
  #heard;
  #parted;

  /**
   * @param {object} parties
   * @param {Window} parties.own
   * @param {() => Window | null} parties.other who may speak: compared with the event's source
   * @param {(origin: string) => boolean} parties.isExpected of the event's origin
   * @param {(message: Message, origin: string) => void} parties.heard
   * @param {(message: Message) => void} [parties.parted] what a page said that is gone: no window can
   *   be named any more that it came from, so only its origin and what it knows speak for it
   */
  constructor({ own, other, isExpected, heard, parted }) {
    this.#own = own;
    this.#other = other;
    this.#isExpected = isExpected;
    this.#heard = heard;
    this.#parted = parted;
    own.addEventListener("message", this.#listen);
  }

  /** @param {MessageEvent} event */
  #listen = ({ source, origin, data }) => {
    const isParted = source === null && this.#parted;
    if (!isParted && (!source || source !== this.#other())) return;
    if (!this.#isExpected(origin)) return;
    if (typeof data !== "object" || data === null || data.collab !== 1) return;
    if (typeof data.id !== "string" || data.id.length > 64 || typeof data.type !== "string") return;
    if (isParted) isParted(data);
    else this.#heard(data, origin);
  };

  /**
   * @param {string} origin the only one that may read it
   * @param {string} type
   * @param {object} [members]
   * @param {string} [id] of the question this answers
   */
  say(origin, type, members = {}, id = crypto.randomUUID()) {
    this.#other()?.postMessage({ ...members, collab: 1, id, type }, origin);
  }

  stop() {
    this.#own.removeEventListener("message", this.#listen);
  }
}
