import { fill, find, h, keep } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { menuButton, nextPlace } from "../../ui/menu.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { whenReleased } from "../../ui/when-released.js";
import { codeOf } from "../../recipes/server/problem.js";
import { Seen } from "../../recipes/session/seen.js";
import { addressOf } from "../app.js";
import { iconOf, kindOf, sizeText } from "../model/entries.js";
import { addressOfFile, isFixed, isOfOthers, nameOf, pathOf, splitPath } from "../model/paths.js";
import { sharedLine, sharedSign, sharingItems } from "../sharing/entry-sharing.js";
import { deleteEntry, newFolder, renameEntry } from "./entry-dialogs.js";
import { moveEntry } from "./move-dialog.js";
import { heardFromOtherPages } from "../server/other-pages.js";
import { openPreview } from "./preview.js";
import { placesOf } from "./places.js";
import { chooseAndUpload, takeDrops } from "./take-drops.js";
import { versionsOf } from "./versions-dialog.js";

/** @typedef {import("../model/entries.js").Entry} Entry */

/** Rows that are drawn at first, and with each wish for more. */
const rowsAtOnce = 300;

/**
 * Milliseconds after which a folder is looked at again: other people change it, and this person's other devices. A drive
 * is WebDAV, which tells nobody of anything, so that a page can only ask; more often would be work for nothing.
 */
const lookedAtEvery = 15_000;

/**
 * What a folder holds.
 *
 * @param {import("../app.js").App} app
 * @param {string} path
 * @param {string} [wanted] the path of a file in it that is looked at, too
 * @returns {Promise<import("../app.js").View>}
 * @throws {import("../../recipes/server/problem.js").Problem} `is_file` where it is no folder
 */
export async function folderView(app, path, wanted) {
  // Long because its parts, small functions, share what is shown at the moment.
  let [listing] = await Promise.all([app.files.list(path), app.shares.look()]);
  // Its owner may call it otherwise while it is open here.
  const spot = app.shares.spotAt(path);
  let most = rowsAtOnce;
  let isClosed = false;
  const list = h("ul", { class: "files", "aria-label": "Files and folders", onkeydown: onKey });
  const more = h("button", { type: "button", class: "button", onclick: () => {
    most += rowsAtOnce;
    draw();
  } });
  const howToFill = h("p", null, "Drop files here, or choose them with “Upload”.");
  const empty = h("div", { class: "empty" }, h("h2", null, "Nothing here yet"), howToFill);
  const room = h("p", { class: "small quiet" });
  const sharing = h("div", { hidden: true });
  const mayWrite = () => app.shares.ofOthersAround(path)?.yours !== "readOnly";
  const title = nameOf(path) || "Files";
  const element = h("div", { class: "page" }, placesOf("folder"),
    h("div", { class: "list-head" }, h("h1", { class: "cut" }, title), room),
    path && trail(path), sharing, list, empty, more);

  function draw() {
    const shown = listing.entries.slice(0, most);
    keep(list, shown, (entry) => entry.path, (entry) => JSON.stringify([entry, app.shares.at(entry.path), mayWrite()]), row);
    const line = sharedLine(work);
    sharing.hidden = !line;
    if ((line?.textContent ?? "") !== sharing.textContent) fill(sharing, line);
    for (const tool of tools) tool.hidden = !mayWrite();
    howToFill.hidden = !mayWrite();
    empty.hidden = listing.entries.length > 0;
    list.hidden = listing.entries.length === 0;
    more.hidden = listing.entries.length <= most;
    more.textContent = `Show more of ${listing.entries.length}`;
    // There it is the drive of whoever shares it.
    room.textContent = isOfOthers(path) ? "" : `${sizeText(listing.used)} of ${sizeText(listing.used + listing.free)} used`;
  }

  /** @param {string} [wanted] the path of what is to have the focus */
  async function refresh(wanted) {
    [listing] = await Promise.all([app.files.list(path), app.shares.look()]);
    draw();
    if (wanted === undefined) return;
    const place = listing.entries.findIndex((entry) => entry.path === wanted);
    const links = openers();
    (links[place] ?? links[0] ?? find("h1", element)).focus();
  }

  /** @returns {HTMLElement[]} */
  const openers = () => [...list.querySelectorAll(".file-open")].map((one) => /** @type {HTMLElement} */ (one));
  const work = { app, folder: path, entries: () => listing.entries, refresh };
  const tools = [
    h("button", { type: "button", class: "button", "aria-label": "New folder", onclick: () => newFolder(work) },
      icon("folder"), h("span", null, "New folder")),
    h("button", { type: "button", class: "button primary", onclick: () => chooseAndUpload(app, path) },
      icon("send"), h("span", null, "Upload")),
  ];

  /** @param {Entry} entry */
  const hasMore = (entry) => !entry.isFolder || (!isFixed(entry.path) && mayWrite()) || sharingItems(work, entry).length > 0;

  /** @param {Entry} entry */
  function row(entry) {
    const button = h("button", { type: "button", class: "icon-button", "aria-label": `More about ${entry.name}` }, icon("more"));
    const element = h("li", { class: "file" }, icon(iconOf(entry)),
      h("a", { class: "file-open two-lines", title: entry.name, ...(entry.isFolder ? { href: addressOf(entry.path) }
        : { href: addressOfFile(entry.path), onclick: (/** @type {MouseEvent} */ event) => open(event, entry) }) }, entry.name),
      h("span", { class: "small quiet file-kind" }, kindOf(entry)),
      h("span", { class: "small quiet file-size" }, entry.isFolder ? "" : sizeText(entry.size)),
      h("time", { class: "small quiet file-time", title: fullTime(entry.modifiedAt) }, shortTime(entry.modifiedAt, Date.now())),
      h("div", { class: "file-more" }, sharedSign(work, entry), hasMore(entry) && button));
    if (!hasMore(entry)) return element;
    menuButton(button, () => [
      ...(entry.isFolder ? [] : [
        { label: "Open", run: () => look(entry) },
        { label: "Download", run: () => h("a", { href: addressOfFile(entry.path), download: entry.name }).click() },
        { label: "Versions", run: () => versionsOf(work, entry) }]),
      ...sharingItems(work, entry),
      ...(isFixed(entry.path) || !mayWrite() ? [] : [
        { label: "Rename", run: () => renameEntry(work, entry) },
        { label: "Move", run: () => moveEntry(work, entry) },
        { label: "Delete", danger: true, run: () => void deleteEntry(work, entry) }]),
    ]);
    return element;
  }

  /** @param {MouseEvent} event @param {Entry} entry in a tab of its own it is saved */
  function open(event, entry) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    look(entry);
  }

  /** @param {Entry} entry */
  function look(entry) {
    const { dialog } = openPreview({
      title: entry.name, name: entry.name, size: entry.size, address: addressOfFile(entry.path),
      read: (most, signal) => app.files.read(entry.path, { most, signal }),
      buttons: [h("button", { type: "button", class: "button", onclick: () => {
        dialog.close();
        versionsOf(work, entry);
      } }, "Versions")],
    });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.matches(".file-open") || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = openers();
    const place = links.indexOf(target);
    const entry = listing.entries[place];
    if (event.key === "F2" || event.key === "Delete") {
      if (isFixed(entry.path) || !mayWrite()) return;
      if (event.key === "F2") renameEntry(work, entry);
      else void deleteEntry(work, entry);
    } else {
      const next = nextPlace(event.key, place, links.map((link) => link.textContent ?? ""));
      if (next === undefined) return;
      links[next].focus();
    }
    event.preventDefault();
  }

  // What is told of something shared is news no more once it was before its person here.
  const seen = new Seen(async () => {
    const shared = app.shares.spotAt(wanted ?? path);
    if (shared && !isClosed) await app.account.opened(shared.collaborationID);
  }, () => document.visibilityState === "visible" && document.hasFocus());
  const lookAgain = () => document.visibilityState === "visible" && refreshQuietly();
  async function refreshQuietly() {
    const looked = app.shares.look();
    let isGone = false;
    seen.look();
    try {
      const before = JSON.stringify(listing.entries);
      [listing] = await Promise.all([app.files.list(path), looked]);
      if (JSON.stringify(listing.entries) !== before) seen.happened();
      whenReleased(list, draw);
    } catch (error) {
      // Somebody else may have taken it away. Whatever else is wrong, the next look may go better.
      isGone = codeOf(error) === "not_found";
    }
    await looked;
    const now = app.shares.pathOf(spot) ?? path;
    if ((!isGone && now === path) || isClosed || document.querySelector("dialog[open]")) return;
    app.go(addressOf(now), { replace: true });
    if (nameOf(now) !== nameOf(path)) say(`“${nameOf(path)}” is called “${nameOf(now)}” now`);
  }
  /** @param {Event} event */
  const uploaded = (event) => /** @type {CustomEvent} */ (event).detail === path && void refreshQuietly();
  const looking = setInterval(lookAgain, lookedAtEvery);
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("focus", lookAgain);
  app.uploads.addEventListener("uploaded", uploaded);
  const endHearing = heardFromOtherPages(lookAgain);
  const endDrops = takeDrops(app, path, title);
  draw();
  return {
    title, element, tools,
    opened: () => {
      seen.look();
      const entry = listing.entries.find((one) => one.path === wanted);
      if (!entry) return;
      openers()[listing.entries.indexOf(entry)]?.focus();
      look(entry);
    },
    close: () => {
      seen.leave();
      isClosed = true;
      clearInterval(looking);
      document.removeEventListener("visibilitychange", lookAgain);
      removeEventListener("focus", lookAgain);
      app.uploads.removeEventListener("uploaded", uploaded);
      endHearing();
      endDrops();
    },
  };
}

/** @param {string} path of a folder that is not the drive itself */
function trail(path) {
  const names = splitPath(path);
  return h("nav", { class: "trail", "aria-label": "Folders above" }, h("ol", null,
    h("li", null, h("a", { href: addressOf("") }, "Files")),
    names.map((name, depth) => h("li", null, depth === names.length - 1
      ? h("span", { "aria-current": "page" }, name)
      : h("a", { href: addressOf(pathOf(names.slice(0, depth + 1))) }, name)))));
}
