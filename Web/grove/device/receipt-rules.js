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
    // Only what some device of this account has sent, is shown here and waits for it: a stranger
    // cannot fill the store with identifiers, and what is settled is forgotten.
    const items = (await itemsOfMessage(records, messageID)).filter(isWaiting);
    const [item] = items;
    if (!item || item.sender === sender) continue;
    const conversation = await records.get(names.conversation(item.conversationID));
    if (!conversation?.members.includes(sender)) continue;
    records.put(names.receipt(messageID, sender), true);
    const prefix = `receipt/${messageID}/`;
    const receipts = [...(await records.list(prefix)).keys()];
    const known = receipts.map((name) => name.slice(prefix.length));
    const everybody = conversation.members.every((/** @type {string} */ member) =>
      member === item.sender || known.includes(member));
    if (!everybody) continue;
    for (const one of items) changeItem(records, one, { delivery: { state: "delivered" } });
    for (const name of receipts) records.put(name, undefined);
  }
}

/** @param {import("./messenger-types.js").ThreadItem} item */
const isWaiting = ({ delivery }) => delivery?.state === "sent" || delivery?.state === "queued";

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
