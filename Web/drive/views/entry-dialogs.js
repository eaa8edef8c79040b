import { h, newID } from "../../ui/dom.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { codeOf } from "../../recipes/server/problem.js";
import { inside, nameProblem, parentOf, stemAndEnding } from "../model/paths.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../model/entries.js").Entry} Entry */

/**
 * What is done in an open folder.
 *
 * @typedef {object} Work
 * @property {import("../app.js").App} app
 * @property {string} folder
 * @property {() => Entry[]} entries
 * @property {(wanted?: string) => Promise<void>} refresh
 */

/** @param {Work} work */
export const newFolder = (work) => askForName({
  title: "New folder", label: "What is it called?", yes: "Make it", name: "",
  act: async (name) => {
    const path = inside(work.folder, name);
    await work.app.files.makeFolder(path);
    return path;
  },
  work,
});

/** @param {Work} work @param {Entry} entry */
export const renameEntry = (work, entry) => askForName({
  title: "Rename", label: `What is “${entry.name}” called now?`, yes: "Rename", name: entry.name,
  act: async (name) => {
    const path = inside(parentOf(entry.path), name);
    if (name !== entry.name) await work.app.files.move(entry.path, path);
    return path;
  },
  work,
});

/**
 * @param {{ title: string, label: string, yes: string, name: string, act: (name: string) => Promise<string>, work: Work }} parts
 *   `act` gives back the path of what is to have the focus then
 */
function askForName({ title, label, yes, name, act, work }) {
  const id = newID();
  const input = h("input", { class: "input", id, value: name, required: true, autofocus: true, autocomplete: "off",
    spellcheck: "false", autocapitalize: "none" });
  const problem = h("p", { class: "error", role: "alert" });
  const send = h("button", { class: "button primary", form: `${id}-form` }, yes);
  const form = h("form", { class: "stack", id: `${id}-form`, novalidate: true },
    h("div", { class: "field" }, h("label", { for: id }, label), input), problem);
  const dialog = openDialog({ title, body: [form], foot: [send] });
  // What is behind the dot mostly stays.
  input.setSelectionRange(0, stemAndEnding(name)[0].length);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const wanted = input.value.trim().normalize("NFC");
    problem.textContent = nameProblem(wanted) ?? "";
    if (problem.textContent) return input.focus();
    send.disabled = true;
    try {
      const path = await act(wanted);
      // First, because it gives the focus back to what may be gone.
      dialog.close();
      await work.refresh(path);
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return signedOut(dialog, work);
      problem.textContent = sentenceOf(error);
      if (codeOf(error) === "not_found") void work.refresh().catch(() => undefined);
      input.focus();
    } finally {
      send.disabled = false;
    }
  });
}

/** @param {{ close: () => void }} dialog @param {Work} work */
function signedOut(dialog, work) {
  dialog.close();
  work.app.signedOut();
}

/**
 * A file goes at once, since it can be brought back; of a folder nobody sees how much is in it, and what others had of it
 * does not come back.
 *
 * @param {Work} work
 * @param {Entry} entry
 */
export async function deleteEntry(work, entry) {
  const isShared = work.app.shares.at(entry.path) !== undefined;
  const text = [entry.isFolder ? "The folder goes to the bin with everything that is in it. There it stays for 30 days." : "",
    isShared ? "It is shared: everybody else loses access at once, also when it is brought back." : ""].filter(Boolean).join(" ");
  if (text && !(await ask({ title: `Delete “${entry.name}”?`, yes: "Delete", danger: true, text }))) return;
  const all = work.entries();
  const place = all.findIndex(({ path }) => path === entry.path);
  try {
    await work.app.files.remove(entry.path);
    await work.refresh((all[place + 1] ?? all[place - 1])?.path ?? "");
    const owner = work.app.shares.ofOthersAround(entry.path)?.ownerDisplayName;
    say(owner ? `“${entry.name}” is in ${owner}’s bin, who can bring it back` : `“${entry.name}” is in the bin`);
  } catch (error) {
    if (codeOf(error) === "unauthenticated") return work.app.signedOut();
    // Somebody else was quicker: it is not to stand there any longer.
    if (codeOf(error) === "not_found") await work.refresh().catch(() => undefined);
    say(sentenceOf(error));
  }
}
