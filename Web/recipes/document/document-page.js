import { h } from "../../ui/dom.js";
import { ask } from "../../ui/dialog.js";
import { icon } from "../../ui/icons.js";
import { menuButton } from "../../ui/menu.js";
import { say } from "../../ui/status.js";
import { addressOf } from "../app.js";
import { fields } from "../log/update-format.js";
import { peopleHere } from "../session/people-here.js";
import { PresenceLease } from "../session/presence-lease.js";
import { Notices } from "../sharing/notices.js";
import { keepTexts, keptFile } from "../views/kept-text.js";
import { sentenceOf } from "../views/words.js";
import { Banners } from "./banners.js";
import { collaborationButton } from "./collaboration-button.js";
import { commentsPanel } from "./comments-panel.js";
import { showConflict } from "./conflict-box.js";
import { showCursors } from "./cursors.js";
import { download, endedView } from "./ended-view.js";
import { FieldEditor } from "./field-editor.js";
import { linesList } from "./lines-list.js";
import { takingPart } from "./participants.js";
import { sharingControls } from "./sharing-controls.js";
import { titleField } from "./title-field.js";

/** @typedef {import("../log/update-format.js").Field} Field */
/** @typedef {import("../log/update-format.js").Mention} Mention */
/** @typedef {import("./participants.js").Person} Person */

/** A page nobody looks at gives its connection back after so long, in milliseconds. */
const patience = 60_000;

/**
 * An open recipe on the screen: the session's events made visible, the person's acts handed on.
 */
export class DocumentPage {
  /** @type {Map<Field, FieldEditor>} */
  #editors = new Map();
  /** @type {import("../session/people-here.js").PersonHere[]} */
  #here = [];
  /** @type {Person[]} */
  #people = [];
  /** @type {{ root: string }[]} */
  #invited = [];
  /** @type {import("../server/bodies.js").Knock[]} */
  #knocks = [];
  /** @type {Set<Field>} fields changed by what is arriving */
  #changed = new Set();
  #showsCursors = localStorage.getItem("recipes.cursors") !== "off";
  /** What was so when the page was opened stands above the recipe. */
  #lasting = new Banners();
  /** What comes later comes below it, so that nothing moves under somebody's hands. */
  #banners = new Banners("dock");
  #lines = linesList();
  #status = h("p", { class: "save-status small quiet", role: "status" });
  #fields = h("div", { class: "fields" });
  /** @type {(() => void)[]} undone when the page is left */
  #undo = [];
  #isOver = false;
  #hasLooked = false;

  /**
   * @param {import("../app.js").App} app
   * @param {import("../session/document-session.js").DocumentSession} session
   * @param {boolean} canTypeTogether
   */
  constructor(app, session, canTypeTogether) {
    this.app = app;
    this.session = session;
    this.canTypeTogether = canTypeTogether;
    this.lease = new PresenceLease(app.server, session.document.documentID);
    this.notices = new Notices(app, () => Boolean(this.#people.find(({ isMe }) => isMe)?.root));
    const isOwner = session.document.access === "owner";
    this.title = titleField(session.document.title, isOwner, (title) => this.#rename(title));
    this.comments = commentsPanel({ people: () => this.#mentionable(),
      send: (text, mentions) => this.#comment(text, mentions) });
    this.sharing = sharingControls({ app, notices: this.notices, document: () => session.document,
      advise: (one) => this.#banners.set("share", one && { text: one.text, isWarning: true,
        actions: [{ label: one.action, run: one.run }] }),
      copy: () => keptFile(session.document.title, this.#texts()), shared: () => this.#shared() });
    this.button = collaborationButton({ showsCursors: this.#showsCursors,
      toggleCursors: (shows) => this.#toggleCursors(shows), message: () => this.#openMessenger(),
      manage: isOwner ? () => void this.#manage() : undefined,
      leave: isOwner ? undefined : () => void this.#leave() });
    this.element = h("div", { class: "page recipe" },
      h("article", { class: "sheet" }, this.#lasting.element, this.title.element, this.#fields,
        this.#banners.element),
      this.comments.element);
    this.#listen();
  }

  /** @returns {import("../app.js").View} */
  get view() {
    const { document } = this.session;
    const isOwner = document.access === "owner";
    const more = h("button", { type: "button", class: "icon-button", "aria-label": "More",
      title: "More" }, icon("more"));
    const tools = h("div", { class: "tools" }, this.#status, this.button.element,
      isOwner && this.sharing.button, h("span", null, more));
    menuButton(more, () => [
      ...(isOwner ? [{ label: "Rename", icon: /** @type {const} */ ("edit"),
        run: () => this.title.focus() }] : []),
      { label: "Download a copy", icon: "down", run: () => download(document.title, this.#texts()) },
      ...(isOwner ? [{ label: "Delete", danger: true, run: () => void this.#delete() }] : []),
    ]);
    return { title: document.title, element: this.element, tools: [tools],
      close: () => this.#close(), opened: () => this.#draw() };
  }

  #listen() {
    const { session } = this;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ body) =>
      session.addEventListener(name, (event) => body(/** @type {any} */ (event).detail));
    on("content", () => this.#showContent());
    on("entries", () => this.#showEntries());
    on("document", () => this.#draw());
    on("status", () => this.#showStatus());
    on("people", () => void this.#lookAtPeople());
    on("presence", (present) => {
      this.#here = peopleHere(present, this.app.me.account, this.lease.clientID);
      this.#showPeople();
    });
    on("arrived", ({ event }) => this.#arrived(event));
    on("sent", ({ kind, update }) => this.#sent(kind, update));
    on("refused", ({ problem, kept }) => this.#refused(problem, kept));
    on("ended", ({ reason, kept }) => this.#ended(reason, kept));
    this.notices.addEventListener("change", () => this.#showNotices());
    this.#during("online", globalThis, () => session.hurry());
    this.#during("pagehide", globalThis, () => this.#close());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.#during("visibilitychange", document, () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") this.#pause(false);
      else timer = setTimeout(() => this.#pause(true), patience);
    });
  }

  /** @param {string} name @param {EventTarget} target @param {() => void} body */
  #during(name, target, body) {
    target.addEventListener(name, body);
    this.#undo.push(() => target.removeEventListener(name, body));
  }

  #isPaused = false;
  /** @param {boolean} isPaused */
  #pause(isPaused) {
    if (this.#isOver || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.session.pause(isPaused);
    if (isPaused) this.lease.leave();
    else this.lease.enter();
  }

  // What is shown

  #showContent() {
    const { content } = this.session;
    this.#editors.clear();
    if (!content) {
      this.#fields.replaceChildren(h("p", { class: "note warning" }, "This recipe was typed by "
        + "several people at once, and the library for that is not installed on this server. "
        + "Its text cannot be shown here."), this.#lines.element);
      return;
    }
    for (const field of fields) {
      const editor = new FieldEditor(content, field, (where, selection) =>
        this.lease.point(selection && { field: where,
          anchor: content.mark(where, selection.head === selection.from ? selection.to : selection.from),
          head: content.mark(where, selection.head) }));
      this.#editors.set(field, editor);
    }
    content.addEventListener("change", (event) => {
      const { field, changes, typed, arrived } = /** @type {any} */ (event).detail;
      if (arrived) this.#changed.add(field);
      if (!typed) this.#editors.get(field)?.take(changes);
      this.#showCursors();
    });
    content.addEventListener("conflict", (event) => this.#showConflict(/** @type {any} */ (event).detail.field));
    this.#fields.replaceChildren(...[...this.#editors.values()].map(({ element }) => element),
      this.#lines.element);
    this.#lasting.set("plain", content.kind === "plain" && { text: "Typing together is not "
      + "installed on this server: each field is saved as a whole. If two people change the same "
      + "one, both texts are shown." });
    for (const field of fields) this.#showConflict(field);
    this.#draw();
  }

  /** @param {Field} field */
  #showConflict(field) {
    const { content } = this.session;
    const editor = this.#editors.get(field);
    if (content?.kind !== "plain" || !editor) return;
    showConflict(editor.conflict, content.conflict(field), (text) => content.resolve(field, text));
  }

  #showEntries() {
    const { session } = this;
    this.#lines.show(session.entries.of("line"));
    const me = this.#people.find(({ isMe }) => isMe);
    this.comments.show(session.entries.of("comment"), new Set(me?.roots), this.app.me.account);
  }

  #draw() {
    const { session } = this;
    const { document } = session;
    this.title.show(document.title);
    for (const editor of this.#editors.values()) editor.allow(session.canEdit);
    this.comments.allow(session.canComment, document.options?.allowsMentions !== false);
    this.#lasting.set("read-only", document.access === "readOnly" && {
      text: `You can read this recipe. Only ${this.#ownerName} can change it.` });
    this.#showStatus();
    this.#showPeople();
    this.#showNotices();
    if (document.collaborationID && !this.#hasLooked) void this.#lookAtPeople();
  }

  #showStatus() {
    const { saving, isConnected } = this.session;
    this.#status.textContent = saving === "waiting" ? "Offline. Your changes are kept here."
      : saving === "saving" ? "Saving…" : isConnected ? "Saved" : "Connecting…";
  }

  #showPeople() {
    const waits = { invited: this.#invited.length, knocks: this.#knocks.length };
    if (this.session.document.collaborationID) this.button.show(this.#people, this.#here, waits);
    this.comments.field.refresh();
    this.#showCursors();
  }

  #showCursors() {
    showCursors(this.#editors, this.session.content, this.#showsCursors ? this.#here : []);
  }

  #showNotices() {
    const id = this.session.document.collaborationID;
    const count = id ? this.notices.waitingFor(id) : 0;
    this.#banners.set("notices", count > 0 && {
      text: "The conversation has not heard of your changes yet.",
      actions: [{ label: "Tell now", run: () => void this.#tellNow() }] });
  }

  get #ownerName() {
    const { owner } = this.session.document;
    return this.#people.find(({ isOwner }) => isOwner)?.name ?? owner;
  }

  // What others do

  async #lookAtPeople() {
    const { document } = this.session;
    if (!document.collaborationID) return;
    this.#hasLooked = true;
    try {
      const list = await this.app.server.participants(document.collaborationID);
      const { people, invited } = takingPart(list, this.app.me.account);
      const known = new Set(this.#people.map(({ account }) => account));
      const joined = people.filter(({ account, isMe }) => !isMe && !known.has(account));
      if (known.size > 0) for (const { name } of joined) say(`${name} has joined`);
      [this.#people, this.#invited] = [people, invited];
      if (document.access === "owner") {
        this.#knocks = (await this.app.server.knocks(document.collaborationID)).knocks;
      }
    } catch {
      // The stream says what is wrong, if it lasts.
    }
    this.#askToConfirm();
    this.#draw();
    this.#showEntries();
    this.manageDialog?.show();
  }

  /** Who shares is invited by their own messenger, and confirms it like everybody. */
  #askToConfirm() {
    const me = this.#people.find(({ isMe }) => isMe);
    const isMissing = me?.isOwner && !me.root && this.#invited.length > 0 && !this.sharing.isSharing;
    this.#banners.set("confirm", isMissing && {
      text: "Confirm your account in your messenger, so that the others can mention you.",
      actions: [{ label: "Confirm", run: () => void this.sharing.confirm() }] });
    this.#banners.set("knocks", this.#knocks.length > 0 && {
      text: this.#knocks.length === 1 ? `${this.#knocks[0].displayName} asks for access.`
        : `${this.#knocks.length} people ask for access.`,
      actions: [{ label: "Look", run: () => void this.#manage() }] });
  }

  /** @param {import("../server/bodies.js").DocumentEvent} event */
  #arrived({ kind, account, displayName, updateID }) {
    const name = displayName ?? account ?? "Somebody";
    for (const field of this.#changed) this.#noteChange(field, name);
    this.#changed.clear();
    const entry = [...this.session.entries.of("line"), ...this.session.entries.of("comment")]
      .find((one) => one.updateID === updateID);
    if (entry?.type === "line") say(`${name} added a line`);
    else if (entry?.type === "comment") void this.#sayComment(name, entry.mentions);
    else if (kind === "renamed" && account !== this.app.me.account) say(`${name} renamed the recipe`);
  }

  /** @param {string} name @param {Mention[]} mentions */
  async #sayComment(name, mentions) {
    const namesMe = () => {
      const mine = new Set(this.#people.find(({ isMe }) => isMe)?.roots);
      return mentions.some(({ root }) => mine.has(root));
    };
    // This person's identity may be as new as the comment that names it.
    if (mentions.length > 0 && !namesMe()) await this.#lookAtPeople();
    say(namesMe() ? `${name} mentioned you` : `${name} commented`);
  }

  /** @type {Map<Field, ReturnType<typeof setTimeout>>} */
  #noteTimers = new Map();
  /** @param {Field} field @param {string} name */
  #noteChange(field, name) {
    const editor = this.#editors.get(field);
    if (!editor) return;
    editor.note.textContent = `${name} is writing`;
    clearTimeout(this.#noteTimers.get(field));
    this.#noteTimers.set(field, setTimeout(() => { editor.note.textContent = ""; }, 3000));
  }

  /** @param {import("../server/problem.js").Problem} problem @param {import("../views/kept-text.js").KeptText[]} kept */
  #refused(problem, kept) {
    const { documentID, title } = this.session.document;
    keepTexts(this.app.me.account, documentID, title, kept);
    this.#banners.set("refused", { text: sentenceOf(problem), isWarning: true, actions: [
      { label: "Download what I wrote", run: () => download(title, kept) },
      { label: "Dismiss", run: () => this.#banners.set("refused", undefined) }] });
    void this.app.server.document(documentID).then((document) => {
      Object.assign(this.session.document, document);
      this.#draw();
    }).catch(() => {});
  }

  /** @param {any} reason @param {import("../views/kept-text.js").KeptText[]} kept */
  #ended(reason, kept) {
    const { documentID, title } = this.session.document;
    const draft = this.comments.field.draft;
    const texts = draft ? [...kept, { field: "comment", text: draft }] : kept;
    this.#close();
    if (reason === "signed_out") return this.app.signedOut();
    keepTexts(this.app.me.account, documentID, title, texts);
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {any} */ (dialog).close();
    document.getElementById("tools")?.replaceChildren();
    this.element.replaceChildren(endedView(title, reason, texts));
    this.element.classList.remove("recipe");
  }

  // What this person does

  #mentionable() {
    return this.#people.filter(({ isMe, root }) => !isMe && root)
      .map(({ account, name, root = "" }) => ({ account, name, root }));
  }

  /** @param {string} text @param {Mention[]} mentions */
  #comment(text, mentions) {
    this.session.comment(text, mentions);
    if (mentions.length === 0 || !this.session.document.collaborationID) return;
    // Somebody waits to hear of it: the messenger is opened in this very click.
    void this.notices.tellNow(async () => {
      await this.#untilSent();
      await this.#postMentions(mentions);
    });
  }

  /** @param {Mention[]} mentions */
  async #postMentions(mentions) {
    const id = this.session.document.collaborationID;
    if (id) for (const { root } of mentions) await this.notices.post(id, "mention", root);
  }

  /** The server vouches for what it has. */
  async #untilSent() {
    const end = Date.now() + 5000;
    while (this.session.saving !== "saved" && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @param {"edit" | "comment"} kind @param {import("../log/update-format.js").Update} _update */
  #sent(kind, _update) {
    const id = this.session.document.collaborationID;
    if (id && this.#people.length > 1) void this.notices.post(id, kind);
  }

  /** @param {string} title */
  async #rename(title) {
    const { document } = this.session;
    await this.app.server.changeDocument(document.documentID, { title });
    document.title = title;
    if (document.collaborationID) void this.notices.post(document.collaborationID, "renamed");
  }

  async #delete() {
    const { document } = this.session;
    const isSure = await ask({ title: "Delete this recipe?", yes: "Delete", danger: true,
      text: `“${document.title}” is gone for everybody, for good.` });
    if (!isSure) return;
    try {
      this.session.close();
      await this.app.server.deleteDocument(document.documentID);
      if (document.collaborationID) await this.notices.post(document.collaborationID, "deleted");
      this.app.go("/");
    } catch (error) {
      say(sentenceOf(error));
    }
  }

  async #leave() {
    const { document } = this.session;
    const isSure = await ask({ title: "Leave this recipe?", yes: "Leave", danger: true,
      text: "You lose access at once. Whoever shared it can invite you again." });
    if (!isSure || !document.collaborationID) return;
    try {
      await this.app.server.leave(document.collaborationID);
      this.app.go("/");
    } catch (error) {
      say(sentenceOf(error));
    }
  }

  async #manage() {
    const { manageDialog } = await import("./manage-dialog.js");
    const { document } = this.session;
    this.manageDialog = manageDialog({
      app: this.app, document, refresh: () => this.#lookAtPeople(),
      look: () => ({ people: this.#people, invited: this.#invited, knocks: this.#knocks }),
      tell: (kind) => void this.notices.post(document.collaborationID ?? "", kind),
      stopped: () => {
        document.collaborationID = undefined;
        this.app.go(addressOf(document), { replace: true });
      },
    });
  }

  /** The document may be shared now: its address is the link, and people may be there. */
  async #shared() {
    const { document } = this.session;
    try {
      Object.assign(document, await this.app.server.document(document.documentID));
    } catch {
      return;
    }
    if (!this.#isOver) history.replaceState(null, "", addressOf(document));
    await this.#lookAtPeople();
    this.#draw();
  }

  #openMessenger() {
    const { messengerOrigin } = this.app.config;
    if (!messengerOrigin || !open(`${messengerOrigin}/`, "grove-conversations")) {
      say("Your browser did not open the messenger.");
    }
  }

  async #tellNow() {
    const isOpened = await this.notices.tellNow();
    if (!isOpened) say("Your browser did not open the messenger. Allow windows for this page.");
  }

  /** @param {boolean} shows */
  #toggleCursors(shows) {
    this.#showsCursors = shows;
    localStorage.setItem("recipes.cursors", shows ? "on" : "off");
    this.#showCursors();
  }

  #texts() {
    return fields.map((field) => ({ field, text: this.session.content?.text(field) ?? "" }))
      .filter(({ text }) => text);
  }

  #close() {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const undo of this.#undo) undo();
    this.session.close();
    this.lease.leave();
  }
}

