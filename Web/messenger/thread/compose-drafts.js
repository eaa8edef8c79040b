import { fill, h, lookOf } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { shownAppName } from "../app-name.js";
import { errorSentence, hostOf, listed } from "../sentences.js";
import { appPicture } from "./app-icon.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").DraftStatus} DraftStatus */

/** The shares staged in one compose field, as rich links: not sent yet. */
export class ComposeDrafts {
  /** @param {import("./composer.js").Composer} composer */
  constructor(composer) {
    this.composer = composer;
    /** @type {DraftStatus[]} */
    this.staged = [];
    this.look = "";
    /**
     * Why the last attempt failed before the app was asked, by draft.
     * @type {Map<string, string>}
     */
    this.problems = new Map();
    this.element = h("div", { role: "group", "aria-label": "To be shared" });
  }

  get app() {
    return this.composer.view.app;
  }

  get canSend() {
    return this.staged.some(({ state }) => state === "staged");
  }

  /** @param {DraftStatus[]} staged */
  show(staged) {
    this.staged = staged;
    this.element.hidden = staged.length === 0;
    /** @type {string} */
    const look = lookOf([this.staged, this.app.people.version, [...this.problems]]);
    if (look !== this.look) fill(this.element, this.staged.map((one) => this.card(one)));
    this.look = look;
    this.composer.fit();
    // Ready for the click: browsers open an app's window only in it.
    if (this.canSend) void import("../share/send-draft.js");
  }

  /** @param {DraftStatus} status */
  card({ draft, state, summary, problem: earlier }) {
    const isBusy = state !== "staged";
    const problem = this.problems.get(draft.draftID) ?? earlier;
    const people = draft.recipients.map(this.app.people.nameOf);
    const app = shownAppName(draft.origin, draft.header.appName);
    return h("div", { class: "draft" },
      appPicture(draft.metadata?.card?.icon),
      h("div", null,
        h("p", { class: "card-title" }, draft.header.title),
        h("p", { class: "small quiet" }, app && [h("bdi", null, app), " · "], hostOf(draft.origin)),
        h("p", { class: "small quiet" }, `To ${listed(people)}`),
        problem && h("p", { class: "small error", role: "alert" }, problem),
        h("div", { class: "draft-buttons" },
          isBusy ? h("p", { class: "small", role: "status" }, busyWords[state]) : [
            draft.metadata?.userSelectedShareOptions &&
              h("button", { type: "button", class: "button slim",
              "aria-label": `Options: ${summary}`, onclick: () => this.options(draft) },
            summary, icon("down")),
          ])),
      h("button", { type: "button", class: "icon-button",
        "aria-label": isBusy ? `Cancel sharing ${draft.header.title}`
          : `Remove ${draft.header.title}`,
        title: isBusy ? "Cancel" : "Remove", onclick: () => this.remove(draft.draftID, isBusy) },
      icon("close")));
  }

  /** @param {import("../../grove/rules/model/sharing-types.js").Draft} draft */
  async options(draft) {
    (await import("../share/options-dialog.js")).draftOptions(this.app, draft);
  }

  /** @param {string} id @param {boolean} isBusy */
  async remove(id, isBusy) {
    try {
      if (!isBusy) await this.app.sharing.discardDraft(id);
      else if (!(await this.app.sharing.cancelShare(id))) say("It is too late: it may have left.");
      this.composer.text.focus();
    } catch (error) {
      say(errorSentence(error));
    }
  }

  /**
   * @param {string} text goes along with the first
   */
  async send(text) {
    const ready = this.staged.filter(({ state }) => state === "staged").map(({ draft }) => draft);
    this.composer.clear();
    const { sendDraft } = await import("../share/send-draft.js");
    for (const [place, draft] of ready.entries()) {
      this.problems.delete(draft.draftID);
      const outcome = await sendDraft(this.app, { ...draft, text: place === 0 ? text : "" });
      if (outcome.outcome !== "failed") continue;
      if (place === 0 && text && !this.composer.text.value) {
        this.composer.text.value = text;
        this.composer.typed();
      }
      this.problems.set(draft.draftID, outcome.sentence);
      await this.composer.loadDrafts();
      this.composer.text.focus();
      return;
    }
  }
}

/** @type {Record<Exclude<DraftStatus["state"], "staged">, string>} */
const busyWords = {
  queued: "Waiting for a connection", sending: "Sharing…",
  compensating: "Not sent. Taking back what was prepared…",
};

