import { codeOf } from "../server/problem.js";
import { Backoff } from "./backoff.js";

/** @typedef {import("../server/body-types.js").DocumentEvent} DocumentEvent */
/** @typedef {import("../server/body-types.js").Present} Present */
/** @typedef {import("../server/body-types.js").EndReason} EndReason */

/** The server gives a sign of life every 15 seconds. */
const silenceAllowed = 40_000;

/**
 * Follows a document's stream from a position on, through interruptions, until it is over.
 */
export class DocumentFollower {
  #open;
  #handlers;
  #backoff = new Backoff();
  /** @type {AbortController | undefined} */
  #connection;
  #isStopped = false;
  #isPaused = false;
  position;

  /**
   * @param {(after: number, signal: AbortSignal, opened: () => void) =>
   *   AsyncIterable<{ name: string, data: string }>} open
   * @param {number} position
   * @param {object} handlers
   * @param {(event: DocumentEvent) => void} handlers.event
   * @param {(present: Present[]) => void} handlers.presence
   * @param {(isConnected: boolean) => void} handlers.connected
   * @param {(reason: EndReason) => void} handlers.ended
   */
  constructor(open, position, handlers) {
    this.#open = open;
    this.#handlers = handlers;
    this.position = position;
  }

  async run() {
    while (!this.#isStopped) {
      if (!this.#isPaused) await this.#follow();
      if (!this.#isStopped) await this.#backoff.wait(this.#isPaused ? 10_000 : 0);
    }
  }

  async #follow() {
    const connection = new AbortController();
    this.#connection = connection;
    let timer = setTimeout(() => connection.abort(), silenceAllowed);
    try {
      const opened = () => this.#handlers.connected(true);
      for await (const event of this.#open(this.position, connection.signal, opened)) {
        clearTimeout(timer);
        timer = setTimeout(() => connection.abort(), silenceAllowed);
        this.#backoff.succeeded();
        this.#take(event);
        if (this.#isStopped) break;
      }
    } catch (error) {
      this.#judge(codeOf(error));
    } finally {
      clearTimeout(timer);
      connection.abort();
      if (!this.#isStopped) this.#handlers.connected(false);
    }
  }

  /** @param {{ name: string, data: string }} event */
  #take({ name, data }) {
    if (name === "document") {
      const event = /** @type {DocumentEvent} */ (JSON.parse(data));
      this.position = Number(event.sequence);
      this.#handlers.event(event);
    } else if (name === "presence") {
      this.#handlers.presence(JSON.parse(data).present);
    } else if (name === "ended") {
      const { reason } = JSON.parse(data);
      if (reason !== "too_slow") this.#end(reason);
    }
  }

  /** @param {string} code what the server said instead of a stream */
  #judge(code) {
    if (code === "not_found" || code === "forbidden") this.#end("no_access");
    else if (code === "gone") this.#end("deleted");
    else if (code === "unauthenticated") this.#end("signed_out");
  }

  /** @param {EndReason} reason */
  #end(reason) {
    if (this.#isStopped) return;
    this.stop();
    this.#handlers.ended(reason);
  }

  /** The network is back, say. */
  hurry() {
    this.#backoff.hurry();
  }

  /** @param {boolean} isPaused a page nobody looks at needs none of a browser's few connections */
  pause(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#connection?.abort();
    else this.hurry();
  }

  stop() {
    this.#isStopped = true;
    this.#connection?.abort();
    this.#backoff.hurry();
  }
}
