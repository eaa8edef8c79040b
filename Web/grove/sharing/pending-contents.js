import { readAccount } from "../device/accounts.js";
import { decodeContent, encodeContent } from "../message/content/message-content.js";
import { CollaborationInbox } from "./collaboration-inbox.js";
import { names } from "./sharing-names.js";

/**
 * A content that cannot be judged yet. It is sealed: an invitation has a seed in it.
 *
 * @typedef {object} PendingContent
 * @property {import("./collaboration-inbox.js").ContentArrival} arrival
 * @property {number} contentType
 * @property {"own_chain" | "published_keys"} need this account's own device list (protocol 6.3
 *   (d)), or the keys of an audience (12.4)
 * @property {string} audience the content's
 * @property {unknown} sealed
 *
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 */

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
    await change(async (/** @type {StagedRecords} */ records) => {
      const mine = await readAccount(records, accountID);
      if (!mine) return;
      const fetched = { myChain: mine.chain, isRefreshed: true, isLate: true };
      /** @type {PendingContent | undefined} */
      const pending = await records.get(name);
      if (!pending) return;
      records.put(name, undefined);
      const content = decodeContent(contentType, await internal.open(pending.sealed));
      // Still waiting for something, it is written anew.
      if (content) await inbox.judge(records, content, pending.arrival, fetched);
    });
  }
}

/**
 * Keeps a content until what it needs is here.
 *
 * @param {StagedRecords} records
 * @param {import("../message/content/message-content.js").MessageContent & { audience: string }}
 *   message
 * @param {import("./collaboration-inbox.js").ContentArrival} arrival
 * @param {PendingContent["need"]} need
 * @param {any} internal of the messenger
 */
export async function putOff(records, message, arrival, need, internal) {
  const { contentType, content } = encodeContent(message);
  const sealed = await internal.seal(content);
  content.fill(0);
  const name = names.pending(arrival.senderDevice, arrival.messageID);
  records.put(name, { arrival, contentType, need, audience: message.audience, sealed });
  internal.wake();
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
