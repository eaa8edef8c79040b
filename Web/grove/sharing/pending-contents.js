import { decodeContent } from "../message/content/message-content.js";
import { contentCame } from "../rules/arrivals/collaboration-inbox.js";
import { readAccount } from "../rules/model/known-account.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";

/**
 * @typedef {import("./sharing-host.js").SharingHost} SharingHost
 * @typedef {import("../rules/arrivals/content-arrival.js").PendingContent} PendingContent
 */

/** What cannot be fetched for so long is judged without. */
const patience = 3_600_000;

/**
 * Judges contents that could not be judged when they came, where what they need is here now.
 *
 * @param {SharingHost} host
 * @param {import("../rules/arrivals/content-arrival.js").ContentHost} contentHost
 */
export async function settlePending(host, contentHost) {
  const { accountID: myAccount } = host;
  for (const [name, { arrival, contentType }] of await host.store.list(names.pending())) {
    const pending = await host.store.get(name);
    if (!pending || !(await isHere(host, pending))) continue;
    await host.change((records) => {
      const mine = readAccount(records, myAccount);
      const still = records.get(name);
      if (!mine || !still) return;
      records.put(name, undefined);
      const content = decodeContent(contentType, records.ask(() => host.open(still.sealed)));
      const situation = {
        myChain: mine.chain, isRefreshed: true, isLate: true, myAccount, host: contentHost,
      };
      // Still waiting for something, it is written anew.
      if (content) contentCame(records, content, arrival, situation);
    });
  }
}

/**
 * Whether what it waits for is here: the account's own list; an audience's keys, where they were handed over
 * since or are not waited for any more.
 *
 * @param {SharingHost} host
 * @param {PendingContent} pending
 */
async function isHere(host, { need, arrival, audience }) {
  if (need === "own_chain") return isFetched(() => host.newestChain(host.accountID));
  const storedAt = (await host.store.get(names.publishedKeys(audience)))?.storedAt ?? 0;
  return storedAt > arrival.receivedAt || host.now() > arrival.receivedAt + patience;
}

/**
 * @param {() => Promise<unknown>} question to the relay
 * @returns {Promise<boolean>} false where the relay is away. A contradiction is an alarm already;
 *   what waited is judged with what is known
 */
async function isFetched(question) {
  try {
    await question();
    return true;
  } catch (error) {
    return !(error instanceof MessengerError && error.isTemporary);
  }
}
