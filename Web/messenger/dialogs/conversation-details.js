import { avatar } from "../../ui/avatar.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { h, lookOf, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { menuButton } from "../../ui/menu.js";
import { say } from "../../ui/status.js";
import { pictureOf } from "../photos.js";
import { openLink } from "../thread/link-card.js";
import { counted, errorSentence, failureOf, hostOf } from "../sentences.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/** @param {App} app @param {string} id a conversation's name, photo, people and documents */
export async function details(app, id) {
  const { messenger } = app;
  const sheet = openDialog({ title: "Details", body: [], name: "sheet", closed: () =>
    messenger.removeEventListener("conversations", draw) });
  let look = "";
  async function draw() {
    const conversation = await messenger.conversation(id);
    const documents = await documentsOf(app, id);
    const isOnly = (await messenger.devices().catch(() => [])).length < 2;
    const now = lookOf([conversation.title, conversation.name, conversation.members,
      conversation.photoVersion, conversation.state, documents]);
    if (now === look) return;
    look = now;
    const refocus = sheet.body.contains(document.activeElement);
    sheet.show(...parts(app, conversation, { documents, isOnly }, sheet.close));
    if (refocus) sheet.body.querySelector("button")?.focus();
  }
  messenger.addEventListener("conversations", draw);
  await draw();
}

/**
 * @param {App} app
 * @param {string} id
 * @returns {Promise<{ title: string, link: string, audience: string }[]>}
 */
async function documentsOf(app, id) {
  return (await app.sharing?.highlightsIn(id)) ?? [];
}

/**
 * @param {() => Promise<unknown>} work
 * @param {string} [done]
 */
export async function attempt(work, done) {
  try {
    await work();
    if (done) say(done);
    return true;
  } catch (error) {
    say(failureOf(error).sentence ?? errorSentence(error));
    return false;
  }
}

/**
 * @param {App} app
 * @param {ConversationSummary} conversation
 * @param {{ documents: { title: string, link: string, audience: string }[], isOnly: boolean }} known `isOnly`: this
 *   account has no other device
 * @param {() => void} close
 */
function parts(app, conversation, { documents, isOnly }, close) {
  const { conversationID: id, members, title, state } = conversation;
  const canChange = state === "active" || state === "pending";
  const people = [...members].sort((one, other) => Number(other.isMe) - Number(one.isMe) ||
    one.name.localeCompare(other.name, undefined, { numeric: true }))
    .map((person) => personLine(app, conversation, person));
  return [
    h("div", { class: "portrait" }, pictureOf(app, conversation, "big"), h("h2", null, title),
      h("p", { class: "small quiet" }, counted(members.length, "person", "people")),
      canChange && photoButtons(app, conversation)),
    canChange && (members.length > 2 || conversation.name) && nameForm(app, conversation),
    h("section", { class: "section", "aria-label": "People" }, h("h3", null, "People"),
      h("ul", { class: "lines" }, people.map((line) => h("li", null, line)),
        canChange && h("li", null, h("button", { type: "button", class: "line", onclick: async () =>
          (await import("./add-people.js")).addPeople(app, conversation) },
        h("span", { class: "avatar little" }, icon("add")), "Add people")))),
    h("section", { class: "section", "aria-label": "Documents" },
      h("h3", null, "Documents shared here"),
      documents.length === 0
        ? h("p", { class: "small quiet" },
          noneKnown(isOnly))
        : h("ul", { class: "lines" }, documents.map(({ title: name, link, audience }) => {
          const line = openLink(app, link, "", "line");
          line.append(icon("document"), h("span", { class: "line-text" }, name, " ",
            h("span", { class: "small quiet" }, hostOf(audience))));
          return h("li", null, line);
        }))),
    canChange && members.length > 1 && h("button", { type: "button", class: "button danger",
      onclick: async () => {
        const sure = await ask({ title: "Leave this conversation?", yes: "Leave", danger: true,
          text: "You get no more of its messages. What was said stays here; documents are not " +
            "touched." });
        if (sure && await attempt(() => app.messenger.leave(id))) close();
      } }, "Leave conversation"),
  ];
}

/** @param {boolean} isOnly this account has no other device */
const noneKnown = (isOnly) => isOnly ? "None yet. Share one from an app, or with + beside the message."
  : "This device knows of none. What was shared before it was added is listed on your other devices.";

/** @param {App} app @param {ConversationSummary} conversation */
function nameForm(app, { conversationID, name = "" }) {
  const field = h("input", { class: "input", id: newID(), value: name, maxlength: "80",
    placeholder: "No name", autocomplete: "off" });
  return h("form", { class: "field", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(() => app.messenger.renameConversation(conversationID, field.value.trim()),
      "Name changed");
  } }, h("label", { for: field.id }, "Name"),
  h("div", { class: "draft-buttons" }, h("span", { class: "line-text" }, field),
    h("button", { class: "button" }, "Save")));
}

/** @param {App} app @param {ConversationSummary} conversation */
function photoButtons(app, { conversationID, photoVersion }) {
  const choose = async () => {
    const { choosePhoto } = await import("./choose-photo.js");
    const image = await choosePhoto();
    if (image) await attempt(() => app.messenger.setPhoto(conversationID, image), "Photo changed");
  };
  return h("div", { class: "buttons" },
    h("button", { type: "button", class: "button slim plain", onclick: choose },
      photoVersion === undefined ? "Choose a photo" : "Change photo"),
    photoVersion !== undefined && h("button", { type: "button", class: "button slim plain",
      onclick: () => attempt(() => app.messenger.setPhoto(conversationID, null), "Photo removed") },
    "Remove photo"));
}

/**
 * @param {App} app
 * @param {ConversationSummary} conversation
 * @param {import("../../grove/rules/model/messenger-types.js").Person} person
 */
function personLine(app, { conversationID, members, state }, person) {
  const { accountID, name, handle, isMe } = person;
  const look = async () => (await import("./person.js")).person(app, accountID);
  const text = h("span", { class: "line-text" },
    h("span", { class: "cut" }, isMe ? `${name} (you)` : name),
    " ", h("span", { class: "small quiet" }, handle));
  if (isMe) return h("div", { class: "line" }, avatar(name, "little"), text);
  const more = h("button", { type: "button", class: "icon-button",
    "aria-label": `More about ${name}` }, icon("more"));
  const line = h("div", { class: "line" }, avatar(name, "little"), text, more);
  menuButton(more, () => [
    { label: "Safety number", icon: "shield", run: look },
    ...(state === "active" && members.length > 2 ? [{ label: "Remove from conversation",
      icon: /** @type {const} */ ("close"), danger: true, run: async () => {
        const sure = await ask({ title: `Remove ${name}?`, yes: "Remove", danger: true,
          text: `${name} gets no more messages of this conversation. You are asked next whether ` +
            "to take away the documents you shared here." });
        if (sure) await attempt(() => app.messenger.removeMembers(conversationID, [accountID]));
      } }] : []),
  ]);
  return line;
}
