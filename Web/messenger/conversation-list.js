import { fill, find, h, keep, lookOf } from "../ui/dom.js";
import { showCount } from "./attention/app-badge.js";
import { noteQuiet } from "./offline/quiet.js";
import { clockTime, fullTime, shortTime } from "../ui/time-format.js";
import { whenReleased } from "../ui/when-released.js";
import { toldStill } from "./thread/news.js";
import { mentionLine, newsOf, shortLine } from "./thread/thread-lines.js";
import { timeOf } from "./thread/thread-rows.js";
import { fitted } from "./fitted-title.js";
import { pictureOf } from "./photos.js";
import { counted, listed } from "./sentences.js";

/** @typedef {import("../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/**
 * How much is unread; what is not to be told is quiet.
 *
 * @param {ConversationSummary} conversation
 */
const badges = ({ unread, mentions, attention }) => unread + mentions.length > 0 && h("span", { class: "badges" },
  mentions.length > 0 && h("span", { class: attention === "none" ? "badge quiet" : "badge" },
    h("span", { "aria-hidden": "true" }, "@"), h("span", { class: "spoken" }, "mentions you")),
  unread > 0 && h("span", { class: attention === "all" ? "badge" : "badge quiet" }, unread,
    h("span", { class: "spoken" }, ` unread ${unread === 1 ? "message" : "messages"}`)));

/** @param {ConversationSummary} one */
const isUnread = ({ unread, mentions }) => unread + mentions.length > 0;

/**
 * @param {ConversationSummary[] | undefined} before nothing when the page has just begun
 * @param {ConversationSummary[]} all
 * @returns {string[]} conversations that were read since
 */
function readNow(before, all) {
  const wereUnread = new Set(before?.filter(isUnread).map(({ conversationID }) => conversationID));
  return all.filter((one) => !isUnread(one) && (!before || wereUnread.has(one.conversationID)))
    .map(({ conversationID }) => conversationID);
}

/**
 * @param {import("../grove/sharing/sharing.js").Sharing} sharing
 * @param {ConversationSummary[]} all
 */
async function newestNews(sharing, all) {
  const told = await sharing.allNotices();
  /** @type {ConversationList["news"]} */
  const newest = new Map();
  for (const { conversationID } of all) {
    const here = told.filter((one) => one.conversationID === conversationID);
    const [one] = (await toldStill(sharing, conversationID, here)).sort((a, b) => b.latestAt - a.latestAt);
    if (one) newest.set(conversationID, one);
  }
  return newest;
}

/**
 * Whatever the name of a document is written in, the line has the page's direction.
 *
 * @param {{ text: string, of?: string }} line
 * @param {Record<string, unknown>} attributes
 */
const lineOf = ({ text, of }, attributes) => of === undefined ? h("span", attributes, text)
  : fitted(h("span", attributes, "“", h("bdi", { class: "cut news-of" }, of), h("span", { class: "cut" }, text)));

/**
 * @typedef {{ text: string, of?: string, at: number, isFailure?: boolean }} Line the newest thing there, when it was, and
 *   `of` which document it is: its name, which the text then follows
 */

/** The list at the side: what this browser heard of last first, with what was said last and how much is unread. */
export class ConversationList {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {ConversationSummary[] | undefined} */
    this.all = undefined;
    /** @type {import("../grove/rules/model/sharing-types.js").DraftStatus[]} */
    this.drafts = [];
    /** @type {Map<string, import("../grove/rules/model/sharing-types.js").ShownNotice>} the newest of each conversation */
    this.news = new Map();
    this.place = find("#conversations");
    this.search = find("#search");
    /** @type {typeof import("./search.js") | undefined} loaded when somebody wants to search */
    this.searching = undefined;
    this.search.addEventListener("focus", () => this.loadSearch(), { once: true });
    this.search.addEventListener("input", () => {
      this.draw();
      app.tell(counted(this.shown.length, "conversation"));
    });
    this.search.addEventListener("keydown", (event) => this.key(event, "searchKey"));
    this.place.addEventListener("keydown", (event) => this.key(event, "listKey"));
    this.isLoading = false;
    this.isStale = false;
    this.isAsked = false;
  }

  /** Reads the list again; several calls while it is being read are one more reading. */
  async load() {
    this.isStale = true;
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        const all = await this.app.messenger.conversations();
        this.news = await newestNews(this.app.sharing, all);
        for (const { members } of all) this.app.people.learn(members);
        this.tellNews(all);
        void this.app.notifications.closeRead(readNow(this.all, all));
        this.all = all;
        this.draw();
        const requests = await this.drawRequests();
        // Who was added again to one that is open is asked there, too.
        this.app.thread?.conversationsChanged([...all, ...requests]);
      }
    } finally {
      this.isLoading = false;
    }
    await this.draftsChanged();
  }

  /** Who asks, above the list; what shows it is loaded when somebody does. */
  async drawRequests() {
    const requests = await this.app.messenger.requests();
    const place = find("#requests");
    if (this.isAsked !== requests.length > 0) {
      this.isAsked = requests.length > 0;
      this.draw();
    }
    if (requests.length === 0 && !place.firstChild) return requests;
    for (const { members } of requests) this.app.people.learn(members);
    (await import("./message-requests.js")).drawRequests(this.app, place, requests);
    return requests;
  }

  /** @param {ConversationSummary[]} all */
  tellNews(all) {
    const { app } = this;
    const before = new Map(this.all?.map((one) => [one.conversationID, one]));
    const elsewhere = all.filter(({ conversationID }) => conversationID !== app.threadID);
    const messagesIn = (/** @type {ConversationSummary | undefined} */ one) => (one?.attention === "all" ? one.unread : 0);
    const news = elsewhere.filter((one) => messagesIn(one) > messagesIn(before.get(one.conversationID)));
    const mentions = elsewhere.filter(({ conversationID, mentions, attention }) =>
      attention !== "none" && mentions.length > (before.get(conversationID)?.mentions.length ?? 0));
    const words = [
      news.length > 0 && `New messages in ${listed(news.map(({ title }) => title))}`,
      ...mentions.map((one) => mentionLine(one, app.people.nameOf)),
    ].filter(Boolean);
    if (this.all && words.length > 0) app.tell(words.join(". "));
  }

  async draftsChanged() {
    const { sharing } = this.app;
    const [drafts, apps] = await Promise.all([sharing.drafts(), sharing.awaitedApps()]);
    this.drafts = drafts;
    const loose = drafts.filter(({ draft }) => !draft.conversationID);
    const place = find("#waiting");
    if (loose.length > 0 || apps.length > 0 || place.firstChild) {
      (await import("./pending-drafts.js")).drawPendingDrafts(this.app, place, loose, apps);
    }
    this.draw();
  }

  drawTitle() {
    const all = /** @type {ConversationSummary[]} */ (this.all ?? []);
    const count = all.reduce((sum, { counted }) => sum + counted, 0);
    const open = all.find(({ conversationID }) => conversationID === this.app.threadID);
    document.title = (count > 0 ? `(${count}) ` : "") + (open ? `${open.title} · Grove` : "Grove");
    showCount(count);
    void noteQuiet(all);
  }

  get shown() {
    const text = /** @type {HTMLInputElement} */ (this.search).value;
    const all = /** @type {ConversationSummary[]} */ (this.all ?? []);
    return text && this.searching ? all.filter((one) => this.searching?.matches(one, this.line(one), text)) : all;
  }

  async loadSearch() {
    this.searching = await import("./search.js");
    this.draw();
  }

  draw() {
    if (!this.all) return;
    this.drawTitle();
    this.place.removeAttribute("aria-busy");
    const shown = this.shown;
    if (shown.length === 0) return this.drawEmpty();
    if (!this.place.querySelector("a")) fill(this.place);
    const now = Date.now();
    keep(this.place, shown, ({ conversationID }) => conversationID,
      (one) => lookOf([one.title, one.photoVersion, one.unread, one.mentions, one.attention, one.state, one.members.length,
        one.last?.delivery, this.line(one), this.app.people.version,
        this.draftOf(one)?.state, one.conversationID === this.app.threadID,
        shortTime(this.line(one).at, now)]),
      (one) => this.row(one, now));
  }

  drawEmpty() {
    whenReleased(this.place, () => fill(this.place, h("li", { class: "empty small" },
      /** @type {HTMLInputElement} */ (this.search).value
        ? "Nothing in this list has these words. What was written before is not searched."
        : this.isAsked ? "You are in no conversation. Accept what is asked above, or begin one with the pencil."
          : "No conversations yet. Begin one with the pencil above.")));
  }

  /** @param {ConversationSummary} one */
  draftOf({ conversationID }) {
    return this.drafts.find(({ draft }) => draft.conversationID === conversationID);
  }

  /** @param {ConversationSummary} one @param {number} now */
  row(one, now) {
    const { conversationID, title, unread, mentions, last } = one;
    const line = this.line(one);
    return h("li", null,
      h("a", { class: "conversation", href: `#c=${conversationID}`,
        "aria-current": conversationID === this.app.threadID ? "page" : null },
      pictureOf(this.app, one),
      h("span", { class: "conversation-title cut" }, title),
      h("time", { datetime: new Date(line.at).toISOString(), title: fullTime(line.at) }, shortTime(line.at, now)),
      lineOf(line, { class: ["conversation-line cut", unread + mentions.length && "unread", line.isFailure && "failed"]
        .filter(Boolean).join(" "), title: last && clockTime(line.at) }),
      badges(one)));
  }

  /**
   * @param {ConversationSummary} one
   * @returns {Line} what its row shows, with the time of that and not of what was read since
   */
  line(one) {
    const draft = this.draftOf(one);
    if (draft) return { text: `Draft: ${draft.draft.header.title}`, at: one.lastActivityAt, isFailure: !!draft.draft.failure };
    return this.newestThing(one);
  }

  /** @param {ConversationSummary} one @returns {Line} whatever waits to be sent in it */
  newestThing(one) {
    const { last, lastActivityAt: at } = one;
    if (one.state === "left") return { text: "You are not in this conversation", at: last ? timeOf(last) : at };
    if (one.state === "refused") return { text: "The server did not take it", at, isFailure: true };
    const mention = one.mentions.at(-1);
    const lastAt = last ? timeOf(last) : 0;
    if (mention && mention.receivedAt >= (last?.receivedAt ?? 0)) return { text: mentionLine(one, this.app.people.nameOf), at: mention.at };
    const isFailure = last?.delivery?.state === "failed";
    const news = this.news.get(one.conversationID);
    if (news && !isFailure && news.latestAt > lastAt) return { ...newsOf(news), at: news.latestAt };
    if (!last) return { text: counted(one.members.length, "person", "people"), at };
    const text = shortLine(last, this.app.people.nameOf, one.members.length > 2);
    return { text: isFailure ? `Not sent: ${text}` : text, at: lastAt, isFailure };
  }

  /** @param {string} id where the person came from */
  focus(id) {
    const link = this.place.querySelector(`a[href="#c=${id}"]`);
    /** @type {HTMLElement | null} */ (link)?.focus();
  }

  /**
   * What a key does here is loaded when one is pressed; that it is not the browser's is known before.
   *
   * @param {KeyboardEvent} event
   * @param {"searchKey" | "listKey"} place
   */
  async key(event, place) {
    const keys = place === "searchKey" ? ["ArrowDown", "Enter", "Escape"]
      : ["ArrowDown", "ArrowUp", "Home", "End"];
    if (event.altKey || !keys.includes(event.key)) return;
    event.preventDefault();
    (await import("./list-keyboard.js"))[place](this, event.key);
  }
}
