import { fill, find, h } from "../../ui/dom.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { codeOf } from "../server/problem.js";
import { codeForm, wayToCode } from "./code-form.js";
import { takenAwayHeading } from "../sharing/access.js";
import { endingWords } from "../sharing/endings.js";
import { enterWithMessenger } from "../sharing/entry.js";
import { nounOf } from "../sharing/nouns.js";
import { leaveForProof, openRedirected } from "../sharing/redirected-opening.js";
import { textStore } from "../session/text-store.js";
import { askingMessenger, sentenceOf } from "./sentences.js";

/** @typedef {import("../server/body-types.js").Me} Me */

/** Whether somebody with a password was signed in here before. */
const hasSignedIn = () => Boolean(textStore.getItem("recipes.last"));

/**
 * One button for who was invited and is not signed in: their messenger shows it, and the account makes itself. The page
 * itself says neither what it is nor whose: it does not know who looks.
 *
 * @param {{ server: import("../app.js").App["server"], config: import("../app.js").Config }} app
 * @param {object} place
 * @param {string} place.collaborationID
 * @param {string} place.messengerOrigin
 * @param {Partial<import("../arrival.js").Arrival>} place.arrival
 * @param {HTMLElement} place.form to sign in with an account of this app
 * @param {(me: Me) => void} place.done
 * @param {(isUninvited: boolean) => void} place.chose which way they take to the form: whoever was not invited says so once
 * @param {(came?: import("../sharing/access.js").CameWithProof) => void} place.bound their invitation belongs to an account here,
 *   which they may sign in to: what came with the proof is theirs then
 * @param {(me: Me) => void} place.doneByCode they are in the account that the invitation belongs to, as far as is known
 * @returns {HTMLElement}
 */
export function entryCard(app, { collaborationID, messengerOrigin, arrival, form, done, chose, bound, doneByCode }) {
  // Long because its parts, small functions, share what is shown at the moment.
  const problem = h("p", { class: "error", role: "alert" });
  const note = h("p", { class: "quiet", role: "status" });
  const body = h("div", { class: "stack" });
  const isOther = messengerOrigin !== app.config.messengerOrigin;
  const noun = nounOf(app.config, collaborationID);

  /** @param {string} text @param {() => unknown} onclick @param {string} kind */
  const button = (text, onclick, kind) => h("button", { type: "button", class: `button ${kind} wide`, onclick }, text);

  /** Where “Back” leads. */
  let home = () => begin();

  /** @param {boolean} [wasAsked] the messenger, in vain: then nothing here is the thing to do */
  function begin(wasAsked = false) {
    problem.textContent = note.textContent = "";
    fill(body,
      h("p", null, "Is it yours, or do you have an account here? Then sign in. If somebody shared it with you, your messenger "
        + "knows who, and opens it; you need no account for that."),
      isOther && h("p", { class: "note warning" },
        `This link names a messenger of its own, ${new URL(messengerOrigin).host}. Go on only if that is yours.`),
      // Who has signed in here with a password may well be the owner.
      hasSignedIn() ? [signInButton("primary"), button("Open with your messenger", () => void open(), "")]
        : [button("Open with your messenger", () => void open(), wasAsked ? "" : "primary"), signInButton("")],
      app.config.drive
        ? button("I was not invited: come in by the link", () => uninvited("Whoever shared it may have let in everybody with this "
          + "link, or can be asked. Both take an account of this app."), "plain")
        : button("I was not invited: ask for access", () => uninvited("Asking takes an account of this app. The owner "
          + "sees the name that you give it."), "plain"));
  }

  /**
   * Their messenger says that it is over: asking at the door of what is gone leads nowhere.
   *
   * @param {string} heading @param {string} sentence @param {string} [again] what the button to the messenger says
   */
  function ended(heading, sentence, again) {
    home = () => ended(heading, sentence, again);
    problem.textContent = note.textContent = "";
    fill(body, h("div", { class: "stack", role: "alert" }, h("h3", null, heading), h("p", null, sentence)),
      again && button(again, () => void open(), ""), signInButton(""));
  }

  /** @param {string} kind @param {string} [words] */
  const signInButton = (kind, words = "Sign in with an account of this app") => button(words, () => knownSignIn(), kind);

  /** @param {string} [why] */
  function knownSignIn(why) {
    form.dispatchEvent(new Event("known"));
    chose(false);
    signIn(why);
  }

  /** @param {string} why */
  function uninvited(why) {
    chose(true);
    signIn(why);
  }

  /** @param {string} [why] */
  function signIn(why) {
    problem.textContent = "";
    note.textContent = "";
    fill(body, why && h("p", null, why), form, button("Back", () => home(), "plain"));
    find(".field:not([hidden]) input", form).focus();
  }

  /** In a click: browsers open windows for nothing else. */
  async function open(anew = false) {
    problem.textContent = note.textContent = "";
    const messenger = MessengerWindow.open(messengerOrigin, "/prove");
    if (messenger.isBlocked) return leave(anew);
    fill(body, h("p", { role: "status" }, askingMessenger(noun)),
      button("Show the messenger", () => messenger.focus(), ""),
      button("Cancel", () => messenger.close(), "plain"));
    await finish(async () => {
      const entered = await enterWithMessenger(app.server, messenger, collaborationID, { noun, anew });
      if (entered.ok) messenger.close();
      return entered;
    });
  }

  /** In this tab: the click was made in the messenger, or the browser opened no window. */
  function leave(anew = false) {
    fill(body, h("p", { role: "status" }, "Opening it with your messenger…"));
    return finish(async () => {
      await leaveForProof(app.server, collaborationID, { messengerOrigin, isSomebody: false, anew });
      return "leaving";
    });
  }

  /** @param {() => Promise<{ ok: true, me?: Me } | import("../sharing/access.js").NotOpened | "leaving">} way */
  async function finish(way) {
    try {
      const entered = await way();
      if (entered === "leaving") return;
      if (entered.ok && entered.me) return done(entered.me);
      begin(!entered.ok);
      if (!entered.ok) refused(entered);
    } catch (error) {
      begin();
      problem.textContent = codeOf(error) === "forbidden"
        ? "This server takes no new accounts by itself. Sign in with the account you have." : sentenceOf(error);
    }
  }

  /** @param {import("../sharing/access.js").NotOpened} entered */
  function refused({ reason, sentence, ending, came }) {
    if (reason === "signs_in") return knownSignIn(sentence);
    if (ending) return ended(endingWords(noun)[ending].heading, sentence, endingWords(noun)[ending].again?.words);
    if (reason === "taken_away") return ended(takenAwayHeading, sentence, endingWords(noun).refused.again?.words);
    // What they did themselves is no failure.
    if (reason === "declined") {
      note.textContent = sentence;
      return;
    }
    if (reason !== "already_bound" && reason !== "bound_by_replacement") {
      problem.textContent = sentence;
      return;
    }
    bound(came);
    const code = codeForm(app.server, doneByCode, { isKnown: true, send: `Open the ${noun}` });
    fill(body, h("div", { class: "stack", role: "alert" }, h("h3", null, "You are in this app already"),
      h("p", null, "With an account of yours that this browser does not know yet.")),
      wayToCode(), code, signInButton("", "Sign in with a password instead"),
      h("details", { class: "stack" }, h("summary", null, "I am signed in nowhere, and have no password"),
        reason === "bound_by_replacement"
          ? [h("p", null, `A new account can open the ${noun}. The old one loses it; what you made there stays in the old one.`),
            button("Open it with a new account", () => void open(true), "")]
          : h("p", null, "Ask whoever shared it to take you out of it and to invite you again. Then it opens with a new account.")),
      button("Back", () => begin(), "plain"));
    code.querySelector("input")?.focus();
  }

  const { back, isOpenedByMessenger } = arrival;
  if (back?.collaborationID === collaborationID && back.kept?.entry !== undefined) {
    fill(body, h("p", { role: "status" }, "Opening…"));
    void finish(() => openRedirected(app.server, back, noun));
  } else if (isOpenedByMessenger) void leave();
  else begin();
  return h("section", { class: "stack card sign-in", "aria-label": `A shared ${noun}` },
    h("h2", null, `A shared ${noun}`), body, note, problem);
}
