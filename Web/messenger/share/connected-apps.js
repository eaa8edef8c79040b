import { OpenedPage } from "../../grove/bridge/opened-page.js";

/** @typedef {import("../../grove/bridge/remote-app.js").RemoteApp} RemoteApp */
/** @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey */

/** Apps that can be asked in a page of their own: of the one that opened this window, and of documents opened from here. */
export class ConnectedApps {
  /** @type {RemoteApp[]} the newest last */
  #all = [];
  #came;

  /** @param {() => void} [came] one has come, and can be asked */
  constructor(came = () => {}) {
    this.#came = came;
  }

  /**
   * @param {string} origin
   * @param {CollaborationKey[]} [about]
   * @returns {RemoteApp | undefined} in the page of a document that it is about, else in the one that came last
   */
  get(origin, about = []) {
    const there = this.#all.filter((one) => one.origin === origin && !one.isLost);
    const shown = there.filter(({ shows }) => about.some(({ audience, collaborationID }) =>
      audience === origin && collaborationID === shows));
    return shown.at(-1) ?? there.at(-1);
  }

  /** @param {string} origin */
  has(origin) {
    return this.get(origin) !== undefined;
  }

  /** @param {RemoteApp} app */
  add(app) {
    this.#all.push(app);
    this.#came();
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
