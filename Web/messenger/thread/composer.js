import { fill, h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { shareCardType } from "../../ui/share-card-type.js";
import { say } from "../../ui/status.js";
import { errorSentence } from "../sentences.js";
import { noComposing } from "./no-composing.js";
import { keepSending, unsentKey } from "./sent-texts.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */

/** Where a person writes: text, and what is staged to go along. */
export class Composer {
  /** @param {ThreadView} view */
  constructor(view) {
    this.view = view;
    this.isComposing = false;
    this.text = h("textarea", { rows: "1", "aria-label": "Message", placeholder: "Message",
      enterkeyhint: "send", dir: "auto", oninput: () => this.typed(),
      oncompositionstart: () => (this.isComposing = true),
      oncompositionend: () => (this.isComposing = false),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onpaste: (/** @type {ClipboardEvent} */ event) => this.taken(event, event.clipboardData) });
    this.button = h("button", { class: "icon-button send", "aria-label": "Send",
      title: "Send (Enter)",
      disabled: true }, icon("send"));
    const more = h("button", { type: "button", class: "icon-button", "aria-label": "Attach",
      title: "Attach", "aria-haspopup": "menu", "aria-expanded": "false" }, icon("add"));
    /** @type {import("./compose-drafts.js").ComposeDrafts | undefined} */
    this.drafts = undefined;
    this.box = h("div", { class: "compose-box" },
      h("div", { class: "compose-line" }, more, this.text, this.button));
    this.form = h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.send();
    } }, this.box);
    this.gone = h("div", { class: "gone", hidden: true });
    this.element = h("div", { class: "compose" }, this.form, this.gone);
    more.addEventListener("click", () =>
      this.attaching(({ openMenu }) => openMenu(this.view, more)), { once: true });
  }

  /** What is staged in this conversation. */
  async loadDrafts() {
    const all = await this.view.app.sharing.drafts();
    const staged = all.filter(({ draft }) => draft.conversationID === this.view.id);
    if (staged.length === 0 && !this.drafts) return;
    const { ComposeDrafts } = await import("./compose-drafts.js");
    if (!this.drafts) {
      this.drafts = new ComposeDrafts(this);
      this.box.prepend(this.drafts.element);
    }
    this.drafts.show(staged);
  }

  get key_() {
    return unsentKey(this.view.id);
  }

  opened() {
    this.text.value = localStorage.getItem(this.key_) ?? "";
    this.fit();
    window.addEventListener("storage", this.followed);
    if (matchMedia("(pointer: fine)").matches) this.text.focus();
  }

  close() {
    window.removeEventListener("storage", this.followed);
    // It stands there until the next conversation is drawn, and takes no more text.
    this.element.inert = true;
  }

  /**
   * An unsent text belongs to its conversation: what is typed or sent in another tab is shown in
   * this one.
   *
   * @param {StorageEvent} event
   */
  followed = ({ key, newValue }) => {
    const { text } = this;
    if (key !== this.key_ || this.isComposing || text.value === (newValue ?? "")) return;
    const { selectionStart, selectionEnd } = text;
    text.value = newValue ?? "";
    if (document.activeElement === text) text.setSelectionRange(selectionStart, selectionEnd);
    this.fit();
  };

  /**
   * Who can send nothing here reads why.
   *
   * @param {import("../../grove/rules/model/messenger-types.js").ConversationSummary} conversation
   */
  stateChanged(conversation) {
    const { people, messenger: { connection } } = this.view.app;
    const { conversationID, state, requestedBy } = conversation;
    const isRemoved = connection === "signedOut";
    const words = noComposing(conversation, { isRemoved, nameOf: (account) => people.name(account) });
    this.form.hidden = words !== "";
    this.gone.hidden = words === "";
    if (this.gone.dataset.words === words) return;
    this.gone.dataset.words = words;
    fill(this.gone, words && h("p", null, words), !isRemoved && state === "active" && requestedBy && h("button", { type: "button",
      class: "button slim primary", onclick: () => this.accept(conversationID) }, "Accept"));
  }

  /** @param {string} conversationID that this person was added to again */
  async accept(conversationID) {
    const { attempt } = await import("../dialogs/conversation-details.js");
    if (await attempt(() => this.view.app.messenger.acceptRequest(conversationID))) this.text.focus();
  }

  /** Every letter is kept at once: pages go without a word. */
  typed() {
    if (this.text.value) localStorage.setItem(this.key_, this.text.value);
    else localStorage.removeItem(this.key_);
    this.fit();
  }

  fit() {
    const { text } = this;
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight}px`;
    this.button.disabled = !text.value.trim() && !this.drafts?.canSend;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!this.button.disabled) void this.send();
  }

  async send() {
    const text = this.text.value.trim();
    if (this.drafts?.canSend) return this.drafts.send(text);
    if (!text) return;
    const send = keepSending(this.view.app.messenger, this.view.id, text);
    this.clear();
    try {
      await send();
      this.view.list.toEnd();
    } catch (error) {
      // Nothing was stored: what was written comes back.
      this.text.value = this.text.value ? `${text}\n${this.text.value}` : text;
      this.typed();
      say(errorSentence(error));
    }
    this.text.focus();
  }

  clear() {
    this.box.querySelector(".offer")?.remove();
    this.text.value = "";
    this.typed();
  }

  /**
   * What is attached, and how, is loaded when somebody wants it.
   *
   * @param {(parts: typeof import("./attaching.js")) => unknown} use
   */
  async attaching(use) {
    use(await import("./attaching.js"));
  }

  /**
   * Files and document cards that were pasted or dropped.
   *
   * @param {Event} event
   * @param {DataTransfer | null} data
   */
  taken(event, data) {
    if (!data) return;
    if (!isWanted(data)) {
      const link = data.getData("text/plain").trim();
      if (!/^https?:\/\/\S+$/u.test(link)) return;
      return void this.attaching(({ offerFor }) => offerFor(this.view, link));
    }
    event.preventDefault();
    // What a transfer holds is gone once the event is over.
    const files = [...data.files];
    const parts = Object.fromEntries(data.types.map((type) => [type, data.getData(type)]));
    void this.attaching(({ take }) => take(this.view, files, parts));
  }

  /**
   * @param {HTMLElement} place the whole conversation: what is let go of above it is meant for it
   */
  listenForDrops(place) {
    const { box } = this;
    place.addEventListener("dragover", (event) => {
      if (this.form.hidden) return;
      if (!event.dataTransfer || !isWanted(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      box.classList.add("over");
    });
    place.addEventListener("dragleave", () => box.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      box.classList.remove("over");
      if (this.form.hidden || !event.dataTransfer || !isWanted(event.dataTransfer)) {
        // Text and links are the field's; elsewhere a link would take the place of the page.
        if (event.target !== this.text) return;
      }
      this.taken(event, event.dataTransfer);
    });
  }
}

/** @param {DataTransfer} data files and document cards; text and links stay text */
const isWanted = ({ types }) => types.includes("Files") || types.includes(shareCardType);
