/** Letters that are no other letter with a mark, which Unicode would take apart by itself. */
const spelled = /** @type {Record<string, string>} */ ({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d",
  þ: "th", ħ: "h", ŋ: "n", ı: "i" });

/**
 * A handle made from a name: what the relay allows, 1 to 64 of `a-z 0-9 . _ -`.
 *
 * @param {string} name
 * @returns {string} may be empty
 */
export const handleFrom = (name) =>
  name.normalize("NFD").replace(/\p{Mark}/gu, "").toLowerCase()
    .replace(/[ßæœøłđðþħŋı]/gu, (letter) => spelled[letter])
    .replace(/[^a-z0-9._-]+/gu, ".").replace(/^[.]+|[.]+$/gu, "").slice(0, 64);

/** @param {string} handle @returns {boolean} */
export const isHandle = (handle) => /^[a-z0-9._-]{1,64}$/u.test(handle);
