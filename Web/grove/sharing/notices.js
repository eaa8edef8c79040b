import { PublicKey } from "../crypto/public-key.js";
import { freshID } from "../device/local-device.js";
import { decodeBase64URL, Members } from "../encoding/encoding.js";
import { bannerAttribution, bannerText, deedOf, knowing } from "../message/notice-banner.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { mentionsLeft } from "../rules/attention/mention-rules.js";
import { enqueueMessage } from "../rules/conversations/outbox-rules.js";
import { documentState } from "../rules/invitations/document-state.js";
import { deedToMe } from "../rules/invitations/ending-sentences.js";
import { newestInEach, newestInvitations } from "../rules/invitations/highlight-rules.js";
import { KnownParticipants } from "../rules/membership/known-membership.js";
import { isSame, names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import { postNotice, retractNotices } from "../rules/notices/notice-rules.js";
import { meOf } from "./sharing-host.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../rules/model/sharing-types.js").NoticePost} NoticePost
 * @typedef {import("../rules/model/sharing-types.js").NoticePostRefusal} NoticePostRefusal
 * @typedef {import("../rules/model/sharing-types.js").ShownNotice} ShownNotice
 * @typedef {import("../rules/invitations/received-invitation.js").ReceivedInvitation}
 *   ReceivedInvitation
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
  notices = async (conversationID) => {
    const invitations = await this.#host.look((records) =>
      newestInvitations(records, (one) => one.conversationID === conversationID));
    const shown = await Promise.all(invitations.map((one) => this.#banners(one)));
    return shown.flat().sort((one, other) =>
      one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
  };

  /**
   * The banners to show in any conversation, for a list of them.
   *
   * @returns {Promise<ShownNotice[]>}
   */
  allNotices = async () => {
    const invitations = await this.#host.look((records) => {
      const told = all(records, names.ledger()).flatMap(({ banners }) => banners);
      // Mostly there is nothing, and then nothing is looked up.
      if (told.length === 0) return [];
      return newestInEach(records, ({ collaboration }) => told.some((one) => isSame(one, collaboration)));
    });
    return (await Promise.all(invitations.map((one) => this.#banners(one)))).flat();
  };

  /** @param {ReceivedInvitation} invitation @returns {Promise<ShownNotice[]>} */
  async #banners({ collaboration, link, conversationID }) {
    const state = await this.#host.store.get(names.ledger(collaboration));
    if (!state) return [];
    const { title = "", ending } = await this.#host.look((records) => documentState(records, collaboration));
    const told = await this.#host.store.get(names.toldEnding(collaboration));
    const { audience, collaborationID } = collaboration;
    const conversation = await this.#host.store.get(names.conversation(conversationID));
    const participants = await this.#host.look((records) => KnownParticipants.of(records, collaboration));
    const visible = toldAmong(new NoticeLedger(state).visible(audience, collaborationID), conversation?.members ?? [])
      .map((banner) => knowing(banner, (root) => participants.accountOf(root)));
    /** @type {Map<string, string>} */
    const known = new Map();
    const actors = visible.flatMap((banner) => banner.actors);
    for (const { account } of [...actors, ...actors.flatMap(({ subjects }) => subjects ?? [])]) {
      if (account !== undefined) known.set(account, await this.#host.accountName(account));
    }
    const nameOf = (/** @type {string} */ account) => known.get(account) ?? "Somebody";
    return visible.map((banner) => ({
      id: banner.id, collaboration, kind: banner.kind, ...wordsOf(banner, told, nameOf), title, ending,
      accounts: banner.actors.map(({ account }) => account),
      names: Object.fromEntries(banner.actors.flatMap(({ account, name }) => (name ? [[account, name]] : []))),
      attribution: capitalized(bannerAttribution(banner, nameOf)), link, conversationID,
      firstAt: Number(banner.firstAt), latestAt: Number(banner.latestAt),
    }));
  }

  /**
   * What the person does not want any more.
   *
   * @param {Pick<ShownNotice, "collaboration" | "id">} notice
   */
  dismissNotice = async ({ collaboration, id }) =>
    this.#changeLedger(collaboration, (ledger) => ledger.dismiss(id));

  /**
   * The person has seen it in the app: removes what this device shows of a collaboration.
   *
   * @param {CollaborationKey} collaboration
   * @param {{ isMentionKept?: boolean, until?: number }} options `isMentionKept`: where it is only likely that they saw
   *   it, what was said to them stays; `until`: milliseconds, what came later stays, too
   */
  clearNotices = async (collaboration, { isMentionKept = false, until = Infinity } = {}) =>
    this.#changeLedger(collaboration, (ledger) => {
      for (const { id, kind, latestAt } of ledger.state.banners) {
        if (latestAt <= until && (!isMentionKept || kind !== "mention")) ledger.dismiss(id);
      }
    });

  /**
   * @param {string} origin of the page that publishes them
   * @param {unknown} published parsed `/.well-known/collab-keys.json`
   */
  async keepKeys(origin, published) {
    const record = { keys: readPublishedKeys(published), storedAt: this.#host.now() };
    await this.#host.change((records) => records.put(names.publishedKeys(origin), record));
  }

  /**
   * @param {CollaborationKey} collaboration
   * @param {(ledger: NoticeLedger) => void} change
   */
  async #changeLedger(collaboration, change) {
    const name = names.ledger(collaboration);
    // Asked again and again while a document is in front of its person: where nothing is shown nothing changes.
    if (!(await this.#host.store.get(name))?.banners.length) return;
    await this.#host.change((records) => {
      const stored = records.get(name);
      if (!stored) return;
      const ledger = new NoticeLedger(structuredClone(stored));
      change(ledger);
      records.put(name, ledger.state);
      mentionsLeft(records, collaboration);
    });
  }
}

/**
 * Those of whom a conversation can speak: a document may have been shared in several, and what its other people do is
 * told where they are. Who came by a knock is in none.
 *
 * @param {import("../message/notice-banner.js").NoticeBanner[]} banners
 * @param {string[]} members
 */
const toldAmong = (banners, members) => banners
  .map((one) => ({ ...one, actors: one.actors.filter(({ account, name }) => name || members.includes(account)) }))
  .filter(({ actors }) => actors.length > 0);

/**
 * @param {import("../message/notice-banner.js").NoticeBanner} banner
 * @param {import("../rules/invitations/document-state.js").ToldEnding | undefined} told
 * @param {(account: string) => string} nameOf
 * @returns {{ text: string, deed: string }}
 */
function wordsOf(banner, told, nameOf) {
  const deed = deedToMe(told, banner) ?? deedOf(banner, nameOf);
  return { text: bannerText(banner, nameOf, deed), deed };
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
