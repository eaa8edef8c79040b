import { find, h, set } from "../ui/dom.js";
import { avatar } from "../ui/avatar.js";
import { menuButton } from "../ui/menu.js";
import { say } from "../ui/status.js";
import { AppServer } from "../recipes/server/app-server.js";
import { Problem, codeOf } from "../recipes/server/problem.js";
import { isStoreLasting, textStore } from "../recipes/session/text-store.js";
import { mayLeave } from "../recipes/views/leaving.js";
import { signInForm } from "../recipes/views/sign-in.js";
import { placeOf } from "./app.js";
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
const main = find("#main");
const tools = find("#tools");
const accountButton = find("#account");
const welcome = find("#welcome");
/** @type {import("./app.js").App} */
let app;
/** @type {View | undefined} */
let shown;
/** Counts moves, so that a view that comes late does not take the place of a newer one. */
let moves = 0;

/** @param {string} address @param {{ replace?: boolean }} how */
function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  void show();
}

async function show() {
  const move = (moves += 1);
  const view = await makeView().catch((error) => problemView(error));
  if (move !== moves) return view.close?.();
  shown?.close?.();
  shown = view;
  document.documentElement.dataset.face = "inside";
  document.title = view.title === "Files" ? "Files" : `${view.title} – Files`;
  tools.replaceChildren(...(view.tools ?? []));
  main.replaceChildren(view.element);
  if (move > 1) main.focus({ preventScroll: true });
  view.opened?.();
}

/** @returns {Promise<View>} */
async function makeView() {
  const place = placeOf(location);
  if (place.kind === "bin") return binView(app);
  if (place.kind === "programs") return programsView(app);
  return folderView(app, place.path).catch((error) => {
    if (codeOf(error) !== "is_file") throw error;
    return folderView(app, parentOf(place.path), place.path);
  });
}

/** @param {unknown} error @returns {View} */
function problemView(error) {
  if (codeOf(error) === "unauthenticated") queueMicrotask(signedOut);
  const isGone = ["not_found", "no_folder", "bad_name"].includes(codeOf(error));
  const element = h("div", { class: "empty" },
    h("h1", null, isGone ? goneWords().heading : "That did not work"),
    h("p", null, isGone ? goneWords().sentence : sentenceOf(error)),
    h("div", { class: "buttons" }, h("a", { class: "button", href: "/files#/" }, "All files"),
      !isGone && h("button", { type: "button", class: "button primary", onclick: () => show() }, "Try again")));
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

/** @param {import("../recipes/server/body-types.js").Me} me */
function signedIn(me) {
  app = { ...app, me };
  try {
    textStore.setItem("recipes.account", me.account);
    if (me.hasPassword !== false) textStore.setItem("recipes.last", me.account);
  } catch {
    // A full store.
  }
  accountButton.replaceChildren(avatar(me.displayName, "little"));
  set(accountButton, "hidden", false);
  void show();
}

function signedOut() {
  moves += 1;
  shown?.close?.();
  shown = undefined;
  uploads.clear();
  shares.forget();
  for (const one of document.querySelectorAll("dialog")) one.close();
  textStore.removeItem("recipes.account");
  tools.replaceChildren();
  set(accountButton, "hidden", true);
  document.title = "Files";
  find("#sign-in", welcome).replaceChildren(signInForm({ server: account, config: app.config }, signedIn, false));
  main.replaceChildren(welcome);
  document.documentElement.dataset.face = "welcome";
}

async function signOut() {
  if (!(await mayLeave(app.me))) return;
  await account.signOut().catch(() => {});
  signedOut();
}

menuButton(/** @type {HTMLButtonElement} */ (accountButton), () => [
  { label: `To ${app.config.appName}`, run: () => location.assign("/") },
  { label: "Your account", run: () => location.assign("/#account") },
  { label: `Sign out ${app.me.displayName}`, run: () => void signOut() },
]);

addEventListener("popstate", () => {
  if (location.hash === "#main" || !app?.me.account) return;
  // The back key leaves what a dialog speaks of.
  for (const one of document.querySelectorAll("dialog")) one.close();
  void show();
});
addEventListener("beforeunload", (event) => uploads.isBusy && event.preventDefault());
uploads.addEventListener("ended", signedOut);

/** Nobody is asked for where nobody has signed in: the answer could only be a refusal. */
async function whoIsHere() {
  if (isStoreLasting && !textStore.getItem("recipes.account")) throw new Problem("unauthenticated");
  return account.me();
}

async function start() {
  main.before(uploads.element);
  const [settings, me] = await Promise.allSettled([
    fetch("/config.json").then((response) => response.json()), whoIsHere(),
  ]);
  const known = settings.status === "fulfilled" ? settings.value : {};
  const config = { messengerOrigin: "", appName: "Recipes", yjs: true, ...known };
  app = { files, server: new DriveServer(), account, shares, uploads, config, me: { account: "", displayName: "" }, go, signedOut };
  if (me.status === "fulfilled") signedIn(me.value);
  else if (codeOf(me.reason) === "unauthenticated") signedOut();
  else {
    main.replaceChildren(problemView(me.reason).element);
    find(".primary", main).onclick = () => location.reload();
  }
}

void start();
