import { Problem } from "../server/problem.js";
import { Backoff } from "./backoff.js";

/** @typedef {import("./outbox.js").Waiting} Waiting */

/**
 * Sends what waits in an outbox, one after the other, until the server has it. What may have arrived
 * is sent again under the same identifier, so it counts once.
 */
export class UpdateSender {
  #outbox;
  #append;
  #report;
  #lost;
  #backoff = new Backoff();
  #isRunning = false;
  #isStopped = false;
  /** Whether the last attempt reached the server. */
  isAway = false;

  /**
   * @param {import("./outbox.js").Outbox} outbox
   * @param {(waiting: Waiting) => Promise<{ sequence: string }>} append
   * @param {(waiting: Waiting, problem?: Problem) => void} report it is in the log; or why it never
   *   will be
   * @param {() => void} [lost] the server was not reached
   */
  constructor(outbox, append, report, lost = () => {}) {
    this.#outbox = outbox;
    this.#append = append;
    this.#report = report;
    this.#lost = lost;
  }

  /** Sends until nothing waits. */
  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (;;) {
        const waiting = this.#isStopped ? undefined : this.#outbox.next();
        if (!waiting) return;
        await this.#send(waiting);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** @param {Waiting} waiting */
  async #send(waiting) {
    try {
      await this.#append(waiting);
      this.#backoff.succeeded();
      this.isAway = false;
      this.#outbox.done(waiting.updateID);
      this.#report(waiting);
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem("failed", String(error));
      if (problem.isPassing) {
        this.isAway = problem.code !== "rate_limited";
        this.#lost();
        await this.#backoff.wait((problem.retryAfter ?? 0) * 1000);
      } else if (problem.code === "unauthenticated") {
        // It waits until the person has signed in again.
        this.stop();
        this.#report(waiting, problem);
      } else {
        this.#outbox.done(waiting.updateID);
        this.#report(waiting, problem);
      }
    }
  }

  /** The network is back, say. */
  hurry() {
    this.#backoff.hurry();
    void this.run();
  }

  stop() {
    this.#isStopped = true;
    this.#backoff.hurry();
  }
}
