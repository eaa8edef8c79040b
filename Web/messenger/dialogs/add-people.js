import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { errorSentence, failureOf } from "../sentences.js";
import { busy } from "../busy-button.js";
import { changePeople } from "./change-people.js";
import { documentChoices, ownDocuments } from "./document-choices.js";
import { recipients } from "./people-picker.js";

/**
 * Who comes into a conversation, and which of this person's documents they get: nothing happens before “Add”.
 *
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/messenger-types.js").ConversationSummary} conversation
 */
export async function addPeople(app, { conversationID, members }) {
  const [field, documents] = await Promise.all([
    recipients(app, { label: "Who", without: members.map(({ accountID }) => accountID) }),
    ownDocuments(app, conversationID),
  ]);
  const problem = h("p", { class: "error", role: "alert" });
  const asks = h("p", { class: "small quiet", role: "status" });
  const button = h("button", { class: "button primary", form: "add-form" }, "Add");
  const gone = new AbortController();
  const choices = documentChoices(documents, { legend: "They also get what you shared here", isOn: true,
    footer: "They do not get what is off. You are not asked about it again." });
  const add = async () => {
    problem.textContent = "";
    const chosen = await field.settle();
    if (chosen.length === 0 || field.input.value.trim()) return field.input.focus();
    const people = chosen.map(({ id }) => id);
    const words = await changePeople(app, {
      conversationID, people, side: "gains", chosen: choices.chosen, others: choices.others,
      change: () => app.messenger.addMembers(conversationID, people),
    }, { signal: gone.signal, say: (text) => (asks.textContent = text) });
    if (!gone.signal.aborted) close();
    if (words) say(words);
  };
  const { close } = openDialog({ title: "Add people", body: [
    h("form", { id: "add-form", class: "stack", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(button, "Adding…", add, (error) => {
        problem.textContent = failureOf(error).sentence ?? errorSentence(error);
        if (gone.signal.aborted) say(problem.textContent);
      });
    } }, field.element,
    h("p", { class: "small quiet" },
      "They see what is written from now on, not what was said before."),
    choices.element, asks, problem)],
  closed: () => gone.abort(), foot: [button] });
  field.input.focus();
}
