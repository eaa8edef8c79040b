import { kindOf } from "./entries.js";
import { stemAndEnding } from "./paths.js";

/** Bytes that are held to be looked at; a text is shown as far as so much of it. */
export const largestLook = 50_000_000;
export const longestText = 262_144;

/**
 * The types that a browser is told, whatever the one who wrote the file said it was.
 *
 * @type {Record<string, string>}
 */
const imageTypes = {
  png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", avif: "image/avif",
  bmp: "image/bmp", ico: "image/x-icon", svg: "image/svg+xml",
};

/**
 * @typedef {{ is: "text" } | { is: "image" | "pdf", type: string } | { is: "none", why: string }} Preview
 */

/**
 * How something can be looked at, by its name alone.
 *
 * @param {string} name
 * @param {number} size
 * @returns {Preview}
 */
export function previewOf(name, size) {
  const kind = kindOf({ name, isFolder: false });
  const type = imageTypes[stemAndEnding(name)[1].slice(1).toLowerCase()];
  if (kind === "Text") return { is: "text" };
  if (kind === "PDF" || type) {
    if (size > largestLook) return { is: "none", why: "It is too large to be shown here. Download it to look at it." };
    return type ? { is: "image", type } : { is: "pdf", type: "application/pdf" };
  }
  return { is: "none", why: "Nothing here can show a file of this kind. Download it to open it with a program." };
}
