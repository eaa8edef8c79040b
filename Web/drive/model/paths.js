/**
 * Paths as people read them: a slash before each name, and nothing for the drive itself.
 */

/** @param {string} path @returns {string[]} names */
export const splitPath = (path) => path.split("/").filter(Boolean);

/** @param {string[]} names @returns {string} */
export const pathOf = (names) => names.map((name) => `/${name}`).join("");

/** @param {string} path @returns {string} of the folder it lies in */
export const parentOf = (path) => pathOf(splitPath(path).slice(0, -1));

/** @param {string} path @returns {string} nothing for the drive itself */
export const nameOf = (path) => splitPath(path).at(-1) ?? "";

/** @param {string} path @param {string} name @returns {string} */
export const inside = (path, name) => `${path}/${name}`;

/** @param {string} path @returns {string} where the server has it */
export const addressOfFile = (path) => `/drive${splitPath(path).map((name) => `/${encodeURIComponent(name)}`).join("") || "/"}`;

/** @param {string} address as the server names it @returns {string} the path */
export const pathAt = (address) => pathOf(splitPath(address.replace(/^\/drive/, "")).map(decodeURIComponent));

/**
 * Whether it stays where it is and is called so: the folder of what others share, and each thing there, whose owners name
 * it. What lies in that may be changed where they allow it.
 *
 * @param {string} path
 */
export const isFixed = (path) => splitPath(path)[0] === "Shared" && splitPath(path).length <= 2;

/** @param {string} path @returns {boolean} whether it is what others share, or lies in it */
export const isOfOthers = (path) => splitPath(path)[0] === "Shared";

const encoder = new TextEncoder();

/**
 * What is wrong with a name, in the server's own rules, so that nobody waits for its answer.
 *
 * @param {string} text
 * @returns {string | undefined} a sentence; nothing where it can be one
 */
export function nameProblem(text) {
  const name = text.normalize("NFC");
  if (!name) return "Give it a name first.";
  if (name === "." || name === "..") return "Nothing can be called “.” or “..”.";
  if (/[/\\]/.test(name)) return "A name has no “/” and no “\\”.";
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return "A name has no control characters.";
  return encoder.encode(name).length > 255 ? "That name is too long." : undefined;
}

/** @param {string} name @returns {[string, string]} what stands before the last dot, and the rest with it */
export function stemAndEnding(name) {
  const dot = name.lastIndexOf(".");
  return dot < 1 || encoder.encode(name.slice(dot)).length > 32 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}

/**
 * A name that is free, as near as can be to one that is not: “plan 2.txt”. As the server names what comes back from the
 * bin.
 *
 * @param {string} name
 * @param {Iterable<string>} taken
 */
export function freeName(name, taken) {
  const keys = new Set([...taken].map((one) => one.normalize("NFC").toLowerCase()));
  let [stem, ending] = stemAndEnding(name);
  for (let number = 2; ; number += 1) {
    while (encoder.encode(`${stem} ${number}${ending}`).length > 255) stem = [...stem].slice(0, -1).join("");
    const free = `${stem} ${number}${ending}`;
    if (!keys.has(free.normalize("NFC").toLowerCase())) return free;
  }
}
