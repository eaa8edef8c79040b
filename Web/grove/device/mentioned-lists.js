import { readAccount } from "./accounts.js";
import { MessengerError } from "./messenger-error.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * Others saw statements that this device has not: it asks the relay before it judges.
 *
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 */
export async function refreshMentionedLists(device, message) {
  let isRefreshed = false;
  for (const [account, seq] of statementsNamedIn(message, device.accountID)) {
    const known = await readAccount(device.store, account);
    if (!known || known.chain.statement(seq)) continue;
    await device.refreshed(account).catch((error) => {
      // The contradiction is stored as an alarm; the message is judged with what is known.
      if (!(error instanceof MessengerError) || error.isTemporary ||
        error.code === "store_unavailable") throw error;
    });
    isRefreshed = true;
  }
  return isRefreshed;
}

/**
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 * @param {string} me
 * @returns {[string, bigint][]}
 */
function statementsNamedIn(message, me) {
  let content;
  try {
    content = message.content();
  } catch {
    return [];
  }
  if (content?.type === "invitation") return [[me, content.identity.statement.seq]];
  return content?.type === "gossip" ? content.seen.map(({ account, seq }) => [account, seq]) : [];
}
