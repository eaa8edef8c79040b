import { PublicKey } from "../crypto/public-key.js";
import { freshID } from "../device/local-device.js";
import { decodeBase64URL, Members } from "../encoding/encoding.js";
import { bannerAttribution, bannerText, deedOf, lastOf } from "../message/notice-banner.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { isEndToMe } from "../rules/attention/ending-rules.js";
import { mentionsLeft } from "../rules/attention/mention-rules.js";
import { putAwayHere } from "../rules/attention/put-away.js";
import { enqueueMessage } from "../rules/conversations/outbox-rules.js";
import { documentState } from "../rules/invitations/document-state.js";
import { deedToMe } from "../rules/invitations/ending-sentences.js";
import { isHeard } from "../rules/invitations/told-by-server.js";
import { names } from "../rules/model/record-names.js";
import { conversationNews } from "../rules/notices/conversation-news.js";
import { postNotice, retractNotices } from "../rules/notices/notice-rules.js";
import { meOf } from "./sharing-host.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../rules/model/sharing-types.js").NoticePost} NoticePost
 * @typedef {import("../rules/model/sharing-types.js").NoticePostRefusal} NoticePostRefusal
 * @typedef {import("../rules/model/sharing-types.js").ShownNotice} ShownNotice
 */

/** Notices this device sends, and those it shows. */
export class Notices {
  #host;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Tells the other participants; a mention only the mentioned one.
   *
   * @param {CollaborationKey} collaboration its audience is the origin that asks
   * @param {NoticePost} post
   * @returns {Promise<import("../encoding/check-result.js").Answer<string[], NoticePostRefusal>>} the
   *   accounts that are told
   */
  postNotice = async (collaboration, post) => {
    const me = meOf(this.#host);
    const complete = { ...post, noticeID: post.noticeID ?? freshID(), at: post.at ?? me.now };
    const answer = await this.#host.change((records) => {
      const posted = postNotice(records, collaboration, complete, me.accountID);
      if (posted.ok) for (const one of posted.value.messages) enqueueMessage(records, one, me);
      return posted;
    });
    this.#host.wake();
    return answer.ok ? { ok: true, value: answer.value.told } : answer;
  };

  /**
   * Takes back, on everybody's devices, what this person's app told.
   *
   * @param {CollaborationKey} collaboration
   */
  retractNotices = async (collaboration) => {
    const me = meOf(this.#host);
    const post = { noticeID: freshID(), at: me.now };
    await this.#host.change((records) => {
      const { messages } = retractNotices(records, collaboration, post, me.accountID);
      for (const one of messages) enqueueMessage(records, one, me);
    });
    this.#host.wake();
  };

  /**
   * The banners to show in a conversation, the oldest first.
   *
   * @param {string} conversationID
   * @returns {Promise<ShownNotice[]>}
   */
  notices = async (conversationID) =>
    (await this.allNotices()).filter((one) => one.conversationID === conversationID)
      .sort((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));

  /**
   * The banners to show in any conversation, for a list of them.
   *
   * @returns {Promise<ShownNotice[]>}
   */
  allNotices = async () => {
    const news = await this.#host.look((records) => conversationNews(records, this.#host.accountID));
    return (await Promise.all(news.map((one) => this.#shown(one)))).flat();
  };

  /**
   * @param {import("../rules/notices/conversation-news.js").ConversationNews} news
   * @returns {Promise<ShownNotice[]>}
   */
  async #shown({ collaboration, link, conversationID, banners }) {
    if (banners.length === 0) return [];
    const { title = "", ending } = await this.#host.look((records) => documentState(records, collaboration));
    const told = await this.#host.store.get(names.toldEnding(collaboration));
    const nameOf = await this.#namesOf(banners);
    return banners.map((banner) => ({
      id: banner.id, collaboration, kind: banner.kind, ...wordsOf(banner, told, nameOf), title, ending,
      ...(isEndToMe(told, banner) && { isEnd: true }),
      accounts: banner.actors.map(({ account }) => account),
      names: Object.fromEntries(banner.actors.flatMap(({ account, name }) => (name ? [[account, name]] : []))),
      attribution: capitalized(bannerAttribution(banner, nameOf)), link, conversationID,
      firstAt: Number(banner.firstAt), latestAt: Number(banner.latestAt),
    }));
  }

  /**
   * @param {import("../message/notice-banner.js").NoticeBanner[]} banners
   * @returns {Promise<(account: string) => string>}
   */
  async #namesOf(banners) {
    /** @type {Map<string, string>} */
    const known = new Map();
    const actors = banners.flatMap((banner) => banner.actors);
    for (const { account } of [...actors, ...actors.flatMap(({ subjects }) => subjects ?? [])]) {
      if (account !== undefined) known.set(account, await this.#host.accountName(account));
    }
    return (account) => known.get(account) ?? "Somebody";
  }

  /**
   * What the person does not want any more.
   *
   * @param {Pick<ShownNotice, "collaboration" | "id">} notice
   */
  dismissNotice = async ({ collaboration, id }) =>
    this.#changeLedger(collaboration, (ledger) => ledger.dismiss(id));

  /**
   * All that is told of one document.
   *
   * @param {Pick<ShownNotice, "collaboration" | "id">[]} notices
   */
  dismissNotices = async (notices) => {
    const [{ collaboration }] = notices;
    await this.#changeLedger(collaboration, (ledger) => notices.forEach(({ id }) => ledger.dismiss(id)));
  };

  /**
   * The person has seen it in the app: removes what this device shows of a collaboration.
   *
   * @param {CollaborationKey} collaboration
   * @param {{ isOnlyLikely?: boolean, until?: number }} options `isOnlyLikely`: they may not have seen it, so that what
   *   was said to them stays, and that the document has ended; `until`: milliseconds, what came later stays, too
   */
  clearNotices = async (collaboration, { isOnlyLikely = false, until = Infinity } = {}) => {
    const told = await this.#host.store.get(names.toldEnding(collaboration));
    await this.#changeLedger(collaboration, (ledger) => {
      for (const banner of ledger.state.banners) {
        const isKept = isOnlyLikely && (banner.kind === "mention" || isEndToMe(told, banner));
        if (banner.latestAt <= until && !isKept) ledger.dismiss(banner.id);
      }
    });
  };

  /**
   * The person opens it: where its app's server tells once it is really before them, what was said to them stays until
   * then. The app may have to ask them for something first, and they may give up.
   *
   * @param {CollaborationKey} collaboration
   * @param {{ isFirst?: boolean }} options `isFirst`: they have just been let in by this device, so that what the app asks
   *   for next may be more than they have
   */
  clearOpened = async (collaboration, { isFirst = false } = {}) => {
    const isTold = await this.#host.look((records) => isHeard(records, collaboration));
    if (isFirst && isTold) return;
    await this.clearNotices(collaboration, { isOnlyLikely: isTold });
  };

  /**
   * @param {string} origin of the page that publishes them
   * @param {unknown} published parsed `/.well-known/collab-keys.json`
   */
  async keepKeys(origin, published) {
    const record = { keys: readPublishedKeys(published), storedAt: this.#host.now() };
    await this.#host.change((records) => records.put(names.publishedKeys(origin), record));
  }

  /**
   * The account's other devices hear of what is shown no more.
   *
   * @param {CollaborationKey} collaboration
   * @param {(ledger: NoticeLedger) => void} change
   */
  async #changeLedger(collaboration, change) {
    const name = names.ledger(collaboration);
    // Asked again and again while a document is in front of its person: where nothing is shown nothing changes.
    if (!(await this.#host.store.get(name))?.banners.length) return;
    const me = meOf(this.#host);
    await this.#host.change((records) => {
      const stored = records.get(name);
      if (!stored) return;
      const ledger = new NoticeLedger(structuredClone(stored));
      change(ledger);
      records.put(name, ledger.state);
      const left = new Set(ledger.state.banners.map(({ id }) => id));
      putAwayHere(records, collaboration, stored.banners.filter(({ id }) => !left.has(id)), me);
      mentionsLeft(records, collaboration);
    });
    this.#host.wake();
  }
}

/**
 * @param {import("../message/notice-banner.js").NoticeBanner} banner
 * @param {import("../rules/invitations/document-state.js").ToldEnding | undefined} told
 * @param {(account: string) => string} nameOf
 * @returns {Pick<ShownNotice, "text" | "deed" | "deeds">}
 */
function wordsOf(banner, told, nameOf) {
  const deed = deedToMe(told, banner) ?? deedOf(banner, nameOf);
  const deeds = banner.actors.map((actor) => ({ account: actor.account, at: Number(lastOf(actor)),
    deed: banner.actors.length === 1 ? deed : deedOf({ ...banner, actors: [actor] }, nameOf) }));
  return { text: bannerText(banner, nameOf, deed), deed, deeds };
}

/** @param {string | undefined} words which stand alone on a page */
const capitalized = (words) => words && words[0].toUpperCase() + words.slice(1);

/**
 * Keys as an audience publishes them (`/.well-known/collab-keys.json`), read for keeping.
 *
 * @param {unknown} value parsed JSON
 * @returns {import("../rules/arrivals/notice-inbox.js").KeptKeys["keys"]}
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
