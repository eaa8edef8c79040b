import { readAccount } from "./accounts.js";
import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * Others saw statements that this device has not: it asks the relay before it judges. What they saw
 * and this device knows is no news.
 *
 * @param {Device} device
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 * @returns {Promise<{ isRefreshed: boolean, alarms?: typeof import("./alarms.js") }>} `alarms` where
 *   there is something to judge
 */
export async function readMentions(device, message) {
  const contradicted = [];
  let isRefreshed = false;
  for (const { account, ...seen } of statementsNamedIn(message, device.accountID)) {
    const known = await readAccount(device.store, account);
    if (!known || known.chain.find(seen)) continue;
    contradicted.push(account);
    if (known.chain.statement(seen.seq)) continue;
    await device.refreshed(account).catch((error) => {
      // The contradiction is stored as an alarm; the message is judged with what is known.
      if (!(error instanceof MessengerError) || error.isTemporary ||
        error.code === "store_unavailable") throw error;
    });
    isRefreshed = true;
  }
  if (contradicted.length === 0) return { isRefreshed };
  return { isRefreshed, alarms: await loaded(import("./alarms.js")) };
}

/**
 * @param {import("../message/opened-envelope.js").VerifiedMessage} message
 * @param {string} me
 * @returns {{ account: string, seq: bigint, hash: string }[]}
 */
function statementsNamedIn(message, me) {
  let content;
  try {
    content = message.content();
  } catch {
    return [];
  }
  if (content?.type === "invitation") return [{ account: me, ...content.identity.statement }];
  return content?.type === "gossip" ? content.seen : [];
}
