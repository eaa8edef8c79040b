import { names } from "./names.js";
import { changeItem, itemsOfMessage } from "./thread.js";

/**
 * Who has which of our messages (content type 6). A message is delivered when a device of every
 * other member has it.
 *
 * @param {import("./staged-records.js").StagedRecords} records
 * @param {import("../message/content/acknowledgement.js").Acknowledgement} acknowledgement
 * @param {string} sender
 */
export async function receiptsReceived(records, { messageIDs }, sender) {
  for (const messageID of messageIDs) {
    // Only what some device of this account has sent and is shown here: a stranger cannot fill the
    // store with identifiers.
    const items = (await itemsOfMessage(records, messageID)).filter(({ delivery }) => delivery);
    const [item] = items;
    if (!item || item.sender === sender) continue;
    const conversation = await records.get(names.conversation(item.conversationID));
    if (!conversation?.members.includes(sender)) continue;
    records.put(names.receipt(messageID, sender), true);
    const prefix = `receipt/${messageID}/`;
    const known = [...(await records.list(prefix)).keys()].map((name) => name.slice(prefix.length));
    const everybody = conversation.members.every((/** @type {string} */ member) =>
      member === item.sender || known.includes(member));
    for (const one of everybody ? items : []) {
      if (one.delivery?.state !== "sent" && one.delivery?.state !== "queued") continue;
      changeItem(records, one, { delivery: { state: "delivered" } });
    }
  }
}

/**
 * What is owed, as messages: one for each conversation and sender, at most 256 receipts each.
 *
 * @param {Map<string, unknown>} owed records `owed/{conversation}/{to}/{message}`
 * @returns {{ conversationID: string, to: string, messageIDs: string[] }[]}
 */
export function receiptsDue(owed) {
  /** @type {Map<string, { conversationID: string, to: string, messageIDs: string[] }>} */
  const groups = new Map();
  for (const name of owed.keys()) {
    const [, conversationID, to, messageID] = name.split("/");
    const key = `${conversationID}/${to}`;
    const group = groups.get(key) ?? { conversationID, to, messageIDs: [] };
    if (group.messageIDs.length < 256) group.messageIDs.push(messageID);
    groups.set(key, group);
  }
  return [...groups.values()];
}
