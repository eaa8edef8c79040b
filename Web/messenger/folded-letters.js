/** Letters that are no other letter with a mark, which Unicode would take apart by itself. */
const spelled = /** @type {Record<string, string>} */ ({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d",
  þ: "th", ħ: "h", ŋ: "n", ı: "i" });

/**
 * As whoever has no such keys would write it, and as handles are made: a name and its handle are found by either.
 *
 * @param {string} text
 * @returns {string} small letters without marks; everything else as it is
 */
export const folded = (text) =>
  text.normalize("NFD").replace(/\p{Mark}/gu, "").toLowerCase()
    .replace(/[ßæœøłđðþħŋı]/gu, (letter) => spelled[letter]);
