import { OpenedPage } from "../../grove/bridge/opened-page.js";

/** @typedef {import("../../grove/bridge/remote-app.js").RemoteApp} RemoteApp */

/** Apps that can be asked in a page of their own: of the one that opened this window, and of documents opened from here. */
export class ConnectedApps {
  /** @type {RemoteApp[]} the newest last */
  #all = [];

  /** @param {string} origin @returns {RemoteApp | undefined} in the page that came last */
  get(origin) {
    return this.#all.filter((one) => one.origin === origin && !one.isLost).at(-1);
  }

  /** @param {string} origin */
  has(origin) {
    return this.get(origin) !== undefined;
  }

  /** @param {RemoteApp} app */
  add(app) {
    this.#all.push(app);
  }

  /** @param {RemoteApp} app */
  remove(app) {
    this.#all = this.#all.filter((one) => one !== app);
  }
}

/**
 * Opens a document in a page that can be asked afterwards, for as long as both pages are open. In a click.
 *
 * @param {Pick<import("../app.js").App, "sharing" | "connected">} app
 * @param {string} origin of its app, which this person shares from
 * @param {string} link
 * @returns {boolean} false where the browser opened no window
 */
export function openConnected({ sharing, connected }, origin, link) {
  const page = new OpenedPage(origin, link, {
    came: async (one) => {
      // They may have taken it back meanwhile.
      if (await sharing.hasConsent(origin)) connected.add(one);
    },
    went: (one) => connected.remove(one),
  });
  return !page.isBlocked;
}
