import { Problem } from "../../recipes/server/problem.js";

/**
 * @typedef {{ itemID: string, name: string, from: string, isFolder: boolean, size: string, deletedAt: string }} BinItem
 * @typedef {{ number: string, size: string, modifiedAt: string, replacedAt: string }} Version
 * @typedef {{ passwordID: string, name: string, createdAt: string, lastUsedAt?: string }} AppPassword
 */

/** @param {string} text */
const part = (text) => encodeURIComponent(text);

/** What WebDAV has no words for: the bin, versions, app passwords. */
export class DriveServer {
  /**
   * @template [Answer=unknown]
   * @param {string} method
   * @param {string} address
   * @param {object} [body]
   * @returns {Promise<Answer>}
   * @throws {Problem}
   */
  async #ask(method, address, body) {
    const response = await this.#fetch(method, address, body);
    return response.status === 204 ? undefined : response.json();
  }

  /** @param {string} method @param {string} address @param {object} [body] @param {HeadersInit} [more] @param {AbortSignal} [signal] */
  async #fetch(method, address, body, more, signal) {
    const headers = new Headers(more);
    if (body) headers.set("Content-Type", "application/json");
    let response;
    try {
      response = await fetch(`/collab/v1/me/${address}`, {
        method, headers, body: body && JSON.stringify(body), cache: "no-store", signal,
      });
    } catch {
      throw new Problem("unreachable");
    }
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({}));
    throw new Problem(problem.code ?? "unavailable", problem.title, problem.retryAfter);
  }

  /** @param {string} [after] the last of the page before @returns {Promise<{ items: BinItem[], next?: string }>} */
  bin = (after) => this.#ask("GET", `drive/bin${after ? `?after=${part(after)}` : ""}`);
  /** @param {string} id @returns {Promise<{ path: string }>} where it is now */
  restore = (id) => this.#ask("POST", `drive/bin/${part(id)}`);
  /** @param {string} id @returns {Promise<void>} */
  erase = (id) => this.#ask("DELETE", `drive/bin/${part(id)}`);

  /** @param {string} path @returns {Promise<{ versions: Version[] }>} the newest first */
  versions = (path) => this.#ask("GET", `drive/versions?path=${part(path)}`);
  /** @param {string} path @param {string} number @returns {Promise<{ path: string }>} */
  restoreVersion = (path, number) => this.#ask("POST", "drive/versions", { path, number });
  /** @param {string} path @param {string} number @returns {string} where its bytes are */
  versionAddress = (path, number) => `/collab/v1/me/drive/versions/${part(number)}?path=${part(path)}`;

  /** @param {string} path @param {string} number @param {number | undefined} most bytes; undefined: all @param {AbortSignal} signal */
  readVersion = (path, number, most, signal) => this.#fetch("GET", `drive/versions/${part(number)}?path=${part(path)}`, undefined,
    most === undefined ? {} : { Range: `bytes=0-${most - 1}` }, signal);

  /** @returns {Promise<{ passwords: AppPassword[] }>} the oldest first */
  passwords = () => this.#ask("GET", "app-passwords");
  /** @param {string} name @returns {Promise<AppPassword & { password: string }>} told this once */
  makePassword = (name) => this.#ask("POST", "app-passwords", { name });
  /** @param {string} id @returns {Promise<void>} */
  revokePassword = (id) => this.#ask("DELETE", `app-passwords/${part(id)}`);
}
