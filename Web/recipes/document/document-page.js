import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { menuButton } from "../../ui/menu.js";
import { say } from "../../ui/status.js";
import { addressOf } from "../app.js";
import { fields } from "../log/update-format.js";
import { updateOf } from "../session/log-events.js";
import { Seen } from "../session/seen.js";
import { presentPeople } from "../session/presence.js";
import { PresenceLease } from "../session/presence-lease.js";
import { textStore } from "../session/text-store.js";
import { endingWords, forgetEnding, isEnding, rememberAccess, rememberEnding } from "../sharing/endings.js";
import { pictureFor } from "../sharing/group-picture.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { openConversation } from "../sharing/conversations-window.js";
import { lookingWhenBack } from "../views/looking-again.js";
import { keepTexts, keptFile } from "../views/unsaved-text.js";
import { askingForAccess, sentenceOf } from "../views/sentences.js";
import { documentActions } from "./document-actions.js";
import { Banners } from "./banners.js";
import { collaborationButton } from "./collaboration-button.js";
import { commentsPanel } from "./comments-panel.js";
import { ParticipantList } from "./participant-list.js";
import { download, endedView } from "./ended-view.js";
import { lostWindow, oneWindow } from "./one-window.js";
import { followPage } from "./page-lifecycle.js";
import { saveStatus } from "./save-status.js";
import { sharingControls } from "./sharing-controls.js";
import { DocumentText } from "./document-text.js";
import { titleField } from "./title-field.js";

/** @typedef {import("../log/update-format.js").Mention} Mention */
/** @typedef {import("../views/unsaved-text.js").KeptText} KeptText */
/** @typedef {import("../session/document-session.js").SessionDetails} SessionDetails */

/**
 * An open recipe on the screen: the session's events made visible, the person's actions handed on.
 */
export class DocumentPage {
  /** @type {import("../session/presence.js").PresentPerson[]} */
  #here = [];
  #showsCursors = textStore.getItem("recipes.cursors") !== "off";
  /** What was so when the page was opened stands above the recipe. */
  #lasting = new Banners();
  /** What comes later comes below it, so that nothing moves under somebody's hands. */
  #banners = new Banners("dock");
  #status = saveStatus();
  #isOver = false;
  /** Ends looking whether somebody who has lost it is in it again. */
  #forgetLost = () => {};
  #wasConnected = false;

  /**
   * @param {import("../app.js").App} app
   * @param {import("../session/document-session.js").DocumentSession} session
   * @param {boolean} [isByItself] opened again by this page, and not by the person
   */
  constructor(app, session, isByItself = false) {
    const { document } = session;
    this.app = app;
    this.session = session;
    this.isByItself = isByItself;
    this.lease = new PresenceLease(app.server, document.documentID);
    this.participantList = new ParticipantList(app.server, document, app.me.account);
    this.actions = documentActions(app, session, this.participantList);
    this.text = new DocumentText((cursor) => this.lease.point(cursor));
    const isOwner = document.access === "owner";
    this.title = titleField(document.title, isOwner, (title) => this.actions.rename(title));
    this.comments = commentsPanel({ people: () => this.participantList.mentionable,
      refresh: () => this.participantList.refresh(),
      send: (text, mentions) => session.comment(text, mentions), draftChanged: (text) => this.#keepDraft(text) });
    this.sharing = sharingControls({ app, document,
      copy: () => keptFile(document.title, this.#texts()),
      text: () => this.#texts().map(({ text }) => text).join("\n"), shared: () => this.#shared(),
      advise: (one) => this.#banners.set("share", one && { text: one.text, isWarning: true,
        actions: [{ label: one.action, run: one.run }] }) });
    this.button = collaborationButton({ showsCursors: this.#showsCursors,
      toggleCursors: (shows) => this.#toggleCursors(shows), message: () => this.#openMessenger(),
      opened: () => this.participantList.refresh(),
      manage: isOwner ? () => void this.actions.manage() : undefined,
      leave: isOwner ? undefined : () => void this.actions.leave() });
    this.element = h("div", { class: "page recipe" },
      h("article", { class: "sheet" }, this.#lasting.element, this.title.element,
        this.text.element, this.#banners.element), this.comments.element);
    this.comments.field.draft = textStore.getItem(this.#draftName) ?? "";
    if (document.collaborationID) forgetEnding(app.me.account, document.collaborationID);
    if (document.collaborationID && !isOwner) rememberAccess(app.me.account, [document.collaborationID]);
    this.#listen();
  }

  get #isIdle() {
    return this.session.saving === "saved" && !this.comments.field.draft
      && !document.querySelector("dialog[open]");
  }

  /** Where a comment is kept while it is being written: it outlives signing out, reloading, and the browser's end. */
  get #draftName() {
    return `recipes.comment.${this.app.me.account}.${this.session.document.documentID}`;
  }

  /** @param {string} text */
  #keepDraft(text) {
    if (!text.trim()) return textStore.removeItem(this.#draftName);
    try {
      textStore.setItem(this.#draftName, text);
    } catch {
      // The store is full. It stays in its field, as it would without a store.
    }
  }

  /** @returns {import("../app.js").View} */
  get view() {
    const { document } = this.session;
    const isOwner = document.access === "owner";
    const more = h("button", { type: "button", class: "icon-button", "aria-label": "More",
      title: "More" }, icon("more"));
    const tools = h("div", { class: "tools" }, this.#status.element, this.button.element,
      isOwner && this.sharing.button, h("span", null, more));
    menuButton(more, () => [
      ...(isOwner ? [{ label: "Rename", icon: /** @type {const} */ ("edit"),
        run: () => this.title.focus() }] : []),
      { label: "Download a copy", icon: "document",
        run: () => download(document.title, this.#texts()) },
      ...(isOwner ? [{ label: "Delete", danger: true, run: () => void this.actions.remove() }] : []),
    ]);
    return { title: document.title, element: this.element, tools: [tools],
      close: () => {
        this.#forgetLost();
        this.#close();
      }, opened: () => this.#draw() };
  }

  #listen() {
    const { session, participantList } = this;
    /**
     * @template {keyof SessionDetails} Name
     * @param {Name} name
     * @param {(detail: SessionDetails[Name]) => void} body
     */
    const on = (name, body) => session.addEventListener(name, (event) =>
      body(/** @type {CustomEvent<SessionDetails[Name]>} */ (event).detail));
    on("content", () => this.#showContent());
    on("commentsAndLines", () => this.#showCommentsAndLines());
    on("document", () => this.#draw());
    on("status", () => {
      this.#status.show(session);
      if (session.isConnected && !this.#wasConnected) this.#seen.look();
      this.#wasConnected = session.isConnected;
    });
    on("people", () => void participantList.look());
    on("presence", (present) => {
      this.#here = presentPeople(present, this.app.me.account, this.lease.clientID);
      this.#showPeople();
    });
    on("arrived", ({ event }) => this.#arrived(event));
    on("refused", ({ problem, kept }) => this.#refused(problem, kept));
    on("ended", ({ reason, kept }) => this.#ended(reason, kept));
    participantList.addEventListener("change", () => {
      this.#draw();
      this.#showCommentsAndLines();
    });
    participantList.addEventListener("joined", (event) =>
      say(`${/** @type {CustomEvent<{ name: string }>} */ (event).detail.name} has joined`));
    MessengerWindow.inFront = () => this.#inFront;
    MessengerWindow.shows = () => this.#isOver ? undefined : session.document.collaborationID;
    MessengerWindow.changed = () => void (this.#isOver || participantList.look());
    const { isLinked, me } = this.app;
    const { documentID, collaborationID } = session.document;
    this.leaveWindow = oneWindow(`${me.account} ${documentID}`, () => isLinked && this.#isIdle,
      { link: collaborationID && `${me.account} ${collaborationID}`, isChosen: isLinked && !this.isByItself });
    this.stopFollowing = followPage({
      look: () => this.#seen.look(), hurry: () => session.hurry(), leave: () => this.#close(),
      hide: () => {
        session.flush();
        if (this.#isOver) this.lease.leave();
      },
      pause: (isPaused) => {
        session.pause(isPaused);
        if (isPaused) this.lease.leave();
        else this.lease.enter();
      },
    });
  }

  #seen = new Seen(async () => {
    if (!this.session.ended) await this.app.server.opened(this.session.document.collaborationID ?? "");
  }, () => this.#inFront !== undefined);

  /** @returns {string | undefined} what the messenger beside this page need not tell: its person sees it here */
  get #inFront() {
    const isInFront = !this.#isOver && this.session.isConnected && globalThis.document.hasFocus();
    return isInFront ? this.session.document.collaborationID : undefined;
  }

  // What is shown

  #showContent() {
    const { content } = this.session;
    this.text.show(content);
    this.#lasting.set("plain", content?.kind === "plain" && { text: "Typing together is not "
      + "installed on this server: each field is saved as a whole. If two people change the same "
      + "one, both texts are shown." });
    this.#draw();
  }

  #showCommentsAndLines() {
    const { commentsAndLines } = this.session;
    this.text.lines.show(commentsAndLines.of("line"));
    this.comments.show(commentsAndLines.of("comment"), (mentions) => this.participantList.isMentioned(mentions),
      this.app.me.account);
  }

  #draw() {
    const { session, participantList } = this;
    const { document } = session;
    this.title.show(document.title);
    globalThis.document.title = `${document.title} – ${this.app.config.appName}`;
    this.text.allow(session.canEdit);
    this.comments.allow(session.canComment, document.options?.allowsMentions !== false);
    this.#lasting.set("read-only", document.access === "readOnly" && {
      text: `You can read this recipe. Only ${participantList.ownerName} can change it.` });
    this.#status.show(session);
    this.#showPeople();
    this.#askOwner();
    if (document.collaborationID && !participantList.isAsked) void participantList.look();
  }

  #showPeople() {
    const { people, invited, knocks } = this.participantList;
    const { collaborationID } = this.session.document;
    this.button.show(Boolean(collaborationID), people, this.#here,
      { invited, knocks: knocks.length }, pictureFor(collaborationID));
    this.actions.hereAre(this.#here.map(({ account }) => account));
    this.comments.field.refresh();
    this.text.showCursors(this.#showsCursors ? this.#here : []);
  }

  /** Who shares is invited by their own messenger, and confirms it like everybody. */
  #askOwner() {
    const { isUnconfirmed, knocks } = this.participantList;
    const { isSharing, isAsking } = this.sharing;
    this.#banners.set("confirm", isUnconfirmed && (isAsking || !isSharing) && {
      text: isAsking ? "Your messenger confirms that this account is yours, and may ask you. Until it has, the others hear nothing of you."
        : "Confirm your account in your messenger, so that the others hear what you do and can mention you.",
      actions: [isAsking ? { label: "Show", run: () => void this.sharing.show() }
        : { label: "Confirm", run: () => void this.sharing.confirm() }] });
    this.#banners.set("knocks", knocks.length > 0 && {
      text: askingForAccess(knocks),
      actions: [{ label: "Look", run: () => void this.actions.manage() }] });
  }

  // What others do

  /** @param {import("../server/body-types.js").DocumentEvent} event */
  #arrived(event) {
    const { kind, account, displayName, updateID } = event;
    // What they do on another device of theirs is told to others only.
    const isOthers = account !== this.app.me.account;
    if (isOthers) this.#seen.happened();
    const name = displayName ?? "Somebody";
    this.text.sayWho(name);
    const comment = this.session.commentsAndLines.of("comment").find((one) => one.updateID === updateID);
    if (comment && isOthers) this.#seen.said();
    if (comment) void this.#sayComment(name, comment);
    else if (updateOf(event)?.type === "line") say(`${name} added a line`);
    else if (kind === "renamed" && isOthers) say(`${name} renamed the recipe`);
  }

  /** @param {string} name @param {import("../session/comments-and-lines.js").CommentOrLine} comment */
  async #sayComment(name, { mentions, text }) {
    const { participantList } = this;
    // This person's identity may be as new as the comment that names it.
    if (mentions.length > 0 && !participantList.isMentioned(mentions)) await participantList.look();
    const isMention = participantList.isMentioned(mentions);
    say(`${name} ${isMention ? "mentioned you" : "commented"}: ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`);
  }

  /** @param {import("../server/problem.js").Problem} problem @param {KeptText[]} kept */
  #refused(problem, kept) {
    const { documentID, title } = this.session.document;
    keepTexts(this.app.me.account, documentID, title, kept);
    this.#banners.set("refused", { text: sentenceOf(problem), isWarning: true, actions: [
      { label: "Download what I wrote", run: () => download(title, kept) },
      { label: "Dismiss", run: () => this.#banners.set("refused", undefined) }] });
    void this.#readDocument();
  }

  /** @param {SessionDetails["ended"]["reason"]} reason @param {KeptText[]} kept */
  #ended(reason, kept) {
    const { documentID, title, collaborationID } = this.session.document;
    const draft = this.comments.field.draft;
    const texts = draft ? [...kept, { field: "comment", text: draft }] : kept;
    this.#close();
    if (reason === "signed_out") {
      this.app.signedOut();
      return say(draft ? "You were signed out. Your comment is kept here until you sign in again." : "You were signed out.");
    }
    this.#keepDraft("");
    keepTexts(this.app.me.account, documentID, title, texts);
    if (collaborationID && isEnding(reason)) rememberEnding(this.app.me.account, collaborationID, reason);
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      /** @type {HTMLDialogElement} */ (dialog).close();
    }
    document.getElementById("tools")?.replaceChildren();
    this.element.replaceChildren(endedView(title, reason, texts));
    if (collaborationID && isEnding(reason) && !endingWords("recipe")[reason].isFinal) {
      this.#isLost(collaborationID, texts);
    }
    this.element.classList.remove("recipe");
    this.element.closest("main")?.focus();
  }

  /**
   * They may be in it again, by another tab perhaps.
   *
   * @param {string} collaborationID
   * @param {KeptText[]} texts that stand here, as they do in the list of recipes
   */
  #isLost(collaborationID, texts) {
    let isLost = true;
    const open = async () => {
      const isFound = await this.app.server.collaboration(collaborationID).then(() => true, () => false);
      // Once: two windows may say at the same time that it is opened there.
      if (isFound && isLost) this.app.go(`/d/${encodeURIComponent(collaborationID)}`, { replace: true, isByItself: true });
      isLost &&= !isFound;
      return isFound;
    };
    const ends = [lookingWhenBack(open),
      lostWindow(`${this.app.me.account} ${collaborationID}`, open, { isIdle: () => texts.length === 0 })];
    this.#forgetLost = () => ends.forEach((end) => end());
  }

  // What this person does

  async #readDocument() {
    const { document } = this.session;
    try {
      Object.assign(document, await this.app.server.document(document.documentID));
    } catch {
      // The stream says what is wrong, if it lasts.
    }
    this.#draw();
  }

  /** The document may be shared now: its address is the link, and people may be there. */
  async #shared() {
    await this.#readDocument();
    const { document } = this.session;
    if (!this.#isOver && document.collaborationID) history.replaceState(null, "", addressOf(document));
    await this.participantList.look();
  }

  #openMessenger() {
    const link = new URL(addressOf(this.session.document), location.origin).href;
    if (!openConversation(this.app, link)) say("Your browser did not open the messenger.");
  }

  /** @param {boolean} shows */
  #toggleCursors(shows) {
    this.#showsCursors = shows;
    textStore.setItem("recipes.cursors", shows ? "on" : "off");
    this.#showPeople();
  }

  /** The whole recipe: also the lines that others' programs have added to it, where they stand below the fields. */
  #texts() {
    const lines = this.session.commentsAndLines.of("line").map(({ text, name }) => `${text} (${name})`);
    return [...fields.map((field) => ({ field, text: this.session.content?.text(field) ?? "" })),
      { field: "lines", text: lines.join("\n") }].filter(({ text }) => text);
  }

  #close() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#seen.leave();
    this.session.close();
    this.lease.leave();
    this.stopFollowing?.();
    this.leaveWindow?.();
  }
}
