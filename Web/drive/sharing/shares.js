import { splitPath } from "../model/paths.js";

/** @typedef {import("../../recipes/server/body-types.js").FileShare} FileShare */
/** @typedef {{ collaborationID: string, inside: string }} Spot a place in what is shared, whatever that is called */

/**
 * What of a drive is shared: by its owner, and what others share with them.
 */
export class Shares {
  #server;
  #ended;
  /** @type {FileShare[]} */
  #known = [];

  /**
   * @param {Pick<import("../../recipes/server/app-server.js").AppServer, "fileShares" | "filesOfOthers">} server
   * @param {(share: FileShare) => void} [ended] told what others took away since it was looked at last
   */
  constructor(server, ended = () => {}) {
    this.#server = server;
    this.#ended = ended;
  }

  /** Asks again. Where there is no answer, what was known stays: the files themselves are shown all the same. */
  async look() {
    try {
      const lists = await Promise.all([this.#server.fileShares(), this.#server.filesOfOthers()]);
      const before = this.#known;
      this.#known = lists.flatMap(({ shares }) => shares);
      const isThere = new Set(this.#known.map(({ collaborationID }) => collaborationID));
      for (const share of before) {
        if (share.yours !== "owner" && !isThere.has(share.collaborationID)) this.#ended(share);
      }
    } catch {
      // The next look may go better.
    }
  }

  /** Somebody else may be here next. */
  forget() {
    this.#known = [];
  }

  /** @param {FileShare} share that this person has left: its end is no news */
  drop(share) {
    this.#known = this.#known.filter(({ collaborationID }) => collaborationID !== share.collaborationID);
  }

  /** @param {string} path @returns {FileShare | undefined} that shares this very file or folder */
  at(path) {
    return this.#known.find((share) => share.path === path);
  }

  /** @param {string} path @returns {FileShare | undefined} by which somebody else lets this person in there */
  ofOthersAround(path) {
    const [first, name] = splitPath(path);
    return first === "Shared" && name ? this.at(`/${first}/${name}`) : undefined;
  }

  /** @param {string} path @returns {Spot | undefined} where that is in what is shared, by this person or by others */
  spotAt(path) {
    const around = this.#known.filter((share) => path === share.path || path.startsWith(`${share.path}/`));
    const [innermost] = around.sort((a, b) => b.path.length - a.path.length);
    return innermost && { collaborationID: innermost.collaborationID, inside: path.slice(innermost.path.length) };
  }

  /** @param {Spot | undefined} spot @returns {string | undefined} its path now; nothing once it is not shared any more */
  pathOf(spot) {
    const share = this.#known.find(({ collaborationID }) => collaborationID === spot?.collaborationID);
    return share && spot && share.path + spot.inside;
  }
}
