import { avatar } from "../../ui/avatar.js";
import { choiceGroup, radioRows } from "../../ui/choices.js";
import { openDialog } from "../../ui/dialog.js";
import { h, lookOf, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { menuButton } from "../../ui/menu.js";
import { say } from "../../ui/status.js";
import { pictureOf } from "../photos.js";
import { cameLater } from "../local-storage-keys.js";
import { openLink } from "../thread/link-card.js";
import { counted, errorSentence, failureOf, hostOf, waitingFor } from "../sentences.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {NonNullable<import("../../grove/rules/model/sharing-types.js").DocumentState["ending"]>} Ending */
/** @typedef {import("../../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/** @param {App} app @param {string} id a conversation's name, photo, people and documents */
export async function details(app, id) {
  const { messenger } = app;
  const sheet = openDialog({ title: "Details", body: [], name: "sheet", closed: () => {
    for (const event of events) messenger.removeEventListener(event, draw);
  } });
  let look = "";
  let drawings = 0;
  const name = nameField();
  // What another device of this account tells of documents comes later.
  const events = /** @type {const} */ (["conversations", "sharing"]);
  async function draw() {
    const drawing = ++drawings;
    const conversation = await messenger.conversation(id);
    const documents = await documentsOf(app, id);
    const endings = documents.length === 0 ? await app.sharing.endingsIn(id) : [];
    const isOnly = (await messenger.devices().catch(() => [])).length < 2;
    const now = lookOf([conversation.title, conversation.name, conversation.members,
      conversation.photoVersion, conversation.state, conversation.attention, documents, endings]);
    // One that began later knows more.
    if (now === look || drawing !== drawings) return;
    // A menu that is open stays under the hand that is about to press in it.
    const menu = sheet.body.querySelector(".menu:popover-open");
    if (menu) {
      menu.addEventListener("toggle", draw, { once: true });
      return;
    }
    look = now;
    const focused = document.activeElement;
    const refocus = sheet.body.contains(focused);
    name.show(conversation.name ?? "");
    sheet.show(...parts(app, conversation, { documents, endings, isOnly, field: name.field }, sheet.close));
    const same = focused?.id && document.getElementById(focused.id);
    if (refocus) (same || sheet.body.querySelector("button"))?.focus();
  }
  for (const event of events) messenger.addEventListener(event, draw);
  await draw();
}

/**
 * @param {App} app
 * @param {string} id
 * @returns {Promise<{ title: string, link: string, audience: string, waitsFor?: string }[]>} `waitsFor`: who has to let
 *   this device in
 */
async function documentsOf(app, id) {
  const [open, awaited] = await Promise.all([app.sharing?.highlightsIn(id), app.sharing?.awaitedDocuments()]);
  const waiting = (awaited ?? []).filter(({ conversationID, alsoIn = [] }) => [conversationID, ...alsoIn].includes(id));
  const isWaiting = (/** @type {{ link: string }} */ { link }) => waiting.some((one) => one.link === link);
  // What is shown of them and no more: else the sheet is drawn anew at every line that somebody writes there.
  const shown = (/** @type {{ title: string, link: string, audience: string }} */ { title, link, audience }) =>
    ({ title, link, audience });
  return [...(open ?? []).filter((one) => !isWaiting(one)).map(shown),
    ...waiting.map((one) => ({ ...shown(one), waitsFor: app.people.name(one.inviter) }))];
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
 * @param {{ documents: { title: string, link: string, audience: string, waitsFor?: string }[], isOnly: boolean,
 *   endings: Ending[], field: HTMLInputElement }} known `isOnly`: this account has no other device; `endings`: of what
 *   cannot be opened any more; `field`: for the conversation's name
 * @param {() => void} close
 */
function parts(app, conversation, { documents, endings, isOnly, field }, close) {
  const { conversationID: id, members, title, state } = conversation;
  const canChange = state === "active" || state === "pending";
  const people = [...members].sort((one, other) => Number(other.isMe) - Number(one.isMe) ||
    one.name.localeCompare(other.name, undefined, { numeric: true }))
    .map((person) => personLine(app, conversation, person));
  return [
    h("div", { class: "portrait" }, pictureOf(app, conversation, "big"), h("h2", null, title),
      h("p", { class: "small quiet" }, counted(members.length, "person", "people")),
      canChange && photoButtons(app, conversation)),
    canChange && (members.length > 2 || conversation.name) && nameForm(app, conversation, field),
    h("section", { class: "section", "aria-label": "People" }, h("h3", null, "People"),
      h("ul", { class: "lines" }, people.map((line) => h("li", null, line)),
        canChange && h("li", null, h("button", { type: "button", class: "line", onclick: async () =>
          (await import("./add-people.js")).addPeople(app, conversation) },
        h("span", { class: "avatar little" }, icon("add")), "Add people")))),
    canChange && attentionChoice(app, conversation),
    h("section", { class: "section", "aria-label": "Documents" },
      h("h3", null, "Documents shared here"),
      documents.length === 0
        ? h("p", { class: "small quiet" },
          endings.length > 0 ? noneLeft(endings) : noneKnown(isOnly, localStorage.getItem(cameLater)))
        : h("ul", { class: "lines" }, documents.map(({ title: name, link, audience, waitsFor }) => {
          if (waitsFor) return waitingLine(name, waitsFor);
          const line = openLink(app, link, "", "line");
          line.append(icon("document"), h("span", { class: "line-text" }, h("span", { class: "two-lines", dir: "auto", title: name }, name), " ",
            h("span", { class: "small quiet" }, hostOf(audience))));
          return h("li", null, line);
        }))),
    canChange && members.length > 1 && h("button", { type: "button", class: "button danger",
      onclick: async () => {
        const { leaveConversation } = await import("./remove-people.js");
        if (await leaveConversation(app, id)) close();
      } }, "Leave conversation"),
  ];
}

/** @param {App} app @param {ConversationSummary} conversation */
const attentionChoice = (app, { conversationID, attention }) => choiceGroup("Tell me about", radioRows([
  { id: "all", title: "Everything", checked: attention === "all" },
  { id: "mentions", title: "Mentions only", checked: attention === "mentions",
    detail: "Messages are not counted on the icon and you are not notified of them." },
  { id: "none", title: "Nothing", checked: attention === "none",
    detail: "What is new only stands in the list." },
], "attention", (chosen) => {
  const attention = /** @type {ConversationSummary["attention"]} */ (chosen);
  void attempt(() => app.messenger.setAttention(conversationID, attention));
}));

/** @param {string} title @param {string} sharer @returns {HTMLElement} what was shared before this browser was added */
const waitingLine = (title, sharer) => h("li", { class: "line" }, icon("document"),
  h("span", { class: "line-text" }, h("span", { class: "two-lines", dir: "auto", title }, title), " ",
    h("span", { class: "small quiet" }, waitingFor(sharer))));

/**
 * To whom everything was taken away, or who has deleted it.
 *
 * @param {Ending[]} endings
 */
export function noneLeft(endings) {
  const was = "None any more: what was shared here";
  if (endings.every((one) => one === "deleted")) return `${was} was deleted.`;
  if (endings.every((one) => one === "stopped")) return `${was} is not shared any more.`;
  return endings.includes("deleted") ? `${was} was deleted, or is not shared with you any more.`
    : `${was} is not shared with you any more.`;
}

/**
 * @param {boolean} isOnly this account has no other device
 * @param {string | null} since how this browser came to an account there was
 */
export function noneKnown(isOnly, since) {
  if (!isOnly) return "This device knows of none. What was shared before it was added is listed on your other devices.";
  return since === "recovered"
    ? "This browser knows of none. What was shared before you used your recovery code comes back when whoever shared it lets "
      + "this browser in: they are asked in their messenger."
    : "None yet. Share one from an app, or with + beside the message.";
}

/** A name that somebody is typing stays while the dialog around it is drawn anew. */
function nameField() {
  const field = h("input", { class: "input", id: newID(), maxlength: "80", placeholder: "No name", autocomplete: "off" });
  let shown = "";
  return {
    field,
    /** @param {string} name */
    show(name) {
      if (field.value !== shown && field.value !== name) return;
      field.value = shown = name;
    },
  };
}

/** @param {App} app @param {ConversationSummary} conversation @param {HTMLInputElement} field */
function nameForm(app, { conversationID }, field) {
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
        const { removePerson } = await import("./remove-people.js");
        await removePerson(app, conversationID, { accountID, name });
      } }] : []),
  ]);
  return line;
}
