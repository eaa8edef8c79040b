import { splitPath } from "../model/paths.js";

/** @typedef {import("../../recipes/server/body-types.js").FileShare} FileShare */

/**
 * What of a drive is shared: by its owner, and what others share with them.
 */
export class Shares {
  #server;
  /** @type {FileShare[]} */
  #known = [];

  /** @param {Pick<import("../../recipes/server/app-server.js").AppServer, "fileShares" | "filesOfOthers">} server */
  constructor(server) {
    this.#server = server;
  }

  /** Asks again. Where there is no answer, what was known stays: the files themselves are shown all the same. */
  async look() {
    try {
      const lists = await Promise.all([this.#server.fileShares(), this.#server.filesOfOthers()]);
      this.#known = lists.flatMap(({ shares }) => shares);
    } catch {
      // The next look may go better.
    }
  }

  /** Somebody else may be here next. */
  forget() {
    this.#known = [];
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
}
