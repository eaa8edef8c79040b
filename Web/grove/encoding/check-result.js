/**
 * The answer to a check: the value it vouches for, or a stable code that says why there is none.
 *
 * @template Value
 * @template {string} Code
 * @typedef {{ ok: true, value: Value } | { ok: false, refusal: Code }} Answer
 */

/**
 * @template Value
 * @param {Value} value
 * @returns {{ ok: true, value: Value }}
 */
export const accepted = (value) => ({ ok: true, value });

/**
 * @template {string} Code
 * @param {Code} refusal
 * @returns {{ ok: false, refusal: Code }}
 */
export const refused = (refusal) => ({ ok: false, refusal });
