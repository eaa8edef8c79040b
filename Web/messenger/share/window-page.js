import { AppWindow } from "../../grove/bridge/app-window.js";
import { redirectedRequest } from "../../grove/bridge/redirect-request.js";
import { Messenger } from "../../grove/messenger/messenger.js";
import { fill, find, h } from "../../ui/dom.js";
import { referrerFrom } from "../offline/referrers.js";
import { People } from "../people.js";
import { errorSentence } from "../sentences.js";
import { proveRequest } from "../prove/prove-view.js";
import { tell } from "./window-message.js";

/**
 * What of the messenger's page a window of its own has.
 *
 * @typedef {{ messenger: Messenger, sharing: import("../../grove/sharing/sharing.js").Sharing,
 *   people: People, box: HTMLElement }} WindowApp
 */

// At once: it answers the app's page, and says nothing but that this page is there.
const appWindow = new AppWindow();
const box = find("#box");

const close = h("button", { type: "button", class: "button primary",
  onclick: () => window.close() },
  "Close");

/**
 * @param {WindowApp} app
 * @param {import("../../grove/bridge/app-window.js").AppRequest} request
 * @returns {Promise<boolean>} whether nothing is left for the person to read here
 */
async function serve(app, request) {
  if (request.kind === "share") {
    const { shareRequest } = await import("./share-request.js");
    await shareRequest(app, request);
    return false;
  }
  if (request.kind === "prove") return proveRequest(app, request);
  fill(box, h("p", { role: "status" }, "Telling the others…"));
  const { ok } = await request.answer(app.sharing);
  fill(box, h("p", { role: "status" }, ok ? "Told. You can close this window."
    : "Nobody was told: you do not take part in this document here."), close);
  return ok;
}

/** @param {WindowApp} app one thing after the other; once nothing more comes, the window goes */
async function serveAll(app) {
  for (let isDone = false; ;) {
    const next = appWindow.next();
    const timer = isDone ? setTimeout(() => window.close(), 800) : undefined;
    const request = await next;
    clearTimeout(timer);
    isDone = await serve(app, request);
  }
}

/** Nobody uses this browser as a messenger yet: that comes first, in a page of its own. */
function needsDevice() {
  tell("Set up Grove first", "This browser has no messenger yet. Set it up in a new tab; then " +
    "come back to this window, it goes on by itself.", [h("a", { class: "button primary", href: "/",
    target: "_blank" }, "Set up Grove")]);
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "grove.device" && newValue) location.reload();
  });
}

async function begin() {
  const messenger = await Messenger.open({});
  if (!messenger) return needsDevice();
  const app = { messenger, sharing: messenger.sharing,
    people: new People(messenger, () => {}), box };
  messenger.start();
  const referrer = await referrerFrom(document.referrer, navigator.serviceWorker?.controller);
  const redirected = redirectedRequest(location, referrer);
  if (redirected) return void proveRequest(app, redirected);
  if (!appWindow.isOpened) {
    return tell("Nothing is asked here", "Apps open this window when you share from them, or " +
      "open what was shared with you.", [h("a", { class: "button primary", href: "/" },
        "Open Grove")]);
  }
  fill(box, h("p", { class: "quiet", role: "status" }, "Waiting for the app…"));
  await serveAll(app);
}

begin().catch((error) => {
  console.error(error);
  tell("That did not work", errorSentence(error), [close]);
});
