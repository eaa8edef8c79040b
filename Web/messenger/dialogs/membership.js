import { avatar } from "../../ui/avatar.js";
import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { busy } from "../busy-button.js";
import { elsewhereChoice } from "./elsewhere-choice.js";
import { askingWords, doneWords, failedWords } from "./documents-changed.js";
import { errorSentence, failureOf, hostOf, listed } from "../sentences.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../grove/rules/model/sharing-types.js").MembershipOffer} MembershipOffer */

/**
 * The plan, document by document: who gains, who loses. Nothing happens before “Apply”. Who closes
 * it while an app still asks has thought better of it; so has a conversation whose people change
 * once more.
 *
 * @param {App} app
 * @param {MembershipOffer} offer
 */
export async function membership(app, offer) {
  const problem = h("p", { class: "error", role: "alert" });
  const asks = h("p", { class: "small quiet", role: "status" });
  const gone = new AbortController();
  const { element: beside, isKept } = await elsewhereChoice(app, offer.documents, true);
  let isApplying = false;
  const apply = async () => {
    const { announce, withApps } = await import("../share/send-draft.js");
    const origins = offer.documents.map(({ collaboration }) => collaboration.audience);
    problem.textContent = "";
    asks.textContent = askingWords(app, origins);
    isApplying = true;
    const results = await withApps(app, origins, async (asked) => {
      // What was broken off before goes first: the same document is not changed twice at a time.
      await app.sharing.settled();
      announce(asked, offer.documents);
      return app.sharing.applyMembership(decided(offer, isKept()), gone.signal);
    }, offer.documents.map(({ collaboration }) => collaboration)).finally(() => {
      isApplying = false;
      asks.textContent = "";
    });
    const sentence = failedWords(results, offer.documents.length, gone.signal.aborted);
    // The dialog may have been closed meanwhile.
    if (gone.signal.aborted) return say(sentence || doneWords(results));
    problem.textContent = sentence;
    if (sentence) return;
    close();
    say(doneWords(results));
  };
  // What takes something away is never the green one.
  const takesAway = offer.documents.some(({ loses }) => loses.length > 0);
  const button = h("button", { type: "button", class: `button ${takesAway ? "danger" : "primary"}`, onclick: () =>
    busy(button, "Applying…", apply, (error) => {
      const sentence = failureOf(error).sentence ?? errorSentence(error);
      problem.textContent = sentence;
      if (gone.signal.aborted) say(sentence);
    }) }, "Apply");
  const look = async () => {
    if (await holds(app, offer) || gone.signal.aborted) return;
    if (!isApplying) say("The people of this conversation have changed again.");
    close();
  };
  const { close } = openDialog({ title: "Update what you shared here?", body: [
    h("p", null, "The people of this conversation have changed. Nothing changes in your " +
      "documents unless you apply it."),
    plan(app, offer), beside, asks, problem],
  closed: () => {
    app.messenger.removeEventListener("conversations", look);
    gone.abort();
  },
  foot: [h("button", { type: "button", class: "button", onclick: async () => {
    await app.sharing.dismissMembership(offer);
    close();
  } }, "Not now"), button] });
  app.messenger.addEventListener("conversations", look);
  button.focus();
}

/**
 * @param {MembershipOffer} offer
 * @param {boolean} isKept who has a document in another conversation, too, keeps it there
 * @returns {MembershipOffer}
 */
const decided = (offer, isKept) => !isKept ? offer : { ...offer, documents: offer.documents.map((one) =>
  ({ ...one, keeps: (one.elsewhere ?? []).map(({ account }) => account) })) };

/**
 * @param {App} app
 * @param {MembershipOffer} offer
 * @returns {Promise<boolean>} whether everything in it is still to be done
 */
async function holds(app, { conversationID, documents }) {
  const { members } = await app.messenger.conversation(conversationID);
  const isHere = (/** @type {string} */ one) => members.some(({ accountID }) => accountID === one);
  return documents.every(({ gains, loses }) => gains.every(isHere) && !loses.some(isHere));
}

/** @param {App} app @param {MembershipOffer} offer */
const plan = (app, { documents }) => documents.map(({ title, collaboration, gains, loses, left = [], elsewhere = [] }) =>
  h("section", { class: "section" },
    h("h3", null, `${title} · ${hostOf(collaboration.audience)}`),
    h("ul", { class: "lines" }, gains.map((account) => change(app, account, "gains access")),
      loses.map((account) =>
        change(app, account, left.includes(account) ? "left it, and can no longer come back" : "loses access"))),
    // Where somebody may keep it elsewhere, that is chosen below.
    h("p", { class: "small quiet" }, loses.length > left.length && elsewhere.length === 0 &&
      `${listed(loses.filter((one) => !left.includes(one)).map(app.people.nameOf))} cannot open it any more, starting at once.`)));

/** @param {App} app @param {string} account @param {string} words */
const change = (app, account, words) =>
  h("li", { class: "line" }, avatar(app.people.name(account), "little"),
    h("span", { class: "line-text" }, app.people.name(account)),
      h("span", { class: "small quiet" }, words));
