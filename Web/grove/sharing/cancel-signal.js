/**
 * A person's "cancel" of a share, raised once; or closed, when it is too late for it. Of the two whichever comes first holds,
 * so that nobody is told of a cancellation that does not happen.
 */
export class CancelSignal {
  #controller = new AbortController();
  #isRaised = false;
  #isClosed = false;

  get signal() {
    return this.#controller.signal;
  }

  /** What no app has carried out yet is given up; what one has goes on. */
  giveUp() {
    this.#controller.abort();
  }

  /** @returns {boolean} whether it is raised; false where it was closed before */
  raise() {
    if (!this.#isClosed) this.#isRaised = true;
    if (this.#isRaised) this.#controller.abort();
    return this.#isRaised;
  }

  /** @returns {boolean} whether it is closed; false where it was raised before */
  close() {
    if (!this.#isRaised) this.#isClosed = true;
    return this.#isClosed;
  }
}
