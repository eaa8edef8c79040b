/**
 * How long to wait before trying again: twice as long each time up to ten seconds, and not in step
 * with everybody else who lost the same server.
 */
export class Backoff {
  #failures = 0;
  /** @type {(() => void) | undefined} */
  #wake;

  succeeded() {
    this.#failures = 0;
  }

  /** @param {number} [atLeast] milliseconds */
  async wait(atLeast = 0) {
    const time = Math.min(10_000, 250 * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(time, atLeast));
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
    this.#wake = undefined;
  }

  /** The network is back, say. */
  hurry() {
    this.#failures = 0;
    this.#wake?.();
  }
}
