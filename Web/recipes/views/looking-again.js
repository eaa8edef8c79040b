const comingBack = ["focus", "visibilitychange"];

/**
 * Looks once each time the person comes back to the page, and never by itself: nobody waits here, and what was lost may
 * have been given again elsewhere, in another tab perhaps.
 *
 * @param {() => Promise<boolean>} look whether it is there, and nothing is to be looked for any more
 * @param {EventTarget} [page]
 * @returns {() => void} ends it
 */
export function lookingWhenBack(look, page = globalThis.window) {
  let isLooking = false;
  const end = () => comingBack.forEach((name) => page.removeEventListener(name, cameBack));
  // A tab that comes to the front says so twice.
  const cameBack = async () => {
    if (globalThis.document?.hidden || isLooking) return;
    isLooking = true;
    if (await look()) end();
    isLooking = false;
  };
  comingBack.forEach((name) => page.addEventListener(name, cameBack));
  return end;
}

/** Milliseconds until somebody who waits looks for the first time, and at most until they look again. */
const [first, longest] = [4000, 15_000];

/**
 * Looks whether something has come, more and more seldom: whoever waits may wait for a day. When the person comes back to
 * the page it looks at once, and often again.
 */
export class LookingAgain {
  #look;
  #page;
  #after;
  #time = first;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isLooking = false;
  /** Counts beginnings and ends: a look that began before answers to nobody. */
  #turn = 0;

  /**
   * @param {() => Promise<boolean>} look whether it is there, and nothing is to be looked for any more
   * @param {EventTarget} [page]
   * @param {(act: () => void, time: number) => ReturnType<typeof setTimeout>} [after]
   */
  constructor(look, page = globalThis.window, after = (act, time) => setTimeout(act, time)) {
    this.#look = look;
    this.#page = page;
    this.#after = after;
  }

  begin() {
    this.end();
    for (const name of comingBack) this.#page.addEventListener(name, this.#cameBack);
    this.#wait(first);
  }

  end() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    for (const name of comingBack) this.#page.removeEventListener(name, this.#cameBack);
  }

  /** @param {number} time */
  #wait(time) {
    clearTimeout(this.#timer);
    this.#time = time;
    this.#timer = this.#after(() => void this.#now(), time);
  }

  #cameBack = () => {
    if (globalThis.document?.hidden || this.#isLooking) return;
    this.#time = 0;
    void this.#now();
  };

  async #now() {
    clearTimeout(this.#timer);
    const turn = this.#turn;
    this.#isLooking = true;
    const isThere = await this.#look();
    this.#isLooking = false;
    if (turn !== this.#turn) return;
    if (isThere) this.end();
    else this.#wait(Math.min(longest, Math.max(first, this.#time * 1.5)));
  }
}
