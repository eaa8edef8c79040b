import { note } from "../../support/harness.js";
import { inNode } from "../../support/environment.js";

const place = "/usr/share/nodejs";

/** Yjs as Debian's package installs it; nothing where it is not installed. @returns {Promise<any>} */
async function load() {
  if (!inNode) return import(`/packages/${"yjs/dist/yjs.mjs"}`);
  const { createRequire, Module } = await import("node:module");
  process.env.NODE_PATH = place;
  /** @type {any} */ (Module)._initPaths();
  return createRequire(import.meta.url)(`${place}/yjs/dist/yjs.cjs`);
}

export const yjs = await load().catch(() => undefined);
if (!yjs) note("recipes: typing together was not tried, for want of Yjs (node-yjs) here");
