import { fill, h, newID } from "../../ui/dom.js";
import { openDialog } from "../../ui/dialog.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { codeOf } from "../../recipes/server/problem.js";
import { freeName, inside, nameOf, parentOf } from "../model/paths.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./entry-dialogs.js").Work} Work */
/** @typedef {import("../model/entries.js").Entry} Entry */

/**
 * Chooses a folder, from the one that is open up and down, and moves there.
 *
 * @param {Work} work
 * @param {Entry} entry
 */
export function moveEntry(work, entry) {
  // Long because its parts, small functions, share what is shown at the moment.
  let folder = work.folder;
  /** @type {string[]} */
  let names = [];
  const here = h("p", { id: newID(), tabindex: "-1", role: "status" });
  const list = h("ul", { class: "folders", "aria-labelledby": here.id });
  const problem = h("p", { class: "error", role: "alert" });
  const go = h("button", { type: "button", class: "button primary", onclick: () => void move(entry.name) }, "Move here");
  const both = h("button", { type: "button", class: "button", hidden: true,
    onclick: () => void move(freeName(entry.name, names)) }, "Keep both");
  const dialog = openDialog({ title: `Move “${entry.name}”`, body: [here, list, problem], foot: [both, go] });

  /** @param {unknown} error */
  function refused(error) {
    if (codeOf(error) === "unauthenticated") {
      dialog.close();
      return work.app.signedOut();
    }
    problem.textContent = sentenceOf(error);
    both.hidden = codeOf(error) !== "is_there";
  }

  /** @param {string} path */
  async function look(path) {
    problem.textContent = "";
    both.hidden = true;
    try {
      const { entries } = await work.app.files.list(path);
      folder = path;
      names = entries.map(({ name }) => name);
      here.textContent = `Folder: ${nameOf(folder) || "Files"}`;
      go.disabled = folder === parentOf(entry.path);
      const folders = entries.filter((one) => one.isFolder && one.path !== entry.path);
      fill(list, folder && choice("Up", "back", parentOf(folder), "To the folder above"),
        folders.map((one) => choice(one.name, "folder", one.path)),
        folders.length === 0 && h("li", { class: "small quiet" }, "No folders in here."));
      here.focus();
    } catch (error) {
      refused(error);
    }
  }

  /** @param {string} words @param {import("../../ui/icons.js").IconName} picture @param {string} path @param {string} [label] */
  const choice = (words, picture, path, label) => h("li", null, h("button", { type: "button", class: "button wide folder",
    "aria-label": label, onclick: () => void look(path) }, icon(picture), h("span", { class: "cut" }, words)));

  /** @param {string} name */
  async function move(name) {
    go.disabled = true;
    problem.textContent = "";
    try {
      await work.app.files.move(entry.path, inside(folder, name));
      dialog.close();
      say(`“${name}” is in “${nameOf(folder) || "Files"}” now`);
      await work.refresh("");
    } catch (error) {
      go.disabled = false;
      refused(error);
    }
  }

  void look(folder);
}
