import { h, newID } from "../../ui/dom.js";
import { changeBetween, changed, moved } from "../content/text-change.js";
import { fieldTitles } from "../views/sentences.js";
import { keepInside, movesByWriting, movesTo, noMoves } from "./caret-labels.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../content/yjs-content.js").YjsContent} YjsContent */
/** @typedef {import("../content/plain-content.js").PlainContent} PlainContent */
/** @typedef {import("../content/text-change.js").TextChange} TextChange */

/**
 * Another person's cursor in a field, as places in its text. `id` is the window's that it is of; `mark` is another once its
 * person has moved it, and the same where others' writing has.
 *
 * @typedef {{ id: string, mark: string, name: string, tint: number, from: number, to: number, head: number }} ShownCursor
 */

const placeholders = {
  ingredients: "One a line: 200 g flour", steps: "One a line: Heat the oven to 180 °C",
  notes: "What else is good to know?",
};

/**
 * A text field that several people write in. Behind the text lies a second, invisible copy of it,
 * which gives the field its height and the others' cursors their places.
 */
export class FieldEditor {
  #content;
  #field;
  /** What the field shows; while somebody composes a letter it may be behind the content. */
  #shown = "";
  #isComposing = false;
  /** @type {TextChange[]} what others changed meanwhile */
  #held = [];
  /** @type {ShownCursor[]} */
  #cursors = [];
  #moves = noMoves;
  #isDrawing = false;
  /** What the others do in it, in words for a moment. */
  note = h("p", { class: "small quiet field-note" });
  conflict = h("div", { class: "conflict", hidden: true });

  /**
   * @param {YjsContent | PlainContent} content
   * @param {Field} field
   * @param {(field: Field, selection: { from: number, to: number, head: number } | undefined) =>
   *   void} pointed where this person's cursor is; nothing when it leaves
   */
  constructor(content, field, pointed) {
    this.#content = content;
    this.#field = field;
    this.#shown = content.text(field);
    const id = newID();
    this.mirror = h("div", { class: "mirror", "aria-hidden": "true" });
    this.area = h("textarea", { id, class: "area", rows: 1, spellcheck: "true",
      placeholder: placeholders[field], value: this.#shown });
    this.element = h("div", { class: `recipe-field ${field}` },
      h("div", { class: "field-head" }, h("h2", null, h("label", { for: id }, fieldTitles[field])),
        this.note),
      h("div", { class: "paper" }, this.mirror, this.area), this.conflict);
    this.#listen(pointed);
    this.draw();
  }

  /** @param {ConstructorParameters<typeof FieldEditor>[2]} pointed */
  #listen(pointed) {
    const { area } = this;
    const point = () => {
      if (document.activeElement !== area) return;
      const { selectionStart: from, selectionEnd: to, selectionDirection } = area;
      pointed(this.#field, { from, to, head: selectionDirection === "backward" ? from : to });
    };
    area.addEventListener("input", () => { if (!this.#isComposing) this.#typed(); point(); });
    area.addEventListener("compositionstart", () => { this.#isComposing = true; });
    area.addEventListener("compositionend", () => this.#composed());
    area.addEventListener("beforeinput", (event) => this.#undo(event));
    area.addEventListener("keydown", (event) => this.#undoKey(event));
    for (const name of ["select", "keyup", "pointerup", "focus"]) area.addEventListener(name, point);
    area.addEventListener("blur", () => pointed(this.#field, undefined));
  }

  /** Brings to the content what was typed. */
  #typed() {
    const change = changeBetween(this.#shown, this.area.value, this.area.selectionEnd);
    if (!change) return;
    this.#shown = this.area.value;
    this.#content.type(this.#field, change);
    this.draw();
  }

  /** While others wrote on, the letter was composed in an older text. */
  #composed() {
    this.#isComposing = false;
    const change = changeBetween(this.#shown, this.area.value, this.area.selectionEnd);
    const held = this.#held;
    this.#held = [];
    if (change) {
      const at = held.reduce(moved, change.at);
      const end = held.reduce(moved, change.at + change.remove);
      this.#content.type(this.#field, { at, remove: Math.max(0, end - at), insert: change.insert });
    }
    const caret = held.reduce(moved, this.area.selectionEnd);
    this.#show(this.#content.text(this.#field), caret, caret);
  }

  /**
   * Somebody else has changed the text, or this person by undoing.
   *
   * @param {TextChange[]} changes
   */
  take(changes) {
    this.#moves = movesByWriting(this.#moves, this.#cursors, changes, performance.now());
    if (this.#isComposing) {
      this.#held.push(...changes);
      return;
    }
    const { selectionStart, selectionEnd } = this.area;
    this.#show(changes.reduce(changed, this.#shown), changes.reduce(moved, selectionStart),
      changes.reduce(moved, selectionEnd));
  }

  /** @param {string} text @param {number} start @param {number} end */
  #show(text, start, end) {
    const { area } = this;
    const direction = area.selectionDirection;
    this.#shown = text;
    area.value = text;
    if (document.activeElement === area) area.setSelectionRange(start, end, direction);
    this.draw();
  }

  /** @param {InputEvent} event the browser's own undoing knows nothing of the others */
  #undo(event) {
    if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
    event.preventDefault();
    if (event.inputType === "historyUndo") this.#content.undo();
    else this.#content.redo();
  }

  /** @param {KeyboardEvent} event */
  #undoKey(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.#content.kind === "plain") return;
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && !isRedo) return;
    event.preventDefault();
    if (isRedo) this.#content.redo();
    else this.#content.undo();
  }

  /** @param {ShownCursor[]} cursors */
  showCursors(cursors) {
    this.#cursors = cursors;
    this.#moves = movesTo(this.#moves, cursors, performance.now());
    this.draw();
  }

  /** @param {boolean} canEdit */
  allow(canEdit) {
    this.area.readOnly = !canEdit;
    this.area.placeholder = canEdit ? placeholders[this.#field] : "Nothing here yet";
    this.element.classList.toggle("read-only", !canEdit);
  }

  /** Once for each picture. */
  draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      const now = performance.now();
      const still = (/** @type {string} */ id) => now - (this.#moves.get(id)?.at ?? now);
      this.mirror.replaceChildren(...mirrored(this.#shown, this.#cursors, still));
      keepInside(this.mirror);
    });
  }
}

/**
 * @param {string} text
 * @param {ShownCursor[]} cursors
 * @param {(id: string) => number} still for how many milliseconds a cursor has not been moved
 * @returns {(Node | string)[]}
 */
function mirrored(text, cursors, still) {
  const places = new Set([0, text.length]);
  for (const { from, to, head } of cursors) for (const place of [from, to, head]) places.add(place);
  const ends = [...places].filter((place) => place <= text.length).sort((a, b) => a - b);
  /** @type {(Node | string)[]} */
  const parts = [];
  for (const [index, start] of ends.entries()) {
    for (const one of cursors) if (one.head === start) parts.push(caret(one, still(one.id)));
    const piece = text.slice(start, ends[index + 1] ?? start);
    const selected = cursors.find(({ from, to }) => from <= start && start < to);
    if (piece) parts.push(selected
      ? h("span", { class: `selected tint-${selected.tint}` }, piece) : piece);
  }
  // A line that is empty yet has a height, too.
  return [...parts, "\u200b"];
}

/** @param {ShownCursor} cursor @param {number} still */
function caret({ name, tint }, still) {
  const element = h("span", { class: `caret tint-${tint}`, "data-name": name });
  // Drawn anew it goes on fading where it was.
  element.style.setProperty("--still", `${-Math.round(still)}ms`);
  return element;
}
