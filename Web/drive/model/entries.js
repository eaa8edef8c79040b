import { nameOf, stemAndEnding } from "./paths.js";

/**
 * A file or folder as it is listed.
 *
 * @typedef {object} Entry
 * @property {string} path as people read it; empty for the drive itself
 * @property {string} name
 * @property {boolean} isFolder
 * @property {number} size of a file's bytes
 * @property {number} modifiedAt milliseconds since 1970
 * @property {string} [tag] which bytes a file has, with its quotes
 *
 * @typedef {object} Listing
 * @property {Entry[]} entries of a folder, without the folder itself
 * @property {number} used bytes of the whole drive
 * @property {number} free
 */

/**
 * Kinds and sizes are told in the same words in Swift: `Tests/Vectors/file-words.json`.
 *
 * @type {[string, import("../../ui/icons.js").IconName, RegExp][]}
 */
const kinds = [
  ["Image", "image", /^(png|jpe?g|gif|webp|avif|bmp|svg|ico|heic|tiff?)$/],
  ["PDF", "document", /^pdf$/],
  ["Text", "document", /^(txt|md|log|csv|tsv|json|xml|ya?ml|toml|ini|conf|html?|css|m?js|ts|swift|py|sh|c|h|cpp|rs|go|java|tex|srt|vcf|ics)$/],
  ["Document", "document", /^(docx?|odt|rtf|pages|epub)$/],
  ["Table", "document", /^(xlsx?|ods|numbers)$/],
  ["Slides", "document", /^(pptx?|odp|key)$/],
  ["Sound", "document", /^(mp3|m4a|ogg|opus|flac|wav)$/],
  ["Film", "document", /^(mp4|m4v|mov|webm|mkv|avi)$/],
  ["Archive", "document", /^(zip|tar|t?gz|xz|zst|7z|rar|bz2)$/],
];

/** @param {string} name */
const kindAt = (name) => kinds.find(([, , endings]) => endings.test(stemAndEnding(name)[1].slice(1).toLowerCase()));

/** @param {Pick<Entry, "name" | "isFolder">} entry @returns {string} for people */
export const kindOf = ({ name, isFolder }) => isFolder ? "Folder" : kindAt(name)?.[0] ?? "File";

/** @param {Pick<Entry, "name" | "isFolder">} entry @returns {import("../../ui/icons.js").IconName} */
export const iconOf = ({ name, isFolder }) => isFolder ? "folder" : kindAt(name)?.[1] ?? "document";

/** @param {number} bytes @returns {string} "12 kB", in powers of 1000 as file managers count today */
export function sizeText(bytes) {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const units = ["kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes / 1000, 0];
  // What would be rounded to a thousand is one of the next.
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)} ${units[unit]}`;
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** @param {Entry[]} entries @returns {Entry[]} folders first, then by name as people count */
export const sorted = (entries) => [...entries].sort((a, b) =>
  Number(b.isFolder) - Number(a.isFolder) || order.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));

/**
 * The text of each property that a response has; of those without one it says nothing.
 *
 * @typedef {{ address: string, properties: Map<string, string>, isFolder: boolean }} Found
 */

/**
 * @param {Found[]} found the answers to a PROPFIND
 * @param {(address: string) => string} pathAt
 * @param {string} folder the path that was asked about
 * @returns {Listing}
 */
export function listingOf(found, pathAt, folder) {
  /** @type {Entry[]} */
  const entries = [];
  let [used, free] = [0, 0];
  for (const { address, properties, isFolder } of found) {
    const path = pathAt(address);
    const number = (/** @type {string} */ name) => Number(properties.get(name) ?? 0) || 0;
    if (path === folder) [used, free] = [number("quota-used-bytes"), number("quota-available-bytes")];
    else entries.push({
      path, name: nameOf(path), isFolder, size: number("getcontentlength"),
      modifiedAt: Date.parse(properties.get("getlastmodified") ?? "") || 0, tag: properties.get("getetag"),
    });
  }
  return { entries: sorted(entries), used, free };
}
