import { readAccount } from "../device/accounts.js";
import { CollaborationInbox } from "./collaboration-inbox.js";
import { names } from "./sharing-names.js";

/** What cannot be fetched for so long is judged without. */
const patience = 3_600_000;

/**
 * Judges contents that could not be judged when they came, where what they need is here now.
 *
 * @param {any} internal of the messenger
 */
export async function settlePending(internal) {
  const inbox = new CollaborationInbox(internal);
  await internal.connected();
  const { read, now, accountID, change, chain } = internal;
  for (const [name, { arrival, need, audience, contentType }] of await read.list("sharing/pending/")) {
    const isLate = now() > arrival.receivedAt + patience;
    const isOwn = need === "own_chain";
    if (isOwn && !(await asked(() => chain(accountID, { refresh: true })))) continue;
    const keys = need === "published_keys" && (await read.get(names.publishedKeys(audience)));
    if (need === "published_keys" && !isLate && !(keys?.storedAt > arrival.receivedAt)) continue;
    await inbox.prepare(contentType);
    await change(async (/** @type {import("./sharing-names.js").StagedRecords} */ records) => {
      const mine = await readAccount(records, accountID);
      if (!mine) return;
      const fetched = { myChain: mine.chain, isRefreshed: true, isLate: true };
      await inbox.settle(records, name, fetched);
    });
  }
}

/**
 * @param {() => Promise<unknown>} question to the relay
 * @returns {Promise<boolean>} false where the relay is away. A contradiction is an alarm already;
 *   what waited is judged with what is known
 */
async function asked(question) {
  try {
    await question();
    return true;
  } catch (error) {
    return !(/** @type {{ isTemporary?: boolean }} */ (error).isTemporary);
  }
}
