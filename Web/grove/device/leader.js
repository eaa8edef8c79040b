import { backoff } from "../relay/retry.js";
import { take } from "./inbox.js";
import { mailboxPosition } from "../rules/conversations/inbox-rules.js";
import { acknowledge, drain } from "./mailbox.js";
import { flush } from "./outbox.js";
import { maintain, passes, prepare, refreshWanted } from "./sync.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/model/messenger-types.js").Connection} Connection
 */

/** Keeps a device connected: receives, sends, and does what comes due. One tab at a time. */
export class Leader {
  #device;
  #tell;
  #end = new AbortController();
  /** Aborted to connect anew. */
  #stream = new AbortController();
  /** @type {Set<() => void>} */
  #sleepers = new Set();
  #isWoken = false;
  /** @type {() => void} */
  #wakeSender = () => {};

  /**
   * @param {Device} device
   * @param {(state: Connection) => void} tell
   */
  constructor(device, tell) {
    this.#device = device;
    this.#tell = tell;
  }

  /** @returns {Promise<void>} until `stop`, or until waiting would not change anything */
  async run() {
    const page = globalThis.window;
    const hurry = () => this.hurry();
    const drop = () => this.#stream.abort();
    page?.addEventListener("online", hurry);
    page?.addEventListener("offline", drop);
    globalThis.document?.addEventListener("visibilitychange", hurry);
    try {
      const loops = [this.#receive(), this.#send(), this.#maintain()];
      await Promise.race([...loops, once(this.#end.signal)]);
    } finally {
      this.stop();
      page?.removeEventListener("online", hurry);
      page?.removeEventListener("offline", drop);
      globalThis.document?.removeEventListener("visibilitychange", hurry);
    }
  }

  stop() {
    this.#end.abort();
    this.#stream.abort();
    this.hurry();
    this.wake();
  }

  /** There is something to send. */
  wake() {
    this.#isWoken = true;
    this.#wakeSender();
  }

  /** Whatever waits before it tries again tries now. */
  hurry() {
    for (const sleeper of this.#sleepers) sleeper();
  }

  get #isOver() {
    return this.#end.signal.aborted;
  }

  async #receive() {
    for (let attempt = 0; !this.#isOver;) {
      try {
        this.#tell("connecting");
        await prepare(this.#device);
        await drain(this.#device);
        this.wake();
        await this.#follow(() => (attempt = 0));
      } catch (error) {
        attempt += 1;
        await this.#wait(error, attempt);
      }
    }
  }

  /**
   * Reads the mailbox stream until it breaks.
   *
   * @param {() => void} onOpen
   */
  async #follow(onOpen) {
    const device = this.#device;
    this.#stream = new AbortController();
    if (this.#isOver) return;
    const after = String(await device.look(mailboxPosition));
    const opened = () => {
      onOpen();
      this.#tell("online");
    };
    const events = await device.ask(async (relay) =>
      relay.mailboxStream(after, this.#stream.signal, opened));
    for (;;) {
      const { done, value } = await device.ask(() => events.next());
      if (done || this.#isOver) return;
      await device.alone("receiving", () => take(device, value));
      this.wake();
    }
  }

  async #send() {
    for (let attempt = 0; !this.#isOver;) {
      this.#isWoken = false;
      try {
        await acknowledge(this.#device);
        await refreshWanted(this.#device);
        const { interruption } = await flush(this.#device);
        if (interruption) throw interruption;
        await this.#device.local.round();
        attempt = 0;
        if (!this.#isWoken) await new Promise((resolve) => (this.#wakeSender = () => resolve(null)));
      } catch (error) {
        attempt += 1;
        await this.#wait(error, attempt, false);
      }
    }
  }

  async #maintain() {
    while (!this.#isOver) {
      await this.#sleep(3_600_000);
      if (this.#isOver) return;
      await maintain(this.#device).catch((error) => this.#check(error));
    }
  }

  /** @param {unknown} error */
  #check(error) {
    if (!passes(error) && !this.#isOver) throw error;
  }

  /** @param {unknown} error @param {number} attempt @param {boolean} [isShown] */
  async #wait(error, attempt, isShown = true) {
    this.#check(error);
    if (this.#isOver) return;
    if (isShown) this.#tell("offline");
    const { retryAfter } = /** @type {import("../rules/model/messenger-error.js").MessengerError} */ (error);
    await this.#sleep(backoff(attempt, Math.random(), retryAfter));
  }

  /** @param {number} milliseconds */
  #sleep(milliseconds) {
    if (this.#isOver) return undefined;
    return new Promise((resolve) => {
      const awake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(awake);
        resolve(null);
      };
      const timer = setTimeout(awake, milliseconds);
      this.#sleepers.add(awake);
    });
  }
}

/** @param {AbortSignal} signal */
const once = (signal) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(null)));
