import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { errorSentence, failureOf } from "../sentences.js";
import { busy } from "../busy-button.js";
import { changePeople } from "./change-people.js";
import { documentChoices, ownDocuments } from "./document-choices.js";
import { elsewhereChoice } from "./elsewhere-choice.js";
import { askingWords, doneWords, failedWords } from "./documents-changed.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./document-choices.js").OwnDocument} OwnDocument */

/**
 * Asks before somebody goes, with what they lose by it. The safe answer has the focus.
 *
 * @param {object} question
 * @param {string} question.title
 * @param {string} question.text
 * @param {string} question.yes
 * @param {ReturnType<typeof documentChoices>} question.choices
 * @param {HTMLElement} [question.more] what else is to be chosen about them
 * @param {(dialog: { signal: AbortSignal, say: (words: string) => void }) => Promise<string>} question.work answers
 *   what is left to say
 * @returns {Promise<boolean>} whether it was done, as soon as the dialog is closed
 */
function askWithDocuments({ title, text, yes, choices, more, work }) {
  const problem = h("p", { class: "error", role: "alert" });
  const asks = h("p", { class: "small quiet", role: "status" });
  const gone = new AbortController();
  let isDone = false;
  const button = h("button", { type: "button", class: "button danger", onclick: () =>
    busy(button, `${yes}…`, async () => {
      problem.textContent = "";
      const words = await work({ signal: gone.signal, say: (now) => (asks.textContent = now) });
      isDone = true;
      if (!gone.signal.aborted) close();
      if (words) say(words);
    }, (error) => {
      problem.textContent = failureOf(error).sentence ?? errorSentence(error);
      if (gone.signal.aborted) say(problem.textContent);
    }) }, yes);
  /** @type {() => void} */
  let close = () => {};
  return new Promise((resolve) => {
    ({ close } = openDialog({ title, body: [h("p", null, text), choices.element, more, asks, problem],
      closed: () => {
        gone.abort();
        resolve(isDone);
      },
      foot: [h("button", { type: "button", class: "button", autofocus: true, onclick: () => close() }, "Cancel"),
        button] }));
  });
}

/**
 * @param {App} app
 * @param {string} conversationID
 * @param {{ accountID: string, name: string }} person
 */
export async function removePerson(app, conversationID, { accountID, name }) {
  const documents = (await ownDocuments(app, conversationID)).filter(({ accounts }) => accounts.includes(accountID));
  const choices = documentChoices(documents, { legend: `${name} also loses what you shared here`, isOn: true,
    footer: "They keep what is off. You are not asked about it again." });
  const beside = await elsewhereChoice(app, documents.map(({ title, elsewhere = [] }) =>
    ({ title, elsewhere: elsewhere.filter(({ account }) => account === accountID) })));
  await askWithDocuments({
    title: `Remove ${name}?`, text: `${name} gets no more messages of this conversation.`, yes: "Remove", choices,
    more: beside.element,
    work: (dialog) => changePeople(app, {
      conversationID, people: [accountID], side: "loses", chosen: choices.chosen, others: choices.others,
      keepsElsewhere: beside.isKept(),
      change: () => app.messenger.removeMembers(conversationID, [accountID]),
    }, dialog),
  });
}

/**
 * Whoever leaves keeps what is theirs; the others keep it too, unless the person takes it along.
 *
 * @param {App} app
 * @param {string} conversationID
 * @returns {Promise<boolean>} whether they have left
 */
export async function leaveConversation(app, conversationID) {
  const me = app.messenger.me.accountID;
  const documents = (await ownDocuments(app, conversationID)).filter(({ accounts }) =>
    accounts.some((one) => one !== me));
  const isBeside = documents.some(({ elsewhere = [] }) => elsewhere.length > 0);
  const choices = documentChoices(documents, { legend: "The others lose what you shared here", isOn: false,
    footer: `What is off stays open to them.${isBeside ? " Who has it in another conversation, too, keeps it there." : ""}` });
  return askWithDocuments({
    title: "Leave this conversation?", yes: "Leave", choices,
    text: "You get no more of its messages. What was said stays here. What others shared with you stays open to you " +
      "until they take it away.",
    work: (dialog) => leave(app, conversationID, choices.chosen, dialog),
  });
}

/**
 * The documents first: nobody who has left can tell the others.
 *
 * @param {App} app
 * @param {string} conversationID
 * @param {OwnDocument[]} chosen
 * @param {{ signal: AbortSignal, say: (words: string) => void }} dialog
 */
async function leave(app, conversationID, chosen, dialog) {
  const origins = chosen.map(({ collaboration }) => collaboration.audience);
  const { announce, withApps } = await import("../share/send-draft.js");
  if (chosen.length > 0) dialog.say(askingWords(app, origins));
  try {
    return await withApps(app, origins, async (asked) => {
      // What was broken off before goes first: the same document is not changed twice at a time.
      if (chosen.length > 0) await app.sharing.settled();
      announce(asked, chosen);
      const results = chosen.length > 0
        ? await app.sharing.takeAway(conversationID, chosen, { keepsElsewhere: true }, dialog.signal) : [];
      const failed = failedWords(results, chosen.length, dialog.signal.aborted);
      // Nobody leaves before what they decided has been done, or after they closed the dialog.
      if (failed) throw { sentence: failed };
      if (dialog.signal.aborted) return "You have not left.";
      await app.messenger.leave(conversationID);
      return chosen.length > 0 ? doneWords(results) : "";
    }, chosen.map(({ collaboration }) => collaboration));
  } finally {
    dialog.say("");
  }
}
