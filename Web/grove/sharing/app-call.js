/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationApp} CollaborationApp
 * @typedef {import("../rules/model/sharing-types.js").ShareFailure} ShareFailure
 * @typedef {"answered" | "timeOver" | "cancelled"} Moment
 */

/** Seconds that an app whose owner was asked has to say whether a withdrawal came in time. */
const grace = 5;

/**
 * One action asked of an app, for as long as the time limit and the person allow.
 *
 * @template Answer
 */
export class AppCall {
  #app;
  #limit;
  #cancelled;
  /**
   * Why the action was withdrawn: an app that says it has changed nothing failed because of it.
   *
   * @type {ShareFailure | undefined}
   */
  withdrawn;

  /**
   * @param {CollaborationApp} app
   * @param {number} timeLimit seconds, where the app does not have its own
   * @param {AbortSignal} cancelled the person's "cancel"
   */
  constructor(app, timeLimit, cancelled) {
    this.#app = app;
    this.#limit = app.timeLimit ?? timeLimit;
    this.#cancelled = cancelled;
  }

  get timeLimit() {
    return this.#limit;
  }

  /**
   * @param {Promise<Answer>} answer
   * @param {boolean} canBeGivenUp the person may cancel, and its late answer is waited for
   * @returns {Promise<Moment>} what came first
   */
  first(answer, canBeGivenUp) {
    return this.#firstOf(answer, this.#limit, canBeGivenUp);
  }

  /**
   * Nobody needs to answer the app any more. Either it was done before, and goes on from there, or it
   * was not done at all.
   *
   * @param {string} actionID
   * @param {Promise<Answer>} answer
   * @param {"start_timed_out" | "update_timed_out"} late
   * @param {boolean} isWaitedFor
   * @returns {Promise<boolean>} whether the app has said which
   */
  async withdraw(actionID, answer, late, isWaitedFor) {
    this.withdrawn = { code: this.#cancelled.aborted ? "cancelled" : late };
    this.#app.withdraw?.(actionID);
    return isWaitedFor && (await this.#firstOf(answer, grace, false)) === "answered";
  }

  /**
   * @param {Promise<Answer>} answer
   * @param {number} limit seconds
   * @param {boolean} canBeCancelled
   * @returns {Promise<Moment>}
   */
  #firstOf(answer, limit, canBeCancelled) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve("timeOver"), limit * 1000);
      const cancel = () => resolve("cancelled");
      if (canBeCancelled) this.#cancelled.addEventListener("abort", cancel);
      if (canBeCancelled && this.#cancelled.aborted) cancel();
      answer.finally(() => {
        clearTimeout(timer);
        this.#cancelled.removeEventListener("abort", cancel);
        resolve("answered");
      });
    });
  }
}
