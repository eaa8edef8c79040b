import { h } from "../../ui/dom.js";
import { fields } from "../log/update-format.js";
import { showConflict } from "./conflict-box.js";
import { showCursors } from "./cursors.js";
import { FieldEditor } from "./field-editor.js";
import { linesList } from "./lines-list.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../session/presence.js").Cursor} Cursor */
/** @typedef {import("../session/presence.js").PresentPerson} PresentPerson */
/** @typedef {import("../content/yjs-content.js").YjsContent} YjsContent */
/** @typedef {import("../content/plain-content.js").PlainContent} PlainContent */
/**
 * @template T
 * @typedef {import("../content/detail-event.js").DetailEvent<T>} DetailEvent
 */
/** @typedef {import("../content/text-change.js").TextChange} TextChange */
/** @typedef {{ field: Field, changes: TextChange[], typed: boolean, arrived: boolean }} Took */

/** How long it is said who is writing in a field, in milliseconds. */
const noteFor = 3000;

/**
 * The written part of a recipe: its fields, the others' cursors in them, the lines of programs.
 */
export class DocumentText {
  /** @type {Map<Field, FieldEditor>} */
  #editors = new Map();
  /** @type {YjsContent | PlainContent | undefined} */
  #content;
  /** @type {PresentPerson[]} */
  #people = [];
  /** @type {Set<Field>} fields changed by what is arriving */
  #changed = new Set();
  /** @type {Map<Field, ReturnType<typeof setTimeout>>} */
  #timers = new Map();
  #pointed;
  lines = linesList();
  element = h("div", { class: "fields" });

  /** @param {(cursor: Cursor | undefined) => void} pointed where this person's cursor is */
  constructor(pointed) {
    this.#pointed = pointed;
  }

  /** @param {YjsContent | PlainContent | undefined} content nothing where it cannot be read here */
  show(content) {
    this.#content = content;
    this.#editors.clear();
    if (!content) {
      this.element.replaceChildren(h("p", { class: "note warning" }, "This recipe was typed by "
        + "several people at once, and the library for that is not installed on this server. "
        + "Its text cannot be shown here."), this.lines.element);
      return;
    }
    for (const field of fields) this.#editors.set(field, this.#editor(content, field));
    content.addEventListener("change", (event) =>
      this.#took(/** @type {DetailEvent<Took>} */ (event).detail));
    content.addEventListener("conflict", (event) =>
      this.#showConflict(/** @type {DetailEvent<{ field: Field }>} */ (event).detail.field));
    for (const field of fields) this.#showConflict(field);
    this.element.replaceChildren(
      ...[...this.#editors.values()].map(({ element }) => element), this.lines.element);
  }

  /** @param {YjsContent | PlainContent} content @param {Field} field */
  #editor(content, field) {
    return new FieldEditor(content, field, (_, selection) => {
      if (!selection) return this.#pointed(undefined);
      const { from, to, head } = selection;
      const anchor = content.mark(field, head === from ? to : from);
      this.#pointed({ field, anchor, head: content.mark(field, head) });
    });
  }

  /** @param {Took} change */
  #took({ field, changes, typed, arrived }) {
    if (arrived) this.#changed.add(field);
    if (!typed) this.#editors.get(field)?.take(changes);
    this.showCursors(this.#people);
  }

  /** @param {Field} field */
  #showConflict(field) {
    const content = this.#content;
    const editor = this.#editors.get(field);
    if (content?.kind !== "plain" || !editor) return;
    showConflict(editor.conflict, content.conflict(field), (text) => content.resolve(field, text));
  }

  /** @param {boolean} canEdit */
  allow(canEdit) {
    for (const editor of this.#editors.values()) editor.allow(canEdit);
  }

  /** @param {PresentPerson[]} people whose cursors are wanted */
  showCursors(people) {
    this.#people = people;
    showCursors(this.#editors, this.#content, people);
  }

  /** @param {string} name who has changed what has just arrived */
  sayWho(name) {
    for (const field of this.#changed) {
      const note = this.#editors.get(field)?.note;
      if (!note) continue;
      note.textContent = `${name} is writing`;
      clearTimeout(this.#timers.get(field));
      this.#timers.set(field, setTimeout(() => { note.textContent = ""; }, noteFor));
    }
    this.#changed.clear();
  }
}
