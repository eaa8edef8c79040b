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
   * @param {(message: Message, origin: string, ports: readonly MessagePort[]) => void} parties.heard
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
  #listen = ({ source, origin, data, ports = [] }) => {
    const isParted = source === null && this.#parted;
    if (!isParted && (!source || source !== this.#other())) return;
    if (!this.#isExpected(origin) || !isMessage(data)) return;
    if (isParted) isParted(data);
    else this.#heard(data, origin, ports);
  };

  /**
   * @param {string} origin the only one that may read it
   * @param {string} type
   * @param {object} [members]
   * @param {string} [id] of the question this answers
   * @param {MessagePort[]} [ports] that go with it
   */
  say(origin, type, members = {}, id = crypto.randomUUID(), ports = []) {
    this.#other()?.postMessage({ ...members, collab: 1, id, type }, origin, ports);
  }

  stop() {
    this.#own.removeEventListener("message", this.#listen);
  }
}

/**
 * The same messages between two pages that no window joins: each holds an end of a channel, which was handed to it by the
 * other's origin. Nobody else holds one.
 */
export class PortChannel {
  #port;
  #own;

  /**
   * @param {object} parties
   * @param {MessagePort} parties.port
   * @param {Window} parties.own
   * @param {(message: Message) => void} parties.heard
   * @param {() => void} parties.gone the other page has gone, or holds another one by now
   * @param {() => void} [parties.leaving] this page goes: what is to be said before that
   */
  constructor({ port, own, heard, gone, leaving = () => {} }) {
    this.#port = port;
    this.#own = own;
    this.#leave = () => {
      leaving();
      this.stop();
    };
    const over = () => {
      if (!this.#isOpen) return;
      this.#close();
      gone();
    };
    port.onmessage = ({ data }) => {
      if (isMessage(data) && this.#isOpen) data.type === "gone" ? over() : heard(data);
    };
    // Of a page that has crashed, or never took its end: where the browser says it.
    port.addEventListener("close", over);
    own.addEventListener("pagehide", this.#leave);
  }

  #isOpen = true;

  #leave;

  /** @param {string} type @param {object} [members] @param {string} [id] of the question this answers */
  say(type, members = {}, id = crypto.randomUUID()) {
    this.#port.postMessage({ ...members, collab: 1, id, type });
  }

  /** The other page is told. */
  stop() {
    this.say("gone");
    this.#close();
  }

  #close() {
    this.#isOpen = false;
    this.#own.removeEventListener("pagehide", this.#leave);
    this.#port.close();
  }
}

/** @param {unknown} data @returns {data is Message} */
function isMessage(data) {
  const { collab, id, type } = Object(data);
  return collab === 1 && typeof id === "string" && id.length <= 64 && typeof type === "string";
}
