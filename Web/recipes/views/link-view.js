import { fill, h } from "../../ui/dom.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { filesAddress } from "../app.js";
import { lostWindow } from "../document/one-window.js";
import { codeOf } from "../server/problem.js";
import { endingWords, forgetAsking, hasAsked, rememberAsking, rememberedEnding } from "../sharing/endings.js";
import { openWithMessenger, takenAwayHeading, takingOver } from "../sharing/access.js";
import { nounOf } from "../sharing/nouns.js";
import { leaveForProof, openRedirected } from "../sharing/redirected-opening.js";
import { knockForm } from "./knock-form.js";
import { mayLeave } from "./leaving.js";
import { LookingAgain, lookingWhenBack } from "./looking-again.js";
import { askingMessenger, nameAndAccount, sentenceOf } from "./sentences.js";

/**
 * A shared link that this account has no access to (yet). Opening it has changed nothing anywhere.
 *
 * @param {import("../app.js").App} app
 * @param {string} collaborationID
 * @param {string} messengerOrigin where this person's messenger is
 * @param {Partial<import("../arrival.js").Arrival>} arrival
 * @returns {Promise<import("../app.js").View>}
 */
export async function linkView(app, collaborationID, messengerOrigin, arrival) {
  const view = new LinkView(app, collaborationID, messengerOrigin);
  view.arrive(arrival);
  return { title: view.title, element: view.element, close: () => view.close() };
}

/** @param {string} text @param {(event: Event) => unknown} onclick @param {string} [kind] */
const button = (text, onclick, kind = "") =>
  h("button", { type: "button", class: kind ? `button ${kind} wide` : "button wide", onclick }, text);

/**
 * One screen at a time: the way in, the messenger is asked, another account, a knock, waiting. To whom the messenger
 * does not vouch for, what was deleted, what they were taken out of and what there never was look alike.
 */
class LinkView {
  #app;
  #collaborationID;
  #messengerOrigin;
  #noun;
  #body = h("div", { class: "stack" });
  #problem = h("p", { class: "error", role: "alert" });
  /** Whether what was asked for was given. */
  #looking = new LookingAgain(() => this.#look());
  /** Ends looking whether somebody who has lost it is in it again. */
  #forgetLost = () => {};
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
    this.#noun = nounOf(app.config, collaborationID);
    this.title = `A shared ${this.#noun}`;
    this.element = h("div", { class: "page narrow" },
      h("section", { class: "card access stack" }, h("h1", null, this.title), this.#body));
  }

  close() {
    this.#isOver = true;
    this.#looking.end();
    this.#forgetLost();
  }

  /** @param {Partial<import("../arrival.js").Arrival>} arrival */
  arrive({ isOpenedByMessenger, isUninvited, back }) {
    const ending = this.#ending();
    if (back?.collaborationID === this.#collaborationID && back.kept?.entry === undefined) void this.#comeBack(back);
    else if (isOpenedByMessenger && !ending?.isFinal) void this.#leave();
    else if (!ending && hasAsked(this.#app.me.account, this.#collaborationID, Date.now())) this.#waiting();
    else if (!ending && isUninvited) this.#comeUninvited();
    else this.begin();
  }

  #ending() {
    return rememberedEnding(this.#app.me.account, this.#collaborationID, this.#noun);
  }

  begin() {
    this.#looking.end();
    this.#forgetLost();
    const origin = this.#messengerOrigin;
    const place = origin ? new URL(origin).host : "";
    const ending = this.#ending();
    if (ending) return this.#ended(ending);
    const isOther = origin !== this.#app.config.messengerOrigin;
    fill(this.#body,
      origin ? h("p", null, "If somebody shared it with you, your messenger knows who, and opens it.")
        : h("p", { class: "note warning" }, "No messenger is known here. Open the link from your "
          + "conversation."),
      origin && isOther && h("p", { class: "note warning" },
        `This link names a messenger of its own, ${place}. Go on only if that is yours.`),
      origin && button("Open with your messenger", () => this.#openNow(), "primary"),
      this.#problem, this.#whoAmI(),
      this.#app.config.drive
        ? button("I was not invited: come in by the link", () => this.#comeUninvited(), "plain")
        : button("I was not invited: ask for access", () => this.#comeUninvited(), "plain"));
  }

  #comeUninvited() {
    if (this.#app.config.drive) void this.#comeInByLink();
    else this.#knockForm("");
  }

  /**
   * Whoever shares something in a drive may have let in everybody who has its link. Recipes never do.
   *
   * @param {string} [why] what is said where it does not
   */
  async #comeInByLink(why = "This link alone lets nobody in.") {
    this.#say("");
    try {
      await this.#app.server.enterByLink(this.#collaborationID);
      if (!this.#isOver) this.#entered();
    } catch (error) {
      if (this.#isOver) return;
      if (!["not_found", "gone"].includes(codeOf(error))) return this.#failed(error);
      this.#knockForm(why);
    }
  }

  /**
   * Who had it open when it ended, or whose messenger was told, is not asked to knock at what is gone.
   *
   * @param {import("../sharing/endings.js").EndingWords} words
   * @param {boolean} [isTold] by the messenger, a moment ago: what it would say again opens nothing
   */
  #ended({ heading, sentence, again, isFinal }, isTold = false) {
    this.#say("");
    if (!isFinal) this.#lookWhenBack();
    const way = isTold || !this.#messengerOrigin ? undefined : again;
    fill(this.#body, h("div", { class: "stack", role: "alert" }, h("h2", null, heading), h("p", null, sentence)),
      this.#whoAmI(), way && button(way.words, () => this.#openNow(), way.isPrimary ? "primary" : ""), this.#problem,
      this.#home());
  }

  #home() {
    return this.#noun === "file" || this.#noun === "folder" ? h("a", { class: "button wide", href: filesAddress("") }, "All files")
      : h("a", { class: "button wide", href: "/" }, "All recipes");
  }

  #whoAmI() {
    return h("div", { class: "who" },
      h("p", { class: "small quiet" }, "You are signed in as ", h("b", null, nameAndAccount(this.#app.me)), "."),
      h("button", { type: "button", class: "button slim plain", onclick: async () => {
        if (!(await mayLeave(this.#app.me))) return;
        await this.#app.server.signOut().catch(() => {});
        this.#app.signedOut();
      } }, "Not you?"));
  }

  /** In a click: browsers open windows for nothing else. */
  async #openNow(anew = false) {
    this.#say("");
    this.#forgetLost();
    const messenger = MessengerWindow.open(this.#messengerOrigin, "/prove");
    if (messenger.isBlocked) return this.#leave({ anew });
    this.#asking(messenger);
    const server = anew ? takingOver(this.#app.server) : this.#app.server;
    try {
      const opened = await openWithMessenger(server, messenger, this.#collaborationID, this.#noun);
      if (this.#isOver) return;
      if (opened.ok) {
        messenger.close();
        return this.#entered();
      }
      this.#refused(opened);
    } catch (error) {
      if (!this.#isOver) this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (codeOf(error) === "unauthenticated") return this.#app.signedOut();
    this.begin();
    this.#say(sentenceOf(error));
  }

  /** @param {import("../sharing/access.js").NotOpened} opened */
  #refused({ reason, sentence, ending }) {
    if (ending) return this.#ended(endingWords(this.#noun)[ending], true);
    this.begin();
    this.#say(sentence, reason !== "declined");
    if (reason === "already_bound" || reason === "bound_by_replacement") {
      return this.#wrongAccount(reason === "bound_by_replacement");
    }
    if (reason === "not_invited") return this.#app.config.drive ? void this.#comeInByLink(sentence) : this.#knockForm(sentence);
    // They know that they were invited; asking at the door of what may be gone leads nowhere.
    if (reason === "taken_away") {
      fill(this.#body, h("div", { class: "stack", role: "alert" }, h("h2", null, takenAwayHeading),
        h("p", null, sentence)),
        this.#whoAmI(), this.#home());
      this.#lookWhenBack();
    }
  }

  /** They may be in it again by another tab. */
  #lookWhenBack() {
    const endLooking = lookingWhenBack(() => this.#look());
    this.#giveWay();
    const endWaiting = this.#forgetLost;
    this.#forgetLost = () => {
      endLooking();
      endWaiting();
    };
  }

  /** In another tab it may be opened. */
  #giveWay() {
    this.#forgetLost();
    this.#forgetLost = lostWindow(`${this.#app.me.account} ${this.#collaborationID}`, () => this.#look());
  }

  /** @param {MessengerWindow} messenger */
  #asking(messenger) {
    fill(this.#body,
      h("p", { role: "status" }, askingMessenger(this.#noun)),
      this.#whoAmI(), button("Show the messenger", () => messenger.focus()),
      button("Cancel", () => messenger.close(), "plain"));
  }

  /** Once: two windows may say at the same time that it is opened there. */
  #entered(isByItself = false) {
    this.#isOver = true;
    forgetAsking(this.#app.me.account, this.#collaborationID);
    this.#app.go(`/d/${encodeURIComponent(this.#collaborationID)}`, { replace: true, isByItself });
  }

  /** @param {string} sentence @param {boolean} isProblem and not what they did themselves */
  #say(sentence, isProblem = true) {
    this.#problem.className = isProblem ? "error" : "quiet";
    this.#problem.textContent = sentence;
  }

  /** In this tab, without a window: the click was made in the messenger, or a window could not be had. */
  async #leave({ isSomebody = true, anew = false } = {}) {
    this.#say("");
    this.#forgetLost();
    fill(this.#body, h("p", { role: "status" }, "Opening it with your messenger…"), this.#problem);
    try {
      await leaveForProof(this.#app.server, this.#collaborationID, {
        messengerOrigin: this.#messengerOrigin, isSomebody, anew,
      });
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Signed in, but not as the one the invitation belongs to by now.
   *
   * @param {boolean} mayTakeOver because none of their present devices has ever proved it for that one
   */
  #wrongAccount(mayTakeOver) {
    this.#say("");
    // Who came by a proof themselves has most likely lost what they came with before.
    const isLikely = mayTakeOver && this.#app.me.isEnteredByProof;
    fill(this.#body, h("div", { class: "stack", role: "alert" }, h("h2", null, "You are signed in with another account"),
      h("p", null, "Your invitation was opened before with another account of this app, and an invitation is for one. "
        + "Sign out here, and open it again with that account.")),
      this.#whoAmI(),
      button("Sign out and open it again", async () => {
        if (!(await mayLeave(this.#app.me))) return;
        await this.#app.server.signOut().catch(() => {});
        await this.#leave({ isSomebody: false });
      }, isLikely ? "" : "primary"),
      mayTakeOver
        ? [h("p", null, "Can you not get into that one any more, because its devices are lost? Then this account can have the "
          + `${this.#noun} instead. The other one loses it; what you made there stays in the other one.`),
        button("Open it with this account", () => this.#openNow(true), isLikely ? "primary" : "")]
        : h("p", { class: "small quiet" }, "Or ask whoever shared it to invite you again."),
      button("Back", () => this.begin(), "plain"));
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
      rememberAsking(this.#app.me.account, this.#collaborationID, Date.now());
      this.#waiting();
    } catch (error) {
      this.#say(sentenceOf(error));
    }
  }

  #waiting() {
    fill(this.#body, h("div", { class: "waiting", role: "status" },
      h("h2", null, "You have asked"),
      // Whoever has asked learns nothing of what became of it, so nothing is promised.
      h("p", null, "If they let you in, it opens here. You can also come back later with the same link."),
      h("p", { class: "small quiet" }, "Who is not let in is not told. You can ask again after a day.")),
    this.#whoAmI(), this.#home(), button("Open it another way", () => this.begin(), "plain"));
    this.#giveWay();
    this.#looking.begin();
  }

  async #look() {
    const found = await this.#app.server.collaboration(this.#collaborationID).catch(() => undefined);
    if (found && !this.#isOver) this.#entered(true);
    return Boolean(found);
  }

  /** @param {import("../../grove/bridge/redirected-proof.js").Redirected} back from the messenger, in this tab */
  async #comeBack(back) {
    fill(this.#body, h("p", { role: "status" }, "Opening…"));
    try {
      const opened = await openRedirected(this.#app.server, back, this.#noun);
      if (this.#isOver || opened === "leaving") return;
      if (opened.ok) this.#entered();
      else this.#refused(opened);
    } catch (error) {
      if (!this.#isOver) this.#failed(error);
    }
  }
}
