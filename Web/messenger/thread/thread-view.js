import { VirtualList } from "../../ui/virtual-list.js";
import { fill, h, lookOf, set } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { Composer } from "./composer.js";
import { KnownDocuments } from "./known-documents.js";
import { loadCards, makeRow } from "./message-rows.js";
import { isLookedAt } from "../attention/looked-at.js";
import { cameLater } from "../local-storage-keys.js";
import { pictureOf } from "../photos.js";
import { toldStill } from "./news.js";
import { shortLine } from "./thread-lines.js";
import { missingWords, threadRows } from "./thread-rows.js";
import { counted, errorSentence } from "../sentences.js";

/** @typedef {import("../../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */
/** @typedef {import("../../grove/rules/model/messenger-types.js").ThreadItem} ThreadItem */

/** One open conversation: its head, its banners, its lines, the compose field. */
export class ThreadView {
  /** @param {import("../app.js").App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    /** @type {ConversationSummary | undefined} */
    this.conversation = undefined;
    this.isOpen = true;
    this.newBelow = false;
    /** The newest line that was told: several changes may be read at a time. */
    this.last = Infinity;
    this.headLook = "";
    // Lines are drawn anew as they get older: what is new is told apart from them, once.
    this.rows = h("div", { class: "rows", role: "log", "aria-label": "Messages",
      "aria-live": "off" });
    this.scroller = h("div", { class: "scroller", tabindex: "0", role: "region",
      "aria-label": "Conversation" }, this.rows);
    this.banners = h("div", { class: "banners", role: "region", "aria-label": "News" });
    const details = () => this.details();
    this.title = h("button", { type: "button", class: "thread-title", onclick: details });
    this.head = h("header", { class: "thread-head" },
      h("button", { type: "button", class: "icon-button back", "aria-label": "All conversations",
        onclick: () => app.go("") }, icon("back")),
      h("h1", null, this.title),
      h("button", { type: "button", class: "icon-button", "aria-label": "People and details",
        title: "People and details", onclick: details }, icon("people")));
    this.toEnd = h("button", { type: "button", class: "button slim to-end", hidden: true,
      onclick: () => this.list.toEnd() }, icon("down"), "Newest messages");
    this.composer = new Composer(this);
    this.documents = new KnownDocuments(app, () => this.redraw());
    this.drawings = 0;
    /** Documents whose news stand open above the lines, all of them. */
    this.unfolded = new Set();
    /** @type {Set<string>} what of it who listens to the page has heard */
    this.told = new Set();
    /** @type {VirtualList<ThreadItem, import("./thread-rows.js").ThreadRow>} */
    this.list = new VirtualList({
      scroller: this.scroller, rows: this.rows,
      load: (page) => app.messenger.thread(id, page),
      position: ({ position }) => position,
      arrange: (items) => threadRows(items, { me: app.messenger.me.accountID, now: Date.now(),
        isOnline: app.isOnline, isRemoved: app.messenger.connection === "signedOut", names: app.people.version,
        members: this.members.join(), documents: (content) => this.documents.of(content), missing: this.missing }),
      make: (row) => makeRow(this, row),
      moved: (atEnd) => this.moved(atEnd),
    });
  }

  /** Accounts of the conversation. */
  get members() {
    return (this.conversation?.members ?? []).map(({ accountID }) => accountID);
  }

  /** Why there is nothing above the first line, once the whole thread is here. */
  get missing() {
    const { items, start, hasOlder } = this.list;
    if (start > 0 || hasOlder || this.conversation?.state === "pending") return "";
    return missingWords(items, this.app.messenger.me.accountID, localStorage.getItem(cameLater));
  }

  async open() {
    const { messenger } = this.app;
    try {
      // One reading of both: the head and the lines appear together.
      const [conversation, first] = await Promise.all([
        messenger.conversation(this.id), messenger.thread(this.id, { limit: VirtualList.step })]);
      // Nothing jumps: what the lines are made of is there before they are.
      if (first.some(({ content }) => content.kind === "link")) {
        await Promise.all([loadCards(), this.documents.learn(first)]).catch(() => {});
      }
      if (!this.isOpen) return;
      this.app.people.learn(conversation.members);
      this.show(conversation);
      this.composer.element.prepend(this.toEnd);
      const thread = h("div", { class: "thread" }, this.head, this.banners, this.scroller,
        this.composer.element);
      this.composer.listenForDrops(thread);
      fill(this.app.pane, thread);
      this.list.openWith(first);
      this.last = first.at(-1)?.position ?? 0;
      this.composer.opened();
      void this.sharingChanged();
    } catch (error) {
      if (!this.isOpen) return;
      fill(this.app.pane, h("div", { class: "empty" }, h("p", null, errorSentence(error)),
        h("a", { class: "button", href: "#" }, "All conversations")));
    }
  }

  close() {
    this.isOpen = false;
    this.composer.close();
  }

  get isGroup() {
    return (this.conversation?.members.length ?? 0) > 2;
  }

  /** @param {ConversationSummary[]} all */
  conversationsChanged(all) {
    const mine = all.find(({ conversationID }) => conversationID === this.id);
    if (mine && this.conversation && lookOf(mine) !== lookOf(this.conversation)) {
      this.show(mine);
    }
  }

  /** @param {ConversationSummary} conversation */
  show(conversation) {
    const before = this.conversation;
    this.conversation = conversation;
    const { title, photoVersion, members, state } = conversation;
    if (before && before.members.length !== members.length) this.redraw();
    const look = lookOf([title, photoVersion, members, state]);
    if (look !== this.headLook) this.drawHead(conversation);
    this.headLook = look;
    this.composer.stateChanged(conversation);
  }

  /** @param {ConversationSummary} conversation */
  drawHead(conversation) {
    const { title, members, state } = conversation;
    const others = this.app.people.others(members);
    const under = state === "pending" ? "Begins when the server is reached"
      : others.length > 1 ? counted(members.length, "person", "people")
        : members.find(({ isMe }) => !isMe)?.handle ?? "";
    set(this.title, "aria-label", `${title}: details`);
    fill(this.title, pictureOf(this.app, conversation),
      h("span", null, h("span", { class: "thread-name cut" }, title),
        h("span", { class: "small quiet cut" }, under)));
  }

  async details() {
    (await import("../dialogs/conversation-details.js")).details(this.app, this.id);
  }

  /** @param {number[]} positions */
  async changed(positions) {
    await this.list.refresh(positions);
    const { last } = this;
    this.last = Math.max(last, this.list.items.at(-1)?.position ?? 0);
    const { me } = this.app.messenger;
    const came = this.list.items.filter(({ position, sender }) =>
      position > last && sender !== me.accountID);
    if (positions.some((one) => one > last) && !this.list.isAtEnd) {
      this.newBelow = true;
      this.moved(false);
    }
    this.tell(came);
    this.read();
  }

  /** @param {ThreadItem[]} came to who listens to the page */
  tell(came) {
    if (came.length === 0) return;
    this.app.tell(came.length > 3 ? counted(came.length, "new message")
      : came.map((item) => shortLine(item, this.app.people.nameOf, true)).join(". "));
  }

  async sharingChanged() {
    await Promise.all([this.drawBanners(), this.composer.loadDrafts(), this.documents.look()]);
    // A mention stands in the strip.
    this.read();
  }

  async drawBanners() {
    const { sharing } = this.app;
    const drawing = ++this.drawings;
    const [offers, told, due] = await Promise.all([
      sharing.membershipOffers(this.id), sharing.notices(this.id), sharing.renewals()]);
    const notices = await toldStill(sharing, this.id, told);
    if (offers.length + notices.length + due.length === 0 && !this.banners.firstChild) return;
    const [{ drawBanners }, { titled }] = await Promise.all([import("./banners.js"), import("./renewals.js")]);
    // Somebody's device that is no longer theirs could still open a document, or a new one cannot.
    const shown = { offers, notices, renewals: await titled(this, due) };
    // One that began later knows more.
    if (drawing === this.drawings) drawBanners(this, shown);
  }

  redraw() {
    if (!this.conversation) return;
    this.list.redraw();
    this.composer.stateChanged(this.conversation);
  }

  /** @param {boolean} atEnd */
  moved(atEnd) {
    this.toEnd.hidden = atEnd;
    if (atEnd) {
      this.newBelow = false;
      this.read();
    }
    this.toEnd.lastChild && (this.toEnd.lastChild.textContent =
      this.newBelow ? "New messages" : "Newest messages");
  }

  /** What is at the end of the page, in front of the person's eyes, is read. */
  read() {
    if (this.list.isAtEnd && isLookedAt() && this.isOpen) {
      void this.app.messenger.markRead(this.id);
    }
  }
}
