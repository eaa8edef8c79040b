import { fill, h } from "../../ui/dom.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { redirectToProve, takeRedirectedProof } from "../../grove/bridge/redirected-proof.js";
import { codeOf } from "../server/problem.js";
import { endingWords } from "../sharing/endings.js";
import { openWithMessenger, submit, takenAway } from "../sharing/access.js";
import { knockForm } from "./knock-form.js";
import { nameAndAccount, sentenceOf } from "./sentences.js";

/** How often somebody who has asked for access looks whether it was given, in milliseconds. */
const lookEvery = 4000;

/**
 * A shared link that this account has no access to (yet). Opening it has changed nothing anywhere.
 *
 * @param {import("../app.js").App} app
 * @param {string} collaborationID
 * @param {string} messengerOrigin where this person's messenger is
 * @returns {Promise<import("../app.js").View>}
 */
export async function linkView(app, collaborationID, messengerOrigin) {
  const view = new LinkView(app, collaborationID, messengerOrigin);
  view.begin();
  return {
    title: "A shared recipe", element: view.element, close: () => view.close(),
    opened: () => void view.comeBack(),
  };
}

/** @param {string} text @param {(event: Event) => unknown} onclick @param {string} [kind] */
const button = (text, onclick, kind = "") =>
  h("button", { type: "button", class: kind ? `button ${kind} wide` : "button wide", onclick }, text);

/** One screen at a time: the way in, the messenger is asked, another account, a knock, waiting. */
class LinkView {
  #app;
  #collaborationID;
  #messengerOrigin;
  #body = h("div", { class: "stack" });
  #problem = h("p", { class: "error", role: "alert" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isOver = false;

  /**
   * @param {import("../app.js").App} app
   * @param {string} collaborationID
   * @param {string} messengerOrigin
   */
  constructor(app, collaborationID, messengerOrigin) {
    this.#app = app;
    this.#collaborationID = collaborationID;
    this.#messengerOrigin = messengerOrigin;
    this.element = h("div", { class: "page narrow" },
      h("section", { class: "card access stack" }, h("h1", null, "A shared recipe"), this.#body));
  }

  close() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  begin() {
    const origin = this.#messengerOrigin;
    const place = origin ? new URL(origin).host : "";
    const ending = endingWords(this.#app.me.account, this.#collaborationID);
    if (ending) return this.#ended(ending);
    const isOther = origin !== this.#app.config.messengerOrigin;
    fill(this.#body,
      h("p", null, "Somebody shared this recipe in a conversation. A link gives no access by itself: "
        + "your messenger shows that you were invited."),
      origin ? h("p", { class: "small quiet" },
        `Your messenger at ${place} opens and asks whether it may. It shows this app nothing before.`)
        : h("p", { class: "note warning" }, "No messenger is known here. Open the link from your "
          + "conversation."),
      origin && isOther && h("p", { class: "note warning" },
        `This link names a messenger of its own, ${place}. Go on only if that is yours.`),
      this.#whoAmI(),
      origin && button("Open with your messenger", () => this.#openNow(), "primary"),
      this.#problem,
      button("I was not invited: ask for access", () => this.#knockForm(""), "plain"));
  }

  /**
   * Who had it open when it ended is not asked to knock at what is gone.
   *
   * @param {import("../sharing/endings.js").EndingWords} words
   */
  #ended({ heading, sentence, isFinal }) {
    fill(this.#body, h("h2", null, heading), h("p", null, sentence), this.#whoAmI(),
      !isFinal && this.#messengerOrigin
        && button("Open with your messenger", () => this.#openNow(), "primary"), this.#problem,
      h("a", { class: "button wide", href: "/" }, "All recipes"));
  }

  #whoAmI() {
    const { me, server } = this.#app;
    return h("div", { class: "who" },
      h("p", null, "You open it as ", h("b", null, nameAndAccount(me)), "."),
      h("button", { type: "button", class: "button slim", onclick: async () => {
        await server.signOut().catch(() => {});
        this.#app.signedOut();
      } }, "Not you?"));
  }

  /** In a click: browsers open windows for nothing else. */
  async #openNow() {
    this.#say("");
    const messenger = MessengerWindow.open(this.#messengerOrigin, "/prove");
    if (messenger.isBlocked) return this.#blocked();
    this.#asking(messenger);
    try {
      const opened = await openWithMessenger(this.#app.server, messenger, this.#collaborationID);
      if (this.#isOver) return;
      if (opened.ok) {
        messenger.close();
        return this.#entered();
      }
      this.#refused(opened);
    } catch (error) {
      if (this.#isOver) return;
      if (codeOf(error) === "unauthenticated") return this.#app.signedOut();
      this.begin();
      this.#say(sentenceOf(error));
    }
  }

  /** @param {{ reason: string, sentence: string }} opened */
  #refused({ reason, sentence }) {
    this.begin();
    this.#say(sentence);
    if (reason === "already_bound") this.#wrongAccount(sentence);
    if (reason === "not_invited") this.#knockForm(sentence);
    // They know that they were invited; asking at the door of what may be gone leads nowhere.
    if (reason === "taken_away") {
      fill(this.#body, h("p", { role: "alert" }, sentence, " Ask whoever shared it, in your conversation."),
        this.#whoAmI(), h("a", { class: "button wide", href: "/" }, "All recipes"));
    }
  }

  /** @param {MessengerWindow} messenger */
  #asking(messenger) {
    fill(this.#body,
      h("p", { role: "status" }, "Look at your messenger: it asks whether to open this recipe."),
      this.#whoAmI(), button("Show the messenger", () => messenger.focus()),
      button("Cancel", () => messenger.close(), "plain"));
  }

  #entered() {
    this.#app.go(`/d/${encodeURIComponent(this.#collaborationID)}`, { replace: true });
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.#problem.textContent = sentence;
  }

  #blocked() {
    this.begin();
    this.#say("Your browser did not open the messenger. Allow windows for this page and "
      + "try again, or go there in this window.");
    this.#body.append(button("Go to the messenger here", async () => {
      const collaborationID = this.#collaborationID;
      try {
        const { challenge, account } = await this.#app.server.challenge(collaborationID);
        redirectToProve(this.#messengerOrigin, { collaborationID, challenge, account });
      } catch (error) {
        this.#say(sentenceOf(error));
      }
    }));
  }

  /** @param {string} sentence */
  #wrongAccount(sentence) {
    fill(this.#body, h("p", { role: "alert" }, sentence), this.#whoAmI(),
      button("Back", () => this.begin()));
  }

  /** @param {string} why */
  #knockForm(why) {
    this.#say("");
    fill(this.#body, knockForm({
      why, who: this.#whoAmI(), problem: this.#problem,
      knock: (note) => void this.#knock(note), back: () => this.begin(),
    }));
  }

  /** @param {string} note */
  async #knock(note) {
    this.#say("");
    try {
      await this.#app.server.knock(this.#collaborationID, note);
      this.#waiting();
    } catch (error) {
      this.#say(sentenceOf(error));
    }
  }

  #waiting() {
    fill(this.#body, h("div", { class: "waiting", role: "status" },
      h("h2", null, "You have asked"),
      h("p", null, "If the owner says yes, the recipe opens here by itself. You can also come back "
        + "later with the same link.")),
    this.#whoAmI(), h("a", { class: "button wide", href: "/" }, "All recipes"));
    this.#look();
  }

  #look() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const found = await this.#app.server.collaboration(this.#collaborationID).catch(() => undefined);
      if (this.#isOver) return;
      if (found) this.#entered();
      else this.#look();
    }, lookEvery);
  }

  /** From the messenger, where no window could be opened. */
  async comeBack() {
    if (!location.hash.includes("collab-proof=")) return;
    const back = takeRedirectedProof();
    if (!back || back.collaborationID !== this.#collaborationID) return;
    if (!back.proof) return this.#say("The messenger gave no answer.");
    try {
      const outcome = await submit(this.#app.server, this.#collaborationID, back.proof);
      if (outcome.ok) this.#entered();
      else if (outcome.reason === "already_bound") this.#wrongAccount(outcome.sentence);
      else this.#say(takenAway);
    } catch (error) {
      this.#say(sentenceOf(error));
    }
  }
}
