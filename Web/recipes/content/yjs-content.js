import { fromBase64URL, toBase64URL } from "../log/base64url.js";
import { fields, writeLive } from "../log/update-format.js";
import { DetailEvent } from "./detail-event.js";
import { changesOf } from "./text-change.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../log/update-format.js").Update} Update */
/** @typedef {import("./text-change.js").TextChange} TextChange */

/**
 * What is used of Yjs, which comes from the platform's package and is handed in.
 *
 * @typedef {{ insert?: unknown, delete?: number, retain?: number }[]} YDelta
 * @typedef {{ delta: YDelta, transaction: { origin: unknown } }} YTextEvent
 *
 * @typedef {object} YText
 * @property {() => string} toString
 * @property {(at: number, text: string) => void} insert
 * @property {(at: number, length: number) => void} delete
 * @property {(changed: (event: YTextEvent) => void) => void} observe
 *
 * @typedef {object} YDoc
 * @property {number} clientID whose letters these are
 * @property {(name: string) => YText} getText
 * @property {(change: () => void, origin: unknown) => void} transact
 * @property {(name: "update", heard: (update: Uint8Array, origin: unknown) => void) => void} on
 * @property {() => void} destroy
 *
 * @typedef {{ readonly yPosition?: true }} YPosition
 *
 * @typedef {object} Yjs
 * @property {new () => YDoc} Doc
 * @property {new (texts: YText[], options: { trackedOrigins: Set<unknown> }) => { undo: () => void,
 *   redo: () => void }} UndoManager
 * @property {(doc: YDoc, update: Uint8Array, origin: unknown) => void} applyUpdate
 * @property {(updates: Uint8Array[]) => Uint8Array} mergeUpdates
 * @property {(doc: YDoc) => Uint8Array} encodeStateAsUpdate
 * @property {(doc: YDoc) => Uint8Array} encodeStateVector
 * @property {(vector: Uint8Array) => Map<number, number>} decodeStateVector
 * @property {(text: YText, index: number) => YPosition} createRelativePositionFromTypeIndex
 * @property {(position: YPosition) => Uint8Array} encodeRelativePosition
 * @property {(bytes: Uint8Array) => YPosition} decodeRelativePosition
 * @property {(position: YPosition, doc: YDoc) => { type: YText, index: number } | null
 *   } createAbsolutePositionFromRelativePosition
 */

/** Lines of programs are typed, for everybody alike, under numbers below this, under which no page types. */
const numbersOfLines = 2 ** 24;

/**
 * The fields of a recipe as several people edit them at once: one Yjs text each. Everybody who has
 * the same updates, in whatever order, has the same texts. Lines that programs have added are among
 * the notes, where they can be changed like everything else (decision 0013).
 *
 * Events: `change` ({ field, changes, typed, arrived }) for every change of a text, neither where it
 * was undone here; `unsent` when there is
 * something to take with `takeUnsent`.
 */
export class YjsContent extends EventTarget {
  /** @readonly @type {"live"} */
  kind = "live";
  #yjs;
  #doc;
  #undo;
  /** @type {Uint8Array[]} */
  #unsent = [];
  /** What a transaction says about where it comes from. */
  #typing = Symbol("typing");
  #arriving = Symbol("arriving");

  /** @param {Yjs} yjs */
  constructor(yjs) {
    super();
    this.#yjs = yjs;
    this.#doc = new yjs.Doc();
    while (this.#doc.clientID < numbersOfLines) [this.#doc.clientID] = crypto.getRandomValues(new Uint32Array(1));
    const texts = fields.map((field) => this.#text(field));
    this.#undo = new yjs.UndoManager(texts, { trackedOrigins: new Set([this.#typing]) });
    this.#doc.on("update", (update, origin) => {
      if (origin === this.#arriving) return;
      this.#unsent.push(update);
      this.dispatchEvent(new Event("unsent"));
    });
    for (const field of fields) this.#text(field).observe((event) => {
      const { origin } = event.transaction;
      const detail = { field, changes: changesOf(event.delta), typed: origin === this.#typing,
        arrived: origin === this.#arriving };
      this.dispatchEvent(new DetailEvent("change", detail));
    });
  }

  /** @param {Field} field */
  #text(field) {
    return this.#doc.getText(field);
  }

  /** @param {Field} field @returns {string} */
  text(field) {
    return this.#text(field).toString();
  }

  /** @param {Field} field @param {TextChange} change */
  type(field, { at, remove, insert }) {
    this.#doc.transact(() => {
      if (remove) this.#text(field).delete(at, remove);
      if (insert) this.#text(field).insert(at, insert);
    }, this.#typing);
  }

  /**
   * @param {Update} update
   * @param {{ own?: boolean, sequence?: number }} from its number in the log; without one: not there yet
   * @returns {boolean} whether the fields have taken it up
   */
  take(update, { sequence = 0 } = {}) {
    if (update.type === "line") return this.#takeLine(update.text, sequence);
    if (update.type !== "live") return false;
    try {
      this.#yjs.applyUpdate(this.#doc, update.bytes, this.#arriving);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Every page makes the very same letters of it, so that none of them sends any. A smaller number stands further up
   * whatever was typed meanwhile: so the newest line is the first, and no words are joined that somebody typed behind
   * another.
   *
   * @param {string} text
   * @param {number} sequence
   */
  #takeLine(text, sequence) {
    const number = numbersOfLines - sequence;
    if (sequence < 1 || number < 1) return false;
    const { Doc, applyUpdate, decodeStateVector, encodeStateAsUpdate, encodeStateVector } = this.#yjs;
    // A snapshot has it, or somebody has taken it out since.
    if (decodeStateVector(encodeStateVector(this.#doc)).has(number)) return true;
    const line = new Doc();
    line.clientID = number;
    line.getText("notes").insert(0, `${text.trimEnd()}\n`);
    applyUpdate(this.#doc, encodeStateAsUpdate(line), this.#arriving);
    line.destroy();
    return true;
  }

  /** @returns {Uint8Array | undefined} the log's bytes for what was typed since last time */
  takeUnsent() {
    if (this.#unsent.length === 0) return undefined;
    const update = this.#yjs.mergeUpdates(this.#unsent);
    this.#unsent = [];
    return writeLive(update);
  }

  /** @param {Uint8Array} first @param {Uint8Array} second another that waits, as one with it */
  merge(first, second) {
    return writeLive(this.#yjs.mergeUpdates([first.subarray(1), second.subarray(1)]));
  }

  /** Everything, for a snapshot. @returns {Uint8Array} */
  state() {
    return this.#yjs.encodeStateAsUpdate(this.#doc);
  }

  /** @param {Uint8Array} state @throws where it is no such state */
  load(state) {
    this.#yjs.applyUpdate(this.#doc, state, this.#arriving);
  }

  /**
   * A place in a text that stays where it is while others type.
   *
   * @param {Field} field
   * @param {number} index
   */
  mark(field, index) {
    const place = this.#yjs.createRelativePositionFromTypeIndex(this.#text(field), index);
    return toBase64URL(this.#yjs.encodeRelativePosition(place));
  }

  /** @param {Field} field @param {unknown} mark @returns {number | undefined} */
  find(field, mark) {
    try {
      const place = this.#yjs.decodeRelativePosition(fromBase64URL(String(mark)));
      const found = this.#yjs.createAbsolutePositionFromRelativePosition(place, this.#doc);
      return found?.type === this.#text(field) ? found.index : undefined;
    } catch {
      return undefined;
    }
  }

  undo() {
    this.#undo.undo();
  }

  redo() {
    this.#undo.redo();
  }

  close() {
    this.#doc.destroy();
  }
}
