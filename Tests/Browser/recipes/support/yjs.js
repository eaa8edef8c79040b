import { note } from "../../support/harness.js";

const place = "/usr/share/nodejs";

/**
 * Yjs as Debian's package installs it; nothing in a browser, or where it is not installed.
 *
 * @returns {Promise<any>}
 */
async function load() {
  if (typeof process === "undefined") return undefined;
  try {
    const { createRequire, Module } = await import("node:module");
    process.env.NODE_PATH = place;
    /** @type {any} */ (Module)._initPaths();
    return createRequire(import.meta.url)(`${place}/yjs/dist/yjs.cjs`);
  } catch {
    return undefined;
  }
}

export const yjs = await load();
if (!yjs) note("recipes: typing together was not tried, for want of Yjs (node-yjs) here");
