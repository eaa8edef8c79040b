/** Milliseconds between two tellings: who goes back and forth need not be told of each time. */
const pause = 20_000;

/**
 * Tells the person's own messenger that they have opened what they look at, however they came here: what was told of it
 * there is news no more (protocol 12.8.1). Once when it is shown, again when they come back to it after something has
 * happened, and when somebody mentions them there before their eyes.
 */
export class Seen {
  #tell;
  #isInFront;
  #isNew = true;
  #toldAt = -Infinity;

  /**
   * @param {() => Promise<void>} tell
   * @param {() => boolean} isInFront whether a person looks at it now
   */
  constructor(tell, isInFront) {
    this.#tell = tell;
    this.#isInFront = isInFront;
  }

  /** Something that others' messengers are told of. */
  happened() {
    this.#isNew = true;
  }

  /** They are mentioned, which rings in their messenger: it is told without a pause that they see it. @param {number} [now] */
  mentioned(now = Date.now()) {
    this.#isNew = true;
    this.#toldAt = -Infinity;
    this.look(now);
  }

  /** It is shown, or may have come to the front. @param {number} [now] */
  look(now = Date.now()) {
    if (!this.#isNew || now < this.#toldAt + pause || !this.#isInFront()) return;
    this.#isNew = false;
    this.#toldAt = now;
    // Where it cannot be told now it is with the next time, or by the messenger where it is opened from there.
    this.#tell().catch(() => {});
  }
}
