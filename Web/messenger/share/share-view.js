import { radioRows } from "../../ui/choices.js";
import { fill, h, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { shownAppName } from "../app-name.js";
import { recipients, suggestion } from "../dialogs/people-picker.js";
import { pictureOf } from "../photos.js";
import { hostOf } from "../sentences.js";
import { appPicture } from "../thread/app-icon.js";
import { optionsDialog } from "./options-dialog.js";

/** @typedef {import("../../grove/rules/sharing/share-sheet.js").ShareSheet} ShareSheet */
/** @typedef {Pick<import("../app.js").App, "messenger" | "people">} App what a window of its own has, too */

/**
 * The share sheet: what is shared, how, with whom (design 3, step 2).
 *
 * @param {App} app
 * @param {ShareSheet} sheet
 * @param {{ send: (say: (words: string) => void) => Promise<void>, cancel: () => void,
 *   cancelWord?: string }} actions `send` resolves when the sheet may be used again
 * @returns {Promise<HTMLElement>}
 */
export async function shareView(app, sheet, { send, cancel, cancelWord = "Cancel" }) {
  const summary = h("button", { type: "button", class: "button", onclick: () =>
    optionsDialog(() => sheet.options, (identifier, isSelected) => {
      sheet.setOption(identifier, isSelected);
      drawSummary();
    }) });
  const drawSummary = () => {
    summary.hidden = !sheet.options;
    fill(summary, h("span", { class: "spoken" }, "Options: "), sheet.summary, icon("down"));
  };
  const people = await peoplePart(app, sheet);
  const text = h("textarea", { class: "input", id: newID(), rows: "2", value: sheet.text,
    dir: "auto", oninput: () => (sheet.text = text.value) });
  const status = h("p", { role: "alert", class: "error" });
  const button = h("button", { class: "button primary" }, "Send");
  const away = h("button", { type: "button", class: "button", onclick: cancel }, cancelWord);
  drawSummary();
  return h("form", { class: "stack", novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    status.textContent = "";
    // What the field says about somebody who was not found is enough.
    if (!(await people.settle())) return people.focus();
    if (sheet.obstacle) {
      status.textContent = sheet.obstacle === "no_recipients" ? "Choose who gets it."
        : "At most 256 people, you included, can take part.";
      return people.focus();
    }
    button.disabled = true;
    button.textContent = "Sending…";
    await send((words) => (status.textContent = words));
    button.disabled = false;
    button.textContent = status.textContent ? "Try again" : "Send";
    if (document.activeElement === document.body) button.focus();
  } },
  header(sheet), modePart(sheet, drawSummary), summary, people.element,
  h("div", { class: "field" }, h("label", { for: text.id }, "Message"), text),
  status, h("div", { class: "buttons" }, away, button));
}

/** @param {ShareSheet} sheet */
function header({ header: { title, image, appName, initiatorHandle, initiatorName }, icon: ofApp, origin }) {
  const from = [initiatorName, initiatorHandle].filter(Boolean).join(" · ");
  const name = shownAppName(origin, appName);
  return h("header", { class: "link-card share-head" },
    appPicture(ofApp, image),
    h("div", null, h("h1", { class: "card-title" }, title),
      h("p", { class: "small quiet" }, name && [h("bdi", null, name), " · "], hostOf(origin)),
      from && h("p", { class: "small quiet" }, `You share as ${from}`)));
}

/** @param {ShareSheet} sheet @param {() => void} changed */
function modePart(sheet, changed) {
  if (sheet.modes.length < 2) {
    return sheet.mode === "sendCopy"
      ? h("p", { class: "small quiet" }, "Everybody gets a copy of their own.") : null;
  }
  /** @type {Record<string, { title: string, detail: string }>} */
  const words = {
    collaborate: { title: "Collaborate", detail: "Everybody works on the same document." },
    sendCopy: { title: "Send a copy", detail: "Everybody gets a copy of their own." },
  };
  return h("fieldset", { class: "field" }, h("legend", { class: "spoken" }, "How to share"),
    h("div", { class: "choices" }, radioRows(sheet.modes.map((id) =>
      ({ id, ...words[id], checked: id === sheet.mode })), "mode", (id) => {
      sheet.choose(/** @type {ShareSheet["mode"]} */ (id));
      changed();
    })));
}

/** @param {App} app @param {ShareSheet} sheet suggested conversations, and a field for people */
async function peoplePart(app, sheet) {
  const me = app.messenger.me.accountID;
  const all = await app.messenger.conversations();
  const suggested = sheet.suggestedConversations.flatMap((id) =>
    all.filter(({ conversationID }) => conversationID === id));
  const chosen = await Promise.all(sheet.recipients.map((account) =>
    app.messenger.person(account)));
  let isFilling = false;
  const field = await recipients(app, { label: "To", changed: (people) => {
    if (isFilling) return;
    const now = people.map(({ id }) => id);
    const gone = sheet.recipients.filter((account) => !now.includes(account));
    for (const account of gone) sheet.removeRecipient(account);
    for (const account of now) sheet.addRecipient(account);
    draw();
  } });
  /** @param {import("../../ui/combobox.js").Suggestion[]} people */
  const put = (people) => {
    isFilling = true;
    field.choose(people);
    isFilling = false;
  };
  put(chosen.map(suggestion));
  const row = h("div", { class: "suggested", role: "group", "aria-label": "Suggested conversations",
    hidden: suggested.length === 0 });
  const draw = () => fill(row, suggested.map((one) =>
    h("button", { type: "button", class: "suggested-one",
      "aria-pressed": String(one.conversationID === sheet.conversationID), onclick: () => {
        const others = one.members.filter(({ accountID }) => accountID !== me);
        sheet.chooseConversation(one.conversationID, others.map(({ accountID }) => accountID));
        put(others.map(suggestion));
        draw();
        /** @type {HTMLElement | null} */ (row.querySelector("[aria-pressed=true]"))?.focus();
      } }, pictureOf(app, one), h("span", { class: "cut small" }, one.title))));
  draw();
  return { element: h("div", { class: "stack" }, row, field.element),
    focus: () => field.input.focus(),
    /** @returns {Promise<boolean>} whether everybody who was typed was found */
    settle: async () => {
      await field.settle();
      return field.input.value.trim() === "";
    } };
}
