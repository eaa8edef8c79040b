import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { openConversation } from "../../recipes/sharing/conversations-window.js";
import { isOfOthers } from "../model/paths.js";
import { manageEntry } from "./manage-entry.js";
import { leave, showWhoShares, whoShares } from "./of-others.js";
import { shareEntry } from "./share-entry.js";

/** @typedef {import("../../recipes/server/body-types.js").FileShare} FileShare */
/** @typedef {import("../model/entries.js").Entry} Entry */
/** @typedef {import("../views/entry-dialogs.js").Work} Work */

/**
 * What can be done about who shares a file or folder.
 *
 * @param {Work} work
 * @param {Entry} entry
 * @returns {import("../../ui/menu.js").MenuItem[]}
 */
export function sharingItems(work, entry) {
  const { app } = work;
  const share = app.shares.at(entry.path);
  const conversation = share && app.config.messengerOrigin
    ? [{ label: "Show the conversation", run: () => showConversation(app, share) }] : [];
  if (!isOfOthers(entry.path)) {
    return [{ label: share ? "Share with more people" : "Share", run: () => shareEntry(work, entry) },
      ...(share ? [{ label: "Manage sharing", run: () => void manageEntry(work, share) }] : []), ...conversation];
  }
  return share ? [{ label: "Who shares it", run: () => showWhoShares(app, share) }, ...conversation,
    { label: "Leave", danger: true, run: () => void leave(app, share) }] : [];
}

/**
 * A sign that something is shared, which says more when it is pressed.
 *
 * @param {Work} work
 * @param {Entry} entry
 * @returns {HTMLElement | undefined}
 */
export function sharedSign(work, entry) {
  const share = work.app.shares.at(entry.path);
  if (!share) return undefined;
  const words = share.yours === "owner" ? `Manage sharing of ${entry.name}` : `Who shares ${entry.name}`;
  return h("button", { type: "button", class: "icon-button shared-sign", "aria-label": words, title: words,
    onclick: () => tellMore(work, share) }, icon("people"));
}

/**
 * What stands at the top of a folder that is shared, or lies in one that somebody else shares.
 *
 * @param {Work} work
 * @returns {HTMLElement | undefined}
 */
export function sharedLine(work) {
  const { app, folder } = work;
  const share = app.shares.ofOthersAround(folder) ?? app.shares.at(folder);
  if (!share) return undefined;
  const isMine = share.yours === "owner";
  return h("p", { class: "shared-line small" }, icon("people"), h("span", null, isMine ? "You share this folder." : whoShares(share)),
    h("button", { type: "button", class: "button slim", onclick: () => tellMore(work, share) },
      isMine ? "Manage" : "People"));
}

/** @param {Work} work @param {FileShare} known what of it may have changed since */
function tellMore(work, known) {
  const share = work.app.shares.at(known.path) ?? known;
  if (share.yours === "owner") void manageEntry(work, share);
  else showWhoShares(work.app, share);
}

/** @param {import("../app.js").App} app @param {FileShare} share */
function showConversation({ account, config, me }, { link }) {
  if (!openConversation({ server: account, config, me }, link)) say("Your browser did not open the messenger.");
}
