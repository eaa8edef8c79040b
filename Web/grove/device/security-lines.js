import { addItem } from "./thread.js";

/** @typedef {import("./staged-records.js").StagedRecords} StagedRecords */

/**
 * A line in every conversation an account is in.
 *
 * @param {StagedRecords} records
 * @param {string} accountID
 * @param {import("./messenger-types.js").ThreadContent} content
 * @param {number} now
 */
export async function addEverywhere(records, accountID, content, now) {
  for (const { conversationID, members } of (await records.list("conversation/")).values()) {
    if (!members.includes(accountID)) continue;
    const line = { conversationID, sender: accountID, sentAt: now, receivedAt: now, content };
    await addItem(records, line, accountID);
  }
}
