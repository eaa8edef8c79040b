import { lookOf, soon } from "../../ui/dom.js";

/**
 * @typedef {import("./link-card.js").LinkContent} LinkContent
 * @typedef {import("../../grove/rules/model/sharing-types.js").DocumentState} DocumentState
 * @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 */

/** What is known now of the documents whose cards stand in a thread: a card itself is as old as its message. */
export class KnownDocuments {
  #app;
  #changed;
  /** @type {Map<string, { collaboration: CollaborationKey, state?: DocumentState }>} */
  #known = new Map();
  #isLooking = false;
  #isStale = false;

  /** @param {import("../app.js").App} app @param {() => void} changed */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
  }

  /** @param {LinkContent} content @returns {DocumentState | undefined} nothing before it was looked up */
  of(content) {
    const name = this.#add(content);
    const known = name === undefined ? undefined : this.#known.get(name);
    if (known && !known.state) soon(() => void this.look());
    return known?.state;
  }

  /** @param {import("../../grove/rules/model/messenger-types.js").ThreadItem[]} items about to be shown */
  async learn(items) {
    for (const { content } of items) if (content.kind === "link") this.#add(content);
    await this.#read();
  }

  /** Looks again, and tells of what has changed. What changes while it looks it looks at once more. */
  async look() {
    this.#isStale = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const before = lookOf([...this.#known.values()]);
        await this.#read();
        if (lookOf([...this.#known.values()]) !== before) this.#changed();
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** @param {LinkContent} content */
  #add({ audience, collaborationID }) {
    if (!audience || !collaborationID) return undefined;
    const name = `${audience}\n${collaborationID}`;
    if (!this.#known.has(name)) this.#known.set(name, { collaboration: { audience, collaborationID } });
    return name;
  }

  async #read() {
    const all = [...this.#known.values()];
    if (all.length === 0) return;
    const states = await this.#app.sharing.documentStates(all.map(({ collaboration }) => collaboration));
    all.forEach((one, place) => (one.state = states[place]));
  }
}
