import { tellOtherPages } from "./other-pages.js";
import { Problem } from "../../recipes/server/problem.js";
import { listingOf } from "../model/entries.js";
import { addressOfFile, pathAt } from "../model/paths.js";
import { problemOf } from "./drive-problem.js";

/** @typedef {import("../model/entries.js").Entry} Entry */
/** @typedef {import("../model/entries.js").Listing} Listing */

const dav = "DAV:";
const wanted = "<propfind xmlns=\"DAV:\"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/>"
  + "<quota-used-bytes/><quota-available-bytes/></prop></propfind>";

/** The files themselves, by the same protocol as other programs reach them; a page is known by its session's cookie. */
export class WebDAV {
  /**
   * @param {string} method
   * @param {string} path
   * @param {RequestInit} [more]
   * @returns {Promise<Response>} one that succeeded
   * @throws {Problem}
   */
  async #ask(method, path, more) {
    let response;
    try {
      response = await fetch(addressOfFile(path), { method, cache: "no-store", ...more });
    } catch {
      throw new Problem(more?.signal?.aborted ? "aborted" : "unreachable");
    }
    // A refusal of something further down comes as one of several.
    if (response.ok && (response.status !== 207 || method === "PROPFIND")) {
      if (!["GET", "PROPFIND"].includes(method)) tellOtherPages();
      return response;
    }
    throw problemOf(response.status, await response.text().catch(() => ""));
  }

  /**
   * @param {string} path
   * @returns {Promise<Listing>} what a folder holds
   * @throws {Problem} `is_file` where it is none
   */
  async list(path) {
    const response = await this.#ask("PROPFIND", path, {
      headers: { Depth: "1", "Content-Type": "application/xml" }, body: wanted,
    });
    const text = await response.text();
    const found = answersIn(text);
    // The first answer is of what was asked about.
    if (!found[0]?.isFolder) throw new Problem(found[0] ? "is_file" : "not_found");
    return listingOf(found, pathAt, path);
  }

  /** @param {string} path */
  makeFolder = (path) => this.#ask("MKCOL", path);
  /** @param {string} path into the bin */
  remove = (path) => this.#ask("DELETE", path);
  /** @param {string} from @param {string} to where nothing is */
  move = (from, to) => this.#ask("MOVE", from, {
    headers: { Destination: addressOfFile(to), Overwrite: "F" },
  });

  /**
   * @param {string} path
   * @param {{ most?: number, signal?: AbortSignal }} only how many bytes from the beginning
   * @returns {Promise<Response>}
   */
  read = (path, { most, signal } = {}) => this.#ask("GET", path, {
    signal, headers: most === undefined ? {} : { Range: `bytes=0-${most - 1}` },
  });
}

/**
 * @param {string} text
 * @returns {import("../model/entries.js").Found[]}
 */
function answersIn(text) {
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.querySelector("parsererror")) throw new Problem("unavailable");
  return [...document.getElementsByTagNameNS(dav, "response")].map((answer) => {
    /** @type {Map<string, string>} */
    const properties = new Map();
    for (const part of answer.getElementsByTagNameNS(dav, "propstat")) {
      if (!/ 200 /.test(part.getElementsByTagNameNS(dav, "status")[0]?.textContent ?? "")) continue;
      for (const property of part.getElementsByTagNameNS(dav, "prop")[0]?.children ?? []) {
        properties.set(property.localName, property.textContent ?? "");
      }
    }
    return {
      address: answer.getElementsByTagNameNS(dav, "href")[0]?.textContent ?? "", properties,
      isFolder: answer.getElementsByTagNameNS(dav, "collection").length > 0,
    };
  });
}
