import { fill, find, h, keep, lookOf } from "../ui/dom.js";
import { clockTime, fullTime, shortTime } from "../ui/time-format.js";
import { shortLine } from "./thread/thread-lines.js";
import { pictureOf } from "./photos.js";
import { counted, listed } from "./sentences.js";

/** @typedef {import("../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/** The list at the side: newest first, with what was said last and how much is unread. */
export class ConversationList {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {ConversationSummary[] | undefined} */
    this.all = undefined;
    /** @type {import("../grove/rules/model/sharing-types.js").DraftStatus[]} */
    this.drafts = [];
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
        for (const { members } of all) this.app.people.learn(members);
        this.tellNews(all);
        this.all = all;
        this.draw();
        await this.drawRequests();
        this.app.thread?.conversationsChanged(all);
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
    if (requests.length === 0 && !place.firstChild) return;
    for (const { members } of requests) this.app.people.learn(members);
    (await import("./message-requests.js")).drawRequests(this.app, place, requests);
  }

  /** @param {ConversationSummary[]} all */
  tellNews(all) {
    const { app } = this;
    const before = new Map(this.all?.map(({ conversationID, unread }) => [conversationID, unread]));
    const news = all.filter(({ conversationID, unread }) =>
      conversationID !== app.threadID && unread > (before.get(conversationID) ?? 0));
    if (this.all && news.length > 0) {
      app.tell(`New messages in ${listed(news.map(({ title }) => title))}`);
    }
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
    const unread = all.reduce((sum, one) => sum + one.unread, 0);
    const open = all.find(({ conversationID }) => conversationID === this.app.threadID);
    document.title = (unread > 0 ? `(${unread}) ` : "") + (open ? `${open.title} · Grove` : "Grove");
  }

  get shown() {
    const text = /** @type {HTMLInputElement} */ (this.search).value;
    const all = /** @type {ConversationSummary[]} */ (this.all ?? []);
    return text && this.searching ? all.filter((one) => this.searching?.matches(one, text)) : all;
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
      (one) => lookOf([one.title, one.photoVersion, one.unread, one.state, one.members.length,
        one.last?.position, one.last?.delivery, one.lastActivityAt, this.app.people.version,
        this.draftOf(one)?.state, one.conversationID === this.app.threadID,
        shortTime(one.lastActivityAt, now)]),
      (one) => this.row(one, now));
  }

  drawEmpty() {
    fill(this.place, h("li", { class: "empty small" },
      /** @type {HTMLInputElement} */ (this.search).value
        ? "No conversation has this name."
        : "No conversations yet. Begin one with the pencil above."));
  }

  /** @param {ConversationSummary} one */
  draftOf({ conversationID }) {
    return this.drafts.find(({ draft }) => draft.conversationID === conversationID);
  }

  /** @param {ConversationSummary} one @param {number} now */
  row(one, now) {
    const { conversationID, title, unread, last, lastActivityAt } = one;
    const line = this.line(one);
    return h("li", null,
      h("a", { class: "conversation", href: `#c=${conversationID}`,
        "aria-current": conversationID === this.app.threadID ? "page" : null },
      pictureOf(this.app, one),
      h("span", { class: "conversation-title cut" }, title),
      h("time", { datetime: new Date(lastActivityAt).toISOString(),
        title: fullTime(lastActivityAt) },
        shortTime(lastActivityAt, now)),
      h("span", { class: ["conversation-line cut", unread && "unread", line.isFailure && "failed"]
        .filter(Boolean).join(" "),
        title: last && clockTime(lastActivityAt) }, line.text),
      unread > 0 && h("span", { class: "badge" }, unread,
        h("span", { class: "spoken" }, ` unread ${unread === 1 ? "message" : "messages"}`))));
  }

  /** @param {ConversationSummary} one */
  line(one) {
    const draft = this.draftOf(one);
    if (draft) return { text: `Draft: ${draft.draft.header.title}`,
      isFailure: !!draft.draft.failure };
    if (one.state === "left") return { text: "You are not in this conversation", isFailure: false };
    if (one.state === "refused") return { text: "The server did not take it", isFailure: true };
    if (!one.last) return { text: counted(one.members.length, "person", "people"),
      isFailure: false };
    const isFailure = one.last.delivery?.state === "failed";
    const text = shortLine(one.last, this.app.people.nameOf, one.members.length > 2);
    return { text: isFailure ? `Not sent: ${text}` : text, isFailure };
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
