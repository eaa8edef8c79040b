import { decodeDeviceLinkMessage, encodeDeviceLinkMessage } from "../message/device-linking/device-link-message.js";
import { leaveAtRendezvous, rendezvous } from "../relay/rendezvous-routes.js";
import { MessengerError } from "../rules/model/messenger-error.js";

/** @typedef {import("../message/device-linking/device-link-message.js").DeviceLinkMessage} DeviceLinkMessage */

/**
 * Where two devices leave messages for each other while one is linked (protocol 3.8). Anyone at the
 * relay may write there, so what does not fit is passed over.
 */
export class Rendezvous {
  #relay;
  #id;
  #now;
  #deadline;
  #index = 0;
  /** @type {Uint8Array[]} */
  #waiting = [];

  /**
   * @param {import("../relay/relay-client.js").RelayClient} relay
   * @param {string} id
   * @param {() => number} now
   * @param {number} [timeLimit] seconds; a rendezvous lasts ten minutes
   */
  constructor(relay, id, now, timeLimit = 600) {
    this.#relay = relay;
    this.#id = id;
    this.#now = now;
    this.#deadline = now() + timeLimit * 1000;
  }

  /** Whoever waits hears `cancelled`. */
  cancel() {
    this.#deadline = -Infinity;
  }

  /** @param {DeviceLinkMessage} message */
  async leave(message) {
    await leaveAtRendezvous(this.#relay, this.#id, encodeDeviceLinkMessage(message));
  }

  /**
   * Waits for the first message that `read` makes something of.
   *
   * @template Value
   * @param {(message: DeviceLinkMessage) => Promise<Value | undefined>} read
   * @returns {Promise<Value>}
   * @throws {MessengerError} `link_timed_out`, `cancelled`, `relay_unreachable`, …
   */
  async next(read) {
    for (;;) {
      for (let data = this.#waiting.shift(); data; data = this.#waiting.shift()) {
        const message = decoded(data);
        const value = message && (await read(message));
        if (value !== undefined) return value;
      }
      if (this.#deadline === -Infinity) throw new MessengerError("cancelled");
      if (this.#now() >= this.#deadline) throw new MessengerError("link_timed_out");
      await this.#fetch();
    }
  }

  async #fetch() {
    // At least a second: asking with none, over and over, would be refused as too often.
    const remaining = Math.floor((this.#deadline - this.#now()) / 1000);
    try {
      const wait = Math.min(20, Math.max(1, remaining));
      const { messages, next } = await rendezvous(this.#relay, this.#id, this.#index, wait);
      [this.#waiting, this.#index] = [messages, next];
    } catch (error) {
      // Nobody has been there yet.
      if (!(error instanceof MessengerError) || error.problem !== "not_found") throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** @param {Uint8Array} data */
function decoded(data) {
  try {
    return decodeDeviceLinkMessage(data);
  } catch {
    return undefined;
  }
}
