import { takeActions, takeActionsThrough } from "../../grove/bridge/actions-page.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { placeOf } from "../app.js";
import { isOpenedNow } from "../arrival.js";
import { codeOf } from "../server/problem.js";
import { textStore } from "../session/text-store.js";
import { confirmInPage } from "./conversations-window.js";
import { shareHandlers } from "./share-handlers.js";

/** In the address of `/actions`: the messenger opens it for a document, and not to ask something. */
export const opensDocument = "#collab-open";

/**
 * Makes the page `/actions` the app's own at the address of a document, as a load of that address would, but for one thing:
 * it goes on being connected with the messenger that opened it. Only for a messenger that has said who it is.
 *
 * @param {string} link as the messenger says
 * @param {string} messengerOrigin
 * @param {{ own?: Window, load?: (own: Window) => Promise<void> }} place
 * @returns {boolean} false for what is no document's link of this app
 */
export function becomeDocument(link, messengerOrigin, { own = window, load = loadApp } = {}) {
  const path = pathOf(link, own.location.origin);
  if (path === undefined) return false;
  own.history.replaceState(isOpenedNow, "", `${path}#collab-messenger=${messengerOrigin}`);
  // Without it the page is the link's, as a reload shows it.
  void load(own).catch(() => own.location.reload());
  return true;
}

/** @param {string} link @param {string} ownOrigin @returns {string | undefined} of a document of this app */
function pathOf(link, ownOrigin) {
  try {
    const { origin, pathname } = new URL(link);
    return origin === ownOrigin && placeOf({ pathname, hash: "" }).kind === "link" ? pathname : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Window} own */
async function loadApp({ document }) {
  const answer = await fetch("/");
  if (!answer.ok) throw new Error(`${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = [...document.head.children];
  document.head.append(...[...page.querySelectorAll("link, meta")].filter((one) => !there.some((its) => its.isEqualNode(one))));
  document.body.replaceWith(page.body);
  // A script that was only parsed never runs.
  for (const { type, src } of page.scripts) {
    document.head.append(Object.assign(document.createElement("script"), { type, src, async: false }));
  }
}

/**
 * In the page of the app: its messenger has opened it, and asks its owner in it from now on.
 *
 * @param {() => import("./conversations-window.js").Owner} app as it is now; nobody is signed in where `me` has no account
 * @param {Window} [own]
 */
export function hearMessenger(app, own = window) {
  const { server, config: { messengerOrigin } } = app();
  if (!own.opener || !messengerOrigin) return;
  takeActions({
    own, messengerOrigin, handlers: shareHandlers(server), isThere: () => Boolean(app().me.account),
    shows: () => MessengerWindow.shows(),
    confirm: (question, over) => confirmInPage(app(), question, over),
  });
}

let endBefore = () => {};

/**
 * Something was shared from this page, and it can be asked from then on: the messenger's window, which closes, hands over an
 * end of a channel whose other one its conversations hold.
 *
 * @param {Pick<import("../app.js").App, "server" | "config">} app
 * @param {string} origin of that window
 * @param {MessagePort} port
 * @param {Window} [own]
 */
export function hearAfterSharing({ server, config }, origin, port, own = window) {
  if (origin !== config.messengerOrigin) return port.close();
  const end = takeActionsThrough(port, {
    own, messengerOrigin: origin, handlers: shareHandlers(server), shows: () => MessengerWindow.shows(),
    isThere: () => Boolean(textStore.getItem("recipes.account")),
    // Of several windows the last one knows which of the messenger's pages is there, once that has spoken.
    greeted: () => {
      endBefore();
      endBefore = end;
    },
    confirm: async (question, over) => {
      const me = await server.me().catch((error) => {
        // The next click opens a window, where somebody can sign in.
        if (codeOf(error) === "unauthenticated") end("signedOut");
        throw error;
      });
      return confirmInPage({ server, config, me }, question, over);
    },
  });
}
