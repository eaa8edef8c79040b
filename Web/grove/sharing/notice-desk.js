import { PublicKey } from "../crypto/public-key.js";
import { decodeBase64URL, Members } from "../encoding/encoding.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { freshID } from "./fresh-id.js";
import { postNotice, retractNotices } from "./notice-rules.js";
import { names } from "./sharing-names.js";

/** @typedef {import("./sharing.js").Sharing} Sharing */

/** Notices this device sends, and what its person does with those it shows. */
export class NoticeDesk {
  #internal;

  /** @param {any} internal of the messenger */
  constructor(internal) {
    this.#internal = internal;
  }

  /** @type {Sharing["postNotice"]} */
  postNotice = async (collaboration, post) => {
    const { now, accountID, change, wake } = this.#internal;
    const complete = { ...post, noticeID: post.noticeID ?? freshID(), at: post.at ?? now() };
    const answer = await change(async (/** @type {any} */ records) => {
      const posted = await postNotice(records, collaboration, complete, accountID);
      if (posted.ok) await this.#queue(records, posted.value.messages);
      return posted;
    });
    wake();
    return answer.ok ? { ok: true, value: answer.value.told } : answer;
  };

  /** @type {Sharing["retractNotices"]} */
  retractNotices = async (collaboration) => {
    const { now, accountID, change, wake } = this.#internal;
    const post = { noticeID: freshID(), at: now() };
    await change(async (/** @type {any} */ records) => {
      const { messages } = await retractNotices(records, collaboration, post, accountID);
      await this.#queue(records, messages);
    });
    wake();
  };

  /** @type {Sharing["dismissNotice"]} */
  dismissNotice = async ({ collaboration, id }) =>
    this.#changeLedger(collaboration, (ledger) => ledger.dismiss(id));

  /** @type {Sharing["clearNotices"]} */
  clearNotices = async (collaboration) =>
    this.#changeLedger(collaboration, (ledger) => {
      for (const { id } of ledger.state.banners) ledger.dismiss(id);
    });

  /**
   * @param {string} origin
   * @param {unknown} published
   */
  async keepKeys(origin, published) {
    const record = { keys: readPublishedKeys(published), storedAt: this.#internal.now() };
    await this.#internal.change(async (/** @type {any} */ records) =>
      records.put(names.publishedKeys(origin), record));
  }

  /**
   * @param {any} records
   * @param {any[]} messages
   */
  async #queue(records, messages) {
    for (const { contentType, ...message } of messages) {
      await this.#internal.queueContent(records, { ...message, type: contentType });
    }
  }

  /**
   * @param {import("./sharing.js").CollaborationKey} collaboration
   * @param {(ledger: NoticeLedger) => void} change
   */
  async #changeLedger(collaboration, change) {
    const name = names.ledger(collaboration);
    await this.#internal.change(async (/** @type {any} */ records) => {
      const stored = await records.get(name);
      if (!stored) return;
      const ledger = new NoticeLedger(structuredClone(stored));
      change(ledger);
      records.put(name, ledger.state);
    });
  }
}

/**
 * Keys as an audience publishes them (`/.well-known/collab-keys.json`), read for keeping.
 *
 * @param {unknown} value parsed JSON
 * @returns {{ keyID: string, publicKey: string, notAfter?: number }[]}
 * @throws {import("../encoding/grove-error.js").GroveError} `malformed`, `key_invalid`
 */
function readPublishedKeys(value) {
  return new Members(value).array("keys", (one) => {
    const members = new Members(one);
    const publicKey = members.text("publicKey", 128);
    // Checked now, so that what is kept can be used.
    new PublicKey(decodeBase64URL(publicKey));
    const notAfter = members.optional("notAfter", () => Number(members.decimal("notAfter")));
    return { keyID: members.text("keyID", 255), publicKey, notAfter };
  }, 16);
}
