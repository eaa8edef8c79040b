import { folded } from "../folded-letters.js";

/**
 * A handle made from a name: what the relay allows, 1 to 64 of `a-z 0-9 . _ -`.
 *
 * @param {string} name
 * @returns {string} may be empty
 */
export const handleFrom = (name) =>
  folded(name).replace(/[^a-z0-9._-]+/gu, ".").replace(/^[.]+|[.]+$/gu, "").slice(0, 64);

/** @param {string} handle @returns {boolean} */
export const isHandle = (handle) => /^[a-z0-9._-]{1,64}$/u.test(handle);
