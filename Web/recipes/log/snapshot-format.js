import { fromBase64URL, toBase64URL } from "./base64url.js";

/**
 * A client-made summary of a document's log (decision 0013): what the fields hold, and which entries
 * of the log are comments and lines. Those are read from the log itself, so that whoever makes a
 * snapshot cannot put words into somebody's mouth.
 *
 * @typedef {object} Summary
 * @property {"live" | "plain"} kind how its fields are edited
 * @property {Uint8Array} state
 * @property {number[]} entries numbers in the log, ascending
 */

/** @param {Summary} summary @returns {Uint8Array} */
export const writeSnapshot = ({ kind, state, entries }) =>
  new TextEncoder().encode(JSON.stringify({ v: 1, kind, state: toBase64URL(state), entries }));

/**
 * @param {Uint8Array} bytes
 * @returns {Summary | undefined} nothing for a form this version does not know: the log is read
 *   from its beginning then
 */
export function readSnapshot(bytes) {
  try {
    const { v, kind, state, entries } = JSON.parse(new TextDecoder().decode(bytes));
    if (v !== 1 || (kind !== "live" && kind !== "plain") || !Array.isArray(entries)) return;
    if (!entries.every((entry) => Number.isSafeInteger(entry) && entry > 0)) return;
    return { kind, state: fromBase64URL(state), entries };
  } catch {
    return undefined;
  }
}

/**
 * The stretches of the log that hold certain entries, few and not much longer than needed.
 *
 * @param {number[]} entries ascending
 * @param {number} longest entries one request may ask for
 * @returns {{ after: number, limit: number }[]}
 */
export function stretches(entries, longest = 500) {
  /** @type {{ after: number, limit: number }[]} */
  const found = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last && entry - last.after <= longest && entry - last.after - last.limit <= 100) {
      last.limit = entry - last.after;
    } else {
      found.push({ after: entry - 1, limit: 1 });
    }
  }
  return found;
}
