import { fill, find, h } from "../../ui/dom.js";
import { openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { fullTime } from "../../ui/time-format.js";
import { codeOf } from "../../recipes/server/problem.js";
import { sizeText } from "../model/entries.js";
import { openPreview } from "./preview.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../server/drive-server.js").Version} Version */

/**
 * What a file held before, to look at and to bring back.
 *
 * @param {import("./entry-dialogs.js").Work} work
 * @param {import("../model/entries.js").Entry} entry
 */
export function versionsOf(work, entry) {
  const { server } = work.app;
  const list = h("ul", { class: "versions", "aria-label": "Versions" });
  const problem = h("p", { class: "error", role: "alert" });
  const dialog = openDialog({ title: `Versions of “${entry.name}”`, body: [
    h("p", { class: "small quiet" }, "What it held before it was written again, 20 times back. The oldest make way where there "
      + "is no room."), list, problem] });

  /** @param {Version} version */
  const look = (version) => openPreview({
    title: `“${entry.name}”, as it was`, name: entry.name, size: Number(version.size),
    address: server.versionAddress(entry.path, version.number),
    read: (most, signal) => server.readVersion(entry.path, version.number, most, signal),
  });

  /** @param {Version} version */
  const row = (version) => {
    const words = fullTime(Number(version.modifiedAt));
    return h("li", { class: "version" },
      h("div", null, h("p", null, words), h("p", { class: "small quiet" }, sizeText(Number(version.size)))),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "button slim", "aria-label": `Look at that of ${words}`, onclick: () => look(version) }, "Look"),
        h("button", { type: "button", class: "button slim", "aria-label": `Bring back that of ${words}`,
          onclick: () => void bringBack(version) }, "Bring back")));
  };

  /** @param {Version} version */
  async function bringBack(version) {
    problem.textContent = "";
    try {
      await server.restoreVersion(entry.path, version.number);
      dialog.close();
      say(`“${entry.name}” is as it was. What it held is a version now`);
      await work.refresh(entry.path);
    } catch (error) {
      refused(error);
    }
  }

  /** @param {unknown} error */
  function refused(error) {
    if (codeOf(error) !== "unauthenticated") return void (problem.textContent = sentenceOf(error));
    dialog.close();
    work.app.signedOut();
  }

  server.versions(entry.path).then(({ versions }) => {
    fill(list, versions.length > 0 ? versions.map(row)
      : h("li", { class: "quiet" }, "There are none: it holds what it held at first."));
    find("button", dialog.dialog).focus();
  }, refused);
}
