import { same, suite } from "../support/harness.js";
import { YjsContent } from "../../../Web/recipes/content/yjs-content.js";
import { PlainContent } from "../../../Web/recipes/content/plain-content.js";
import { FieldEditor } from "../../../Web/recipes/document/field-editor.js";
import { writeField } from "../../../Web/recipes/log/update-format.js";
import { readUpdate } from "../../../Web/recipes/log/update-format.js";

const test = suite("recipes: a text field that several write in");

// In a page only: there is no text field without one.
if (typeof document !== "undefined") {
  const opened = (text) => {
    const content = new PlainContent();
    content.take({ type: "field", field: "notes", text, base: 0 }, { sequence: 1 });
    const editor = new FieldEditor(content, "notes", () => {});
    content.addEventListener("change", (event) => {
      const { changes, typed } = /** @type {any} */ (event).detail;
      if (!typed) editor.take(changes);
    });
    document.body.append(editor.element);
    editor.area.focus();
    return { content, editor, area: editor.area, close: () => editor.element.remove() };
  };
  const type = (area, value, caret) => {
    area.value = value;
    area.setSelectionRange(caret, caret);
    area.dispatchEvent(new InputEvent("input"));
  };

  test("what is typed reaches the content", () => {
    const { content, area, close } = opened("salt");
    type(area, "sea salt", 4);
    same(content.text("notes"), "sea salt");
    close();
  });

  test("what others write appears, and the caret stays with its letter", () => {
    const { editor, area, close } = opened("salt");
    area.setSelectionRange(2, 2);
    editor.take([{ at: 0, remove: 0, insert: "sea " }]);
    same([area.value, area.selectionStart], ["sea salt", 6]);
    close();
  });

  test("a letter being composed is not disturbed, and lands where it belongs", () => {
    const { content, editor, area, close } = opened("ab");
    area.dispatchEvent(new CompositionEvent("compositionstart"));
    area.value = "aéb";
    area.setSelectionRange(2, 2);
    area.dispatchEvent(new InputEvent("input"));
    same(content.text("notes"), "ab");
    content.take(readUpdate("edit", writeField("notes", "xab", 1)), { sequence: 2 });
    same(area.value, "aéb");
    area.dispatchEvent(new CompositionEvent("compositionend"));
    same(content.text("notes").includes("é"), true);
    same(area.value, content.text("notes"));
    same(editor.area, area);
    close();
  });

  test("a field that may only be read takes nothing", () => {
    const { editor, area, close } = opened("salt");
    editor.allow(false);
    same(area.readOnly, true);
    close();
  });

  test("another's cursor stands where it is, named, and unseen by screen readers", async () => {
    const { editor, close } = opened("salt and pepper");
    editor.showCursors([{ id: "b 1", mark: "m", name: "Bob", tint: 1, from: 5, to: 8, head: 8 }]);
    await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
    same(editor.mirror.getAttribute("aria-hidden"), "true");
    same(editor.mirror.querySelector(".selected")?.textContent, "and");
    same(editor.mirror.querySelector(".caret")?.getAttribute("data-name"), "Bob");
    close();
  });
}

test("the two ways of editing offer the same", () => {
  const members = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor");
  const missing = members(YjsContent).filter((name) => !members(PlainContent).includes(name));
  same(missing, []);
});
