import { wakesClosed } from "../local-storage-keys.js";
import { quietCache } from "./woken.js";

/** @typedef {import("../../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/** @type {boolean | undefined} as this page has noted it */
let noted;

/**
 * Whether the person is in conversations, and wants to be told of none: whatever wakes this browser is then most likely
 * nothing they want to hear.
 *
 * @param {Pick<ConversationSummary, "state" | "attention" | "requestedBy">[]} all
 */
export function isQuiet(all) {
  const here = all.filter(({ state, requestedBy }) => !requestedBy && (state === "active" || state === "pending"));
  return here.length > 0 && here.every(({ attention }) => attention === "none");
}

/**
 * For the worker, which sees neither conversations nor what was chosen for them.
 *
 * @param {ConversationSummary[]} all
 */
export async function noteQuiet(all) {
  const quiet = localStorage.getItem(wakesClosed) !== null && isQuiet(all);
  if (quiet === noted) return;
  noted = quiet;
  try {
    await (quiet ? caches.open(quietCache) : caches.delete(quietCache));
  } catch {
    // A browser that keeps nothing rings once too often.
  }
}
