import { names } from "../model/record-names.js";
import { changeItem, itemsOfMessage } from "../model/thread.js";

/**
 * Who has which of our messages (content type 6). A message is delivered when a device of every
 * other member has it.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/receipts-and-gossip.js").Acknowledgement} acknowledgement
 * @param {string} sender
 */
export function receiptsReceived(records, { messageIDs }, sender) {
  for (const messageID of messageIDs) {
    // Only what some device of this account has sent, is shown here and waits for it: a stranger
    // cannot fill the store with identifiers, and what is settled is forgotten.
    const items = itemsOfMessage(records, messageID).filter(isWaiting);
    const [item] = items;
    if (!item || item.sender === sender) continue;
    const conversation = records.get(names.conversation(item.conversationID));
    if (!conversation?.members.includes(sender)) continue;
    records.put(names.receipt(messageID, sender), true);
    const receipts = records.list(names.receipt(messageID));
    const isEverybody = conversation.members.every((member) =>
      member === item.sender || receipts.has(names.receipt(messageID, member)));
    if (!isEverybody) continue;
    for (const one of items) changeItem(records, one, { delivery: { state: "delivered" } });
    for (const name of receipts.keys()) records.put(name, undefined);
  }
}

/** @param {import("../model/messenger-types.js").ThreadItem} item */
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
