import { pageLength } from "../server/prefetch.js";
import { codeOf } from "../server/problem.js";
import { readSnapshot } from "../log/snapshot-format.js";

/** @typedef {import("../server/body-types.js").DocumentEvent} DocumentEvent */
/** @typedef {import("../server/app-server.js").AppServer} AppServer */
/** @typedef {import("../log/snapshot-format.js").Summary} Summary */

/**
 * Everything there is of a document: its newest snapshot, and the log after it.
 *
 * @param {Pick<AppServer, "snapshot" | "events">} server
 * @param {string} documentID
 * @returns {Promise<{ summary?: Summary, events: DocumentEvent[], position: number,
 *   summaryAt: number }>}
 * @throws {Problem}
 */
export async function readDocument(server, documentID) {
  const found = await newestSnapshot(server, documentID);
  const summary = found && readSnapshot(found.bytes);
  const summaryAt = summary ? found.sequence : 0;
  const { events, position } = await readLog(server, documentID, summaryAt);
  return { summary, events, position, summaryAt };
}

/**
 * A server that has none answers with an empty one; an older one, that there is none.
 *
 * @param {Pick<AppServer, "snapshot">} server
 * @param {string} documentID
 */
async function newestSnapshot(server, documentID) {
  try {
    return await server.snapshot(documentID);
  } catch (error) {
    if (codeOf(error) === "not_found") return undefined;
    throw error;
  }
}

/**
 * @param {Pick<AppServer, "events">} server
 * @param {string} documentID
 * @param {number} after
 */
async function readLog(server, documentID, after) {
  /** @type {DocumentEvent[]} */
  const events = [];
  for (let position = after; ; ) {
    const page = await server.events(documentID, position, pageLength);
    events.push(...page.events);
    // Some entries are for the owner alone, so `next` is not always the last one's number.
    position = Number(page.next ?? page.events.at(-1)?.sequence ?? position);
    if (!page.more || !page.next) return { events, position };
  }
}
