import { openDialog } from "../../ui/dialog.js";
import { h, newID } from "../../ui/dom.js";
import { errorSentence } from "../sentences.js";
import { busy } from "../busy-button.js";
import { recipients } from "./people-picker.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} [contact] a contact link to begin with
 */
export async function newConversation(app, contact = "") {
  const name = h("input", { class: "input", id: newID(), maxlength: "80", autocomplete: "off",
    placeholder: "Optional" });
  const nameField = h("div", { class: "field", hidden: true },
    h("label", { for: name.id }, "Name of the group"), name);
  const problem = h("p", { class: "error", role: "alert" });
  const button = h("button", { class: "button primary", form: "new-form" }, "Begin");
  const field = await recipients(app, { label: "To", changed: (chosen) => {
    nameField.hidden = chosen.length < 2;
  } });
  const begin = async () => {
    const members = (await field.settle()).map(({ id }) => id);
    problem.textContent = "";
    if (members.length === 0 || field.input.value.trim()) {
      problem.textContent = field.input.value.trim() ? "" : "Say who you want to write to.";
      return field.input.focus();
    }
    const id = await existing(app, members, name.value.trim()) ?? await app.messenger
      .createConversation({ members, name: name.value.trim() || undefined });
    close();
    app.go(id);
  };
  const { close } = openDialog({
    title: "New conversation",
    body: [h("form", { id: "new-form", class: "stack", novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void busy(button, "Beginning…", begin,
          (error) => (problem.textContent = errorSentence(error)));
      } }, field.element, nameField, problem)],
    foot: [button],
  });
  field.input.value = contact;
  field.input.focus();
  if (contact) await field.settle();
}

/**
 * With one person there is one conversation: it is opened again.
 *
 * @param {import("../app.js").App} app
 * @param {string[]} members
 * @param {string} name
 */
async function existing(app, members, name) {
  if (members.length !== 1 || name) return undefined;
  const all = await app.messenger.conversations();
  return all.find((one) => one.members.length === 2 && !one.name && one.state !== "left" &&
    one.state !== "refused" && one.members.some(({ accountID }) =>
      accountID === members[0]))?.conversationID;
}
