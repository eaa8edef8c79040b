import { find, h } from "../ui/dom.js";
import { say } from "../ui/status.js";
import { filesAddress, placeOf } from "./app.js";
import { arrivalAt } from "./arrival.js";
import { PageShell, closeDialogs, emptyPage, remember } from "./page-shell.js";
import { AppServer } from "./server/app-server.js";
import { forgetPrefetched, takePrefetched } from "./server/prefetch.js";
import { keepWith } from "./sharing/access.js";
import { forgetEnding } from "./sharing/endings.js";
import { nounOf, rememberNoun } from "./sharing/nouns.js";
import { codeOf } from "./server/problem.js";
import { codeForm } from "./views/code-form.js";
import { entryCard } from "./views/entry-card.js";
import { invitedNote, signInForm } from "./views/sign-in.js";
import { listView } from "./views/list-view.js";
import { mayLeave } from "./views/leaving.js";
import { nameAndAccount, sentenceOf } from "./views/sentences.js";

/** @typedef {import("./app.js").View} View */

const server = new AppServer();
const nobody = () => ({ account: "", displayName: "" });
/** @type {import("./app.js").App} */
let app;
const { messengerOrigin: messenger, ...came } = arrivalAt(window);
/** @type {Partial<import("./arrival.js").Arrival>} how this page was come to; for whoever looks first */
let arrival = came;
/** @type {PageShell} */
const shell = new PageShell({
  server,
  viewHere,
  problemView,
  titleOf: (view) => view ? `${view.title} – ${app.config.appName}` : app.config.appName,
  configured: (config) => {
    app = { server, config, isLinked: messenger !== undefined, me: nobody(),
      go: (address, { isByItself = false, ...options } = {}) => {
        if (isByItself) arrival = { isByItself };
        shell.go(address, options);
      }, signedOut: () => shell.signedOut() };
    // Other pages have no opener: the browser has cut them off.
    if (opener) void import("./sharing/opened-here.js").then(({ hearMessenger }) => hearMessenger(() => app));
  },
  became: (me) => {
    app = { ...app, me };
  },
  ended: () => {
    forgetPrefetched();
    app = { ...app, me: nobody() };
  },
  offerWaysIn,
  menu: () => [
    { label: "Your account", run: () => shell.go("/#account") },
    ...(app.config.drive ? [{ label: "Your files", run: () => location.assign("/files") }] : []),
  ],
});

function takeArrival() {
  const taken = arrival;
  arrival = {};
  return taken;
}

/** @returns {Promise<View>} */
async function viewHere() {
  const place = placeOf(location);
  // It was for what is open by then: whoever signs out there is not led back in.
  if (place.kind !== "link") takeArrival();
  if (place.kind === "list") return listView(app);
  if (place.kind === "reset") {
    const form = await resetFormFor(place.token);
    const element = h("div", { class: "page narrow" }, h("h1", null, "Your account"), form);
    return { title: "Choose a new password", element };
  }
  if (place.kind === "code") return codeView();
  if (place.kind === "account") return (await import("./views/account-view.js")).accountView(app);
  const { documentView } = await import("./document/document-view.js");
  if (place.kind === "recipe") return documentView(app, await server.document(place.documentID));
  const found = await server.collaboration(place.collaborationID).catch(nothingForMe);
  if (found) {
    const { isByItself, ...its } = takeArrival();
    return await askedFirst(place.collaborationID, its) ?? await amongFiles(place.collaborationID)
      ?? documentView(app, await server.document(found.documentID), isByItself);
  }
  const { linkView } = await import("./views/link-view.js");
  return linkView(app, place.collaborationID, messenger ?? app.config.messengerOrigin, takeArrival());
}

/**
 * Somebody who has access already, and whose messenger wants to be asked where it is to be told: there and back.
 *
 * @param {string} collaborationID
 * @param {Partial<import("./arrival.js").Arrival>} arrival
 * @returns {Promise<View | undefined>} while the page goes
 */
async function askedFirst(collaborationID, { isToTell, back, came }) {
  if (back?.collaborationID === collaborationID) await keepWith(server, collaborationID, back);
  // A device that is new to the account is told from now on, too.
  else if (came) await keepWith(server, collaborationID, came);
  if (!isToTell || !messenger) return undefined;
  const { leaveForProof } = await import("./sharing/redirected-opening.js");
  const isLeaving = await leaveForProof(server, collaborationID, { messengerOrigin: messenger, isSomebody: true })
    .then(() => true, () => false);
  if (!isLeaving) return undefined;
  return { title: `A shared ${nounOf(app.config, collaborationID)}`, element: h("div", { class: "page narrow" },
    h("p", { role: "status" }, "Opening it with your messenger…")) };
}

/**
 * What lies in a drive is shown by the page of drives, below what others share.
 *
 * @param {string} collaborationID
 * @returns {Promise<View | undefined>} while the page goes; nothing for a recipe
 */
async function amongFiles(collaborationID) {
  if (!app.config.drive || nounOf(app.config, collaborationID) === "recipe") return undefined;
  const share = await server.fileShare(collaborationID).catch(nothingForMe);
  rememberNoun(collaborationID, share ? share.isFolder ? "folder" : "file" : "recipe");
  if (!share) return undefined;
  forgetEnding(app.me.account, collaborationID);
  const { sayOpened } = await import("./document/one-window.js");
  sayOpened(`${app.me.account} ${collaborationID}`);
  location.replace(filesAddress(share.path));
  return { title: share.name, element: h("div", { class: "page narrow" }, h("p", { role: "status" }, "Opening…")) };
}

/** @param {string} token */
async function resetFormFor(token) {
  const { resetForm } = await import("./views/reset-form.js");
  return resetForm(server, token, (account) => {
    say("The password is changed. Sign in with it.");
    // The link is used up, and no business of the next one who goes back.
    history.replaceState(null, "", "/");
    // Somebody else who is signed in here stays so.
    if (app.me.account && app.me.account !== account) return void shell.show();
    remember({ account });
    shell.signedOut();
  });
}

/**
 * A link with a code, where somebody is signed in already: it takes nobody's place by itself.
 *
 * @returns {Promise<View>}
 */
async function codeView() {
  Object.assign(app.me, await server.me());
  const element = h("div", { class: "page narrow" }, h("h1", null, "Sign in with a code"),
    h("section", { class: "card stack" },
      h("p", null, "You are signed in here as ", h("b", null, nameAndAccount(app.me)), ". To use the code, sign out first."),
      h("div", { class: "buttons" },
        h("a", { class: "button primary", href: "/" }, "Stay"),
        h("button", { type: "button", class: "button", onclick: async () => {
          if (!(await mayLeave(app.me))) return;
          await server.signOut().catch(() => {});
          shell.signedOut();
        } }, "Sign out and use the code"))));
  return { title: "Sign in with a code", element };
}

/** @param {string} code @returns {HTMLElement} */
function codeFormFor(code) {
  return codeForm(server, (me) => {
    // The code is used up, and no business of the next one who goes back.
    history.replaceState(null, "", "/");
    shell.signedIn(me);
  }, { code });
}

/** @param {unknown} error */
function nothingForMe(error) {
  // To its owner, what is not shared any more is gone; others are told alike whatever it is.
  if (!["not_found", "forbidden"].includes(codeOf(error))) throw error;
}

/** @param {unknown} error @returns {View} */
function problemView(error) {
  if (codeOf(error) === "unauthenticated") queueMicrotask(() => shell.signedOut());
  const isGone = ["not_found", "gone"].includes(codeOf(error));
  const place = placeOf(location);
  const noun = place.kind === "link" ? nounOf(app.config, place.collaborationID) : "recipe";
  const yours = noun === "recipe" ? "list" : noun === "document" ? "list and your files" : "files";
  const told = isGone ? { heading: `This ${noun} is not here`,
    sentence: `It was deleted, or is not shared any more. If it is yours, look in your ${yours}.` }
    : { heading: "That did not work", sentence: sentenceOf(error) };
  const ways = [h("a", { class: "button", href: "/" }, "All recipes"),
    noun !== "recipe" && h("a", { class: "button", href: filesAddress("") }, "All files")];
  const element = emptyPage({ ...told, ways, isAgain: !isGone, again: () => void shell.show() });
  return { title: "Recipes", element };
}

function offerWaysIn() {
  const place = placeOf(location);
  // Where there are drives a link says to nobody what it leads to.
  const isAnything = place.kind === "link" && nounOf(app.config, place.collaborationID) !== "recipe";
  find("h1", shell.welcome).textContent = isAnything ? "Open what is shared with you" : "Write recipes together";
  find("p", shell.welcome).hidden = isAnything;
  const middle = find("#sign-in", shell.welcome);
  if (place.kind === "reset") void resetFormFor(place.token).then((form) => middle.replaceChildren(form));
  else if (place.kind === "code") middle.replaceChildren(codeFormFor(place.code));
  else middle.replaceChildren(...waysIn(place));
}

/** @param {import("./app.js").Place} place @returns {HTMLElement[]} what is offered to nobody yet */
function waysIn(place) {
  const signedIn = shell.signedIn.bind(shell);
  let isUninvited = false;
  /** @type {import("./sharing/access.js").CameWithProof | undefined} */
  let came;
  const form = signInForm(app, (me) => {
    if (isUninvited || came) arrival = { isUninvited, came };
    signedIn(me);
  }, place.kind === "link");
  const messengerOrigin = messenger ?? app.config.messengerOrigin;
  if (!messengerOrigin) return [form];
  if (place.kind !== "link") return [invitedNote(messengerOrigin), form];
  const { collaborationID } = place;
  return [entryCard(app, {
    collaborationID, messengerOrigin, form, done: signedIn, arrival: takeArrival(),
    chose: (way) => (isUninvited = way),
    bound: (its) => (came = its),
    doneByCode: (me) => {
      // Where the account has no access yet, the proof is made again, in its session.
      arrival = { isOpenedByMessenger: true, came };
      signedIn(me);
    },
  })];
}

// A link of the app is followed without loading the page again.
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[href]");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.download) return;
  if (link.origin !== location.origin || link.getAttribute("href") === "#main" || !app?.me) return;
  // The page of drives is another.
  if (link.pathname === "/files") return;
  event.preventDefault();
  shell.go(link.href);
});
addEventListener("popstate", () => {
  closeDialogs();
  if (app?.me) void shell.show();
});
// Kept by the browser and shown again: its connections are gone.
addEventListener("pageshow", (event) => event.persisted && location.reload());

void shell.start(takePrefetched("/config.json") ?? fetch("/config.json"));
