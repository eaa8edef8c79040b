import { find, h } from "../ui/dom.js";
import { say } from "../ui/status.js";
import { PageShell, closeDialogs, emptyPage } from "../recipes/page-shell.js";
import { AppServer } from "../recipes/server/app-server.js";
import { codeOf } from "../recipes/server/problem.js";
import { oneWindow } from "../recipes/document/one-window.js";
import { signInForm } from "../recipes/views/sign-in.js";
import { addressOf, placeOf } from "./app.js";
import { parentOf, splitPath } from "./model/paths.js";
import { DriveServer } from "./server/drive-server.js";
import { WebDAV } from "./server/web-dav.js";
import { Shares } from "./sharing/shares.js";
import { UploadList } from "./uploads/upload-list.js";
import { binView } from "./views/bin-view.js";
import { folderView } from "./views/folder-view.js";
import { programsView } from "./views/programs-view.js";
import { sentenceOf } from "./views/sentences.js";

/** @typedef {import("./app.js").View} View */

const account = new AppServer();
const files = new WebDAV();
const shares = new Shares(account, ({ name }) => say(`“${name}” is not shared with you any more. What you downloaded stays yours.`));
const uploads = new UploadList(files);
/** @type {import("./app.js").App} */
let app;
/** @type {PageShell} */
const shell = new PageShell({
  server: account,
  viewHere,
  problemView,
  titleOf: (view) => !view || view.title === "Files" ? "Files" : `${view.title} – Files`,
  configured: (config) => {
    app = { files, server: new DriveServer(), account, shares, uploads, config, me: { account: "", displayName: "" },
      go: (address, options) => shell.go(address, options), signedOut: () => shell.signedOut() };
  },
  became: (me) => {
    app = { ...app, me };
  },
  ended: () => {
    uploads.clear();
    shares.forget();
    closeDialogs();
  },
  offerWaysIn: () => find("#sign-in", shell.welcome)
    .replaceChildren(signInForm({ server: account, config: app.config }, (me) => shell.signedIn(me), false)),
  menu: () => [
    { label: `To ${app.config.appName}`, run: () => location.assign("/") },
    { label: "Your account", run: () => location.assign("/#account") },
  ],
});

/** What is opened from the messenger again takes the place of the window in which it was opened before. */
let endOther = () => {};

/** @returns {Promise<View>} */
async function viewHere() {
  await followNewName();
  const place = placeOf(location);
  endOther();
  endOther = oneWindow(`${app.me.account} ${location.hash}`, () => !uploads.isBusy && !document.querySelector("dialog[open] input"));
  if (place.kind === "bin") return binView(app);
  if (place.kind === "programs") return programsView(app);
  const view = await folderView(app, place.path).catch((error) => {
    if (codeOf(error) !== "is_file") throw error;
    return folderView(app, parentOf(place.path), place.path);
  });
  const spot = shares.spotAt(place.path);
  if (spot && isHere(place.path)) history.replaceState({ spot }, "");
  return view;
}

/** @param {string} path */
function isHere(path) {
  const place = placeOf(location);
  return place.kind === "folder" && place.path === path;
}

/** An address that was opened before, in a page loaded anew or by going back, leads to what it led to. */
async function followNewName() {
  const place = placeOf(location);
  const spot = history.state?.spot;
  if (place.kind !== "folder" || !spot) return;
  await shares.look();
  const now = shares.pathOf(spot);
  if (now !== undefined && now !== place.path && isHere(place.path)) history.replaceState({ spot }, "", addressOf(now));
}

/** @param {unknown} error @returns {View} */
function problemView(error) {
  if (codeOf(error) === "unauthenticated") queueMicrotask(() => shell.signedOut());
  const isGone = ["not_found", "no_folder", "bad_name"].includes(codeOf(error));
  const told = isGone ? goneWords() : { heading: "That did not work", sentence: sentenceOf(error) };
  const ways = [h("a", { class: "button", href: "/files#/" }, "All files")];
  const element = emptyPage({ ...told, ways, isAgain: !isGone, again: () => void shell.show() });
  return { title: "Files", element };
}

/** What the server says of a folder that is not there is the same whatever became of it. */
function goneWords() {
  const place = placeOf(location);
  const names = place.kind === "folder" ? splitPath(place.path) : [];
  if (names[0] !== "Shared") {
    return { heading: "This folder is not here", sentence: "It was moved, renamed or deleted. What was deleted lies in the bin." };
  }
  return names.length < 3 ? { heading: "This is not shared with you any more", sentence: "Its owner stopped sharing it, took "
    + "you out of it, deleted it or calls it otherwise now: your conversation says which. What you downloaded stays yours." }
    : { heading: "This folder is not here", sentence: "It was moved, renamed or deleted, or is not shared with you any more." };
}

addEventListener("popstate", () => {
  if (location.hash === "#main" || !app?.me.account) return;
  closeDialogs();
  void shell.show();
});
addEventListener("beforeunload", (event) => uploads.isBusy && event.preventDefault());
uploads.addEventListener("ended", () => shell.signedOut());

shell.main.before(uploads.element);
void shell.start(fetch("/config.json"));
