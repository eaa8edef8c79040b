import { keptBelow } from "./network-first.js";

/**
 * What the relay serves of the messenger's pages: for each address the hash of its bytes, and one
 * name for all of it.
 *
 * @typedef {{ version: string, files: Map<string, string> }} PageList
 */

/** Where the list is served. */
export const listAddress = "/messenger-files.json";

const hashForm = /^[\w-]{24}$/;
const addressForm = /^\/(?:[\w-]+(?:[/.][\w-]+)*)?$/;

/**
 * @param {unknown} value as it was served
 * @returns {PageList}
 * @throws {TypeError} where it is none
 */
export function readPageList(value) {
  const { version, files } = /** @type {{ version: string, files: Record<string, string> }} */ (Object(value));
  const all = Object.entries(files ?? {});
  const isList = hashForm.test(version) && all.some(([address]) => address === "/") &&
    all.every(([address, hash]) => addressForm.test(address) && hashForm.test(hash));
  if (!isList) throw new TypeError("this is no list of pages");
  return { version, files: new Map(all) };
}

/** @param {string} version @returns {string} what the cache with this set is called, and its lock */
export const cacheName = (version) => keptBelow + version;

/**
 * @param {string} path of a module
 * @returns {string | undefined} the cache it came from, if it is of a kept set
 */
export const cacheOf = (path) => /^\/kept\/[\w-]{24}(?=\/)/.exec(path)?.[0];

/**
 * A page of a set, whose scripts and styles come from the set, too: they import each other by
 * relative addresses, so with the first of them all the others are of the same set.
 *
 * @param {string} html
 * @param {PageList} list
 */
export const keptPage = (html, { version, files }) =>
  html.replace(/ (src|href)="(\/[^"]+)"/g, (whole, name, address) =>
    files.has(address) ? ` ${name}="${cacheName(version)}${address}"` : whole);
