import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { errorSentence } from "../sentences.js";
import { busy } from "../busy-button.js";
import { recipients } from "./people-picker.js";

/**
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/messenger-types.js").ConversationSummary} conversation
 */
export async function addPeople(app, { conversationID, members }) {
  const field = await recipients(app, { label: "Who",
    without: members.map(({ accountID }) => accountID) });
  const problem = h("p", { class: "error", role: "alert" });
  const button = h("button", { class: "button primary", form: "add-form" }, "Add");
  const { close } = openDialog({ title: "Add people", body: [
    h("form", { id: "add-form", class: "stack", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(button, "Adding…", async () => {
        const chosen = await field.settle();
        if (chosen.length === 0 || field.input.value.trim()) return field.input.focus();
        await app.messenger.addMembers(conversationID, chosen.map(({ id }) => id));
        close();
      }, (error) => (problem.textContent = errorSentence(error)));
    } }, field.element,
    h("p", { class: "small quiet" },
      "They see what is written from now on, not what was said before."),
    problem)], foot: [button] });
  field.input.focus();
}
