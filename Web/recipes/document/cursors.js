import { tintOf } from "../../ui/avatar.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../session/presence.js").PresentPerson} PresentPerson */
/** @typedef {import("./field-editor.js").FieldEditor} FieldEditor */
/** @typedef {import("./field-editor.js").ShownCursor} ShownCursor */

/**
 * Puts the others' cursors into the fields; those in texts that are not here yet are left out.
 *
 * @param {Map<Field, FieldEditor>} editors
 * @param {Pick<import("../content/yjs-content.js").YjsContent, "find"> | undefined} content
 * @param {PresentPerson[]} people
 */
export function showCursors(editors, content, people) {
  for (const [field, editor] of editors) {
    /** @type {ShownCursor[]} */
    const shown = [];
    for (const { account, name, cursors } of people) {
      for (const { clientID, cursor } of cursors) {
        if (cursor.field !== field) continue;
        const [anchor, head] = [content?.find(field, cursor.anchor), content?.find(field, cursor.head)];
        if (anchor === undefined || head === undefined) continue;
        shown.push({ id: `${account} ${clientID}`, mark: `${cursor.anchor} ${cursor.head}`, name, tint: tintOf(name), head,
          from: Math.min(anchor, head), to: Math.max(anchor, head) });
      }
    }
    editor.showCursors(shown);
  }
}
