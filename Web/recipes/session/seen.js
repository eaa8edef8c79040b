/**
 * Milliseconds after the last of what happened: before the app's server tells it, for which its author has to pause for a
 * second. What happened before a messenger was told that it was seen stands in it not even for a moment.
 */
const settled = 400;
/** Milliseconds after the first of what happened, where somebody writes on and on. */
const longest = 2000;
/** Milliseconds between two tellings at least. */
const pause = 1000;

/**
 * Tells the person's own messenger that they have before them what they look at, however they came here: what was told of
 * it there is news no more (protocol 12.8.1). When it is shown, when others have done something in it before their eyes,
 * when they come back to it after that, and at once when somebody says something there.
 */
export class Seen {
  #tell;
  #isInFront;
  #after;
  #isNew = true;
  /** Whether all that is new was before their eyes, wherever they look by now. */
  #isSeen = false;
  #firstAt = -Infinity;
  #lastAt = -Infinity;
  #toldAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => Promise<void>} tell
   * @param {() => boolean} isInFront whether a person looks at it now
   * @param {(body: () => void, delay: number) => ReturnType<typeof setTimeout>} [after]
   */
  constructor(tell, isInFront, after = (body, delay) => setTimeout(body, delay)) {
    this.#tell = tell;
    this.#isInFront = isInFront;
    this.#after = after;
  }

  /** Something that others' messengers are told of. @param {number} [now] */
  happened(now = Date.now()) {
    if (!this.#isNew) this.#firstAt = now;
    this.#lastAt = now;
    this.#isNew = true;
    if (!this.#isInFront()) this.#isSeen = false;
    this.look(now);
  }

  /** A comment, which the server tells soon, and at once where it mentions them. @param {number} [now] */
  said(now = Date.now()) {
    this.#isNew = true;
    this.#firstAt = this.#toldAt = -Infinity;
    this.look(now);
  }

  /** It is shown, or may have come to the front. @param {number} [now] */
  look(now = Date.now()) {
    clearTimeout(this.#timer);
    if (this.#isInFront()) this.#isSeen = true;
    if (!this.#isNew || !this.#isSeen) return;
    const due = Math.max(this.#toldAt + pause, Math.min(this.#lastAt + settled, this.#firstAt + longest));
    if (due > now) this.#timer = this.#after(() => this.look(due), due - now);
    else this.#say(now);
  }

  /** It is shown no more. */
  leave() {
    clearTimeout(this.#timer);
    if (this.#isNew && this.#isSeen) this.#tell().catch(() => {});
  }

  /** @param {number} now */
  #say(now) {
    this.#toldAt = now;
    // Where it cannot be told now it is with the next time, or by the messenger where it is opened from there.
    this.#tell().catch(() => {});
    this.#isNew = false;
  }
}
