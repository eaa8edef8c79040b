import { h } from "../../ui/dom.js";
import { droppedIn } from "../uploads/upload-list.js";

/**
 * The whole page takes files that are dragged from the desktop, while a folder is open.
 *
 * @param {import("../app.js").App} app
 * @param {string} folder
 * @param {string} title
 * @returns {() => void} ends it
 */
export function takeDrops(app, folder, title) {
  const stop = new AbortController();
  const shade = h("div", { class: "drop-shade", hidden: true }, h("p", null, `Drop to upload to “${title}”`));
  document.body.append(shade);
  const isOfFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") === true;
  /** @param {"dragenter" | "dragover" | "dragleave" | "drop"} name @param {(event: DragEvent) => void} act */
  const on = (name, act) => document.addEventListener(name, (event) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    act(event);
  }, { signal: stop.signal });
  on("dragenter", () => { shade.hidden = false; });
  on("dragover", (event) => {
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    shade.hidden = false;
  });
  // Out of the window there is nothing that is entered.
  on("dragleave", (event) => { shade.hidden = !event.relatedTarget; });
  on("drop", (event) => {
    shade.hidden = true;
    if (!event.dataTransfer) return;
    const { files, folders } = droppedIn(event.dataTransfer);
    app.uploads.add(files, folder);
    if (folders.length > 0) app.uploads.refuseFolder(folders[0]);
  });
  return () => {
    stop.abort();
    shade.remove();
  };
}

/** @param {import("../app.js").App} app @param {string} folder */
export function chooseAndUpload(app, folder) {
  const field = h("input", { type: "file", multiple: true, hidden: true, "aria-label": "Files to upload",
    onchange: () => {
      app.uploads.add([...field.files ?? []], folder);
      field.remove();
    }, oncancel: () => field.remove() });
  document.body.append(field);
  field.click();
}
