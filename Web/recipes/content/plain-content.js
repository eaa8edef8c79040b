import { fields, writeField } from "../log/update-format.js";
import { DetailEvent } from "./detail-event.js";
import { changed } from "./text-change.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../log/update-format.js").Update} Update */
/** @typedef {import("./text-change.js").TextChange} TextChange */

/**
 * One field edited as a whole.
 *
 * @typedef {object} FieldState
 * @property {string} saved the newest text in the log
 * @property {number} base its number there, 0 where there is none
 * @property {string} [draft] what is typed here and not in the log yet
 * @property {number} [draftBase] the text it was typed over
 * @property {string} [sending] the draft as it was last handed over
 * @property {string} [lost] what somebody wrote over without having seen it
 */

/**
 * The fields of a recipe where Yjs is not installed: each is written whole, and the newest in the
 * log counts. Where two people wrote over the same text, both are shown and a person decides.
 *
 * Events as those of `YjsContent`, and `conflict` ({ field }).
 */
export class PlainContent extends EventTarget {
  /** @readonly @type {"plain"} */
  kind = "plain";
  /** @type {Map<Field, FieldState>} */
  #fields = new Map(fields.map((field) => [field, { saved: "", base: 0 }]));

  /** @param {Field} field */
  #state(field) {
    return /** @type {FieldState} */ (this.#fields.get(field));
  }

  /** @param {Field} field */
  text(field) {
    const { draft, saved } = this.#state(field);
    return draft ?? saved;
  }

  /** @param {Field} field @param {TextChange} change */
  type(field, change) {
    const state = this.#state(field);
    state.draftBase ??= state.base;
    state.draft = changed(this.text(field), change);
    this.#tell("change", { field, changes: [change], typed: true, arrived: false });
    this.#tell("unsent", {});
  }

  /**
   * Two texts of which a person has to choose one.
   *
   * @param {Field} field
   * @returns {{ here: string, other: string } | undefined} `here` is what the field shows
   */
  conflict(field) {
    const { draft, draftBase, base, saved, lost } = this.#state(field);
    const isOutdated = draft !== undefined && draftBase !== base && draft !== saved;
    if (isOutdated) return { here: draft, other: saved };
    return lost === undefined ? undefined : { here: this.text(field), other: lost };
  }

  /** @param {Field} field @param {string} text what it shall be */
  resolve(field, text) {
    const state = this.#state(field);
    const before = this.text(field);
    const isSaved = text === state.saved;
    Object.assign(state, { lost: undefined, sending: undefined });
    Object.assign(state, isSaved ? { draft: undefined, draftBase: undefined }
      : { draft: text, draftBase: state.base });
    this.#replaced(field, before);
    this.#tell("conflict", { field });
    this.#tell("unsent", {});
  }

  /**
   * @param {Update} update
   * @param {{ own?: boolean, sequence?: number }} from without a number: not in the log yet
   * @returns {boolean} whether the fields have taken it up
   */
  take(update, { own = false, sequence = 0 } = {}) {
    if (update.type !== "field") return false;
    const { field, text } = update;
    const state = this.#state(field);
    const before = this.text(field);
    if (sequence === 0) {
      // It waits from an earlier visit: a draft again, over what it was written over.
      Object.assign(state, { draft: text, draftBase: update.base, sending: text });
      this.#replaced(field, before);
      return true;
    }
    if (update.base !== state.base && state.saved !== text) state.lost = state.saved || undefined;
    Object.assign(state, { saved: text, base: sequence });
    if (own && state.draft === text) state.draft = state.draftBase = state.sending = undefined;
    else if (own && state.draft !== undefined) state.draftBase = sequence;
    this.#replaced(field, before, !own);
    if (this.conflict(field)) this.#tell("conflict", { field });
    return true;
  }

  /** @returns {Uint8Array | undefined} a field to write; there may be more */
  takeUnsent() {
    for (const [field, state] of this.#fields) {
      const { draft, draftBase = 0, base, sending } = state;
      if (draft === undefined || draft === sending || draftBase !== base) continue;
      state.sending = draft;
      return writeField(field, draft, draftBase);
    }
    return undefined;
  }

  /** Whole fields are not merged. @returns {undefined} */
  merge() {
    return undefined;
  }

  state() {
    const kept = [...this.#fields].map(([field, { saved, base }]) => [field, saved, base]);
    return new TextEncoder().encode(JSON.stringify(kept));
  }

  /** @param {Uint8Array} state @throws where it is no such state */
  load(state) {
    for (const [field, saved, base] of JSON.parse(new TextDecoder().decode(state))) {
      if (!this.#fields.has(field)) continue;
      this.#fields.set(field, { saved: String(saved), base: Number(base) });
    }
  }

  /** @param {Field} _field @param {number} index */
  mark(_field, index) {
    return String(index);
  }

  /** @param {Field} field @param {unknown} mark @returns {number | undefined} */
  find(field, mark) {
    const index = Number(mark);
    return Number.isSafeInteger(index) && index >= 0
      ? Math.min(index, this.text(field).length) : undefined;
  }

  undo() {}
  redo() {}
  close() {}

  /** @param {Field} field @param {string} before @param {boolean} [arrived] */
  #replaced(field, before, arrived = false) {
    const insert = this.text(field);
    if (insert === before) return;
    const changes = [{ at: 0, remove: before.length, insert }];
    this.#tell("change", { field, changes, typed: false, arrived });
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new DetailEvent(name, detail));
  }
}
