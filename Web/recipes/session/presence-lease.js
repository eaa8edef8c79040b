import { randomID, toBase64URL } from "../log/base64url.js";

/** Seconds a page counts as here without saying so again; it says so well before. */
const leaseSeconds = 30;
const renewEvery = 20_000;
/** A moving cursor is told at most so often, in milliseconds. */
const tellEvery = 150;

/**
 * Says to the server that this page is here, and where its cursor is.
 */
export class PresenceLease {
  #server;
  #documentID;
  /** @readonly One for each open page. */
  clientID = randomID();
  #state = "";
  #told = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isOver = false;

  /**
   * @param {Pick<import("../server/app-server.js").AppServer, "putPresence" | "endPresence">} server
   * @param {string} documentID
   */
  constructor(server, documentID) {
    this.#server = server;
    this.#documentID = documentID;
    this.#wait(0);
  }

  /** @param {import("./presence.js").Cursor | undefined} cursor nothing while in no field */
  point(cursor) {
    const state = cursor ? toBase64URL(new TextEncoder().encode(JSON.stringify(cursor))) : "";
    if (state === this.#state) return;
    this.#state = state;
    this.#wait(Math.max(0, tellEvery - (Date.now() - this.#told)));
  }

  /** @param {number} time */
  #wait(time) {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#tell(), time);
  }

  async #tell() {
    this.#told = Date.now();
    this.#wait(renewEvery);
    const { clientID } = this;
    // What is missed is told with the next renewal; the stream says if there is more to it.
    await this.#server.putPresence(
      this.#documentID, { clientID, state: this.#state, leaseSeconds }).catch(() => {});
  }

  /** Comes back after `leave`. */
  enter() {
    this.#isOver = false;
    this.#wait(0);
  }

  leave() {
    clearTimeout(this.#timer);
    this.#isOver = true;
    this.#server.endPresence(this.#documentID, this.clientID).catch(() => {});
  }
}
