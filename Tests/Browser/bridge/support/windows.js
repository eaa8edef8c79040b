import { holds } from "../../support/harness.js";

/** Two windows that see each other, as a browser keeps them apart: by origin and by source. */
export class FakeWindow {
  closed = false;
  opener = null;
  #listeners = new Set();
  #views = new Map();
  /** What was said to this window, with its target origin, heard or not. */
  said = [];

  constructor(address) {
    this.address = address;
    this.sessionStorage = memory();
    this.history = { state: null, replaceState: (state, __, path) => {
      this.history.state = state;
      this.location = located(new URL(path, this.address).href);
    } };
    this.location = located(address);
    this.document = { createElement: () => this.#link() };
  }

  /** An element that leads elsewhere. */
  #link() {
    const owner = this;
    return {
      href: "", referrerPolicy: "",
      click() {
        [owner.wentTo, owner.isNamed] = [this.href, this.referrerPolicy === "strict-origin"];
      },
    };
  }

  get origin() {
    return new URL(this.address).origin;
  }

  #leaving = new Set();

  addEventListener(type, listener) {
    if (type === "message") this.#listeners.add(listener);
    if (type === "pagehide") this.#leaving.add(listener);
  }

  removeEventListener(_, listener) {
    this.#listeners.delete(listener);
    this.#leaving.delete(listener);
  }

  /** Its page goes. */
  leave() {
    for (const listener of this.#leaving) listener();
  }

  /** What another window sees of this one. */
  seenBy(other) {
    if (!this.#views.has(other)) {
      const target = this;
      this.#views.set(other, {
        postMessage: (data, origin, ports) => {
          target.said.push({ ...data, target: origin });
          if (typeof origin !== "string" || origin === "*") throw new Error("no target origin");
          const message = { data: structuredClone(data), origin: other.origin, source: other.seenBy(target), ports };
          setTimeout(() => origin === target.origin && !target.closed && target.dispatch(message));
        },
        get closed() { return target.closed; },
        close: () => { target.closed = true; },
        focus: () => {},
        location: { replace: (to) => { target.ledTo = to; } },
      });
    }
    return this.#views.get(other);
  }

  /** Hands an event over, as anybody's. */
  dispatch(event) {
    // Who begins to listen now hears the next one.
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** What `open` does: `made` is the window that comes up; nothing for a browser that refuses. */
  opens(made) {
    this.open = () => {
      if (!made) return null;
      made.opener = this.seenBy(made);
      return made.seenBy(this);
    };
  }
}

const located = (address) => {
  const { origin, pathname, search, hash, href } = new URL(address);
  return { origin, pathname, search, hash, href };
};

/** A storage as `localStorage` is one. */
export function memory() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null, setItem: (name, value) => held.set(name, String(value)),
    removeItem: (name) => held.delete(name),
  };
}

export const app = "https://docs.example";
export const messenger = "https://msg.example";

/** An app's page that opens a messenger's. */
export function pair() {
  const [page, popup] = [new FakeWindow(`${app}/d/1`), new FakeWindow(`${messenger}/prove`)];
  page.opens(popup);
  return { page, popup };
}

/** @param {(milliseconds: number) => void} [milliseconds] */
export const moment = (milliseconds = 30) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {() => boolean} isSo four seconds are waited for it */
export async function until(isSo) {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await moment(20);
  holds(isSo());
}

/**
 * What is done again and again, such as a greeting, is done twenty times as often for as long as a test takes.
 *
 * @param {() => Promise<void>} body
 */
export async function hurried(body) {
  const { setInterval } = globalThis;
  globalThis.setInterval = /** @type {any} */ ((act, time) => setInterval(act, time / 20));
  try {
    await body();
  } finally {
    globalThis.setInterval = setInterval;
  }
}

/** A change of who takes part, as a messenger asks for it. */
export const change = (members = {}) => ({ actionID: "u", collaborationID: "doc-1", metadata: { title: "Baking" },
  added: ["a"], removed: [], replaced: [], timeLimit: 5, ...members });
