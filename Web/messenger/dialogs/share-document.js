import { openDialog } from "../../ui/dialog.js";
import { h, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { readShareCard } from "../../ui/share-card.js";
import { say } from "../../ui/status.js";
import { readMetadata } from "../../grove/rules/sharing/collaboration-metadata.js";
import { errorSentence, hostOf } from "../sentences.js";

/** @typedef {import("../thread/thread-view.js").ThreadView} ThreadView */

/**
 * Stages a document in a conversation's compose field. Nothing is sent.
 *
 * @param {ThreadView} view
 * @param {{ origin: string, name: string, metadata:
 *   import("../../grove/rules/sharing/collaboration-metadata.js").CollaborationMetadata }} document
 */
async function stage(view, { origin, name, metadata }) {
  const { sharing, messenger } = view.app;
  const sheet = await sharing.shareSheet({ metadata }, { origin, name });
  if (!sheet) return say("There is nothing to share in this.");
  const { members } = await messenger.conversation(view.id);
  sheet.chooseConversation(view.id, members.filter(({ isMe }) => !isMe).map(({ accountID }) =>
    accountID));
  await sharing.stage(sheet);
  view.composer.text.focus();
}

/**
 * @param {ThreadView} view
 * @param {Record<string, string>} parts of a transfer: dropped or pasted
 */
export async function stageTransfer(view, parts) {
  try {
    const card = readShareCard(parts);
    if (!card) return say("This is no document that can be shared.");
    await stage(view, { origin: card.origin, name: card.appName,
      metadata: readMetadata(card.metadata) });
  } catch (error) {
    say(errorSentence(error));
  }
}

/**
 * With its card, so that it shows in this conversation what it shows where it was shared before.
 *
 * @param {ThreadView} view
 * @param {import("../../grove/rules/model/sharing-types.js").CollaborationHighlight} highlight
 */
async function stageKnown(view, { audience, collaborationID, title }) {
  const [{ card, firstLines = card?.firstLines, ...now }] = await view.app.sharing.documentStates([{ audience, collaborationID }]);
  const { firstLines: _, ...rest } = card ?? {};
  await stage(view, { origin: audience, name: card?.appName || hostOf(audience), metadata: {
    localIdentifier: collaborationID, collaborationID, title: now.title || title,
    ...(card && { card: firstLines ? { ...rest, firstLines } : rest }),
  } });
}

/**
 * A link of a document was put into the message: it can be shared in its place.
 *
 * @param {ThreadView} view
 * @param {import("../../grove/rules/model/sharing-types.js").CollaborationHighlight} highlight
 * @param {string} link
 */
export function offerDocument(view, highlight, link) {
  const { box, text } = view.composer;
  box.querySelector(".offer")?.remove();
  const offer = h("p", { class: "offer", role: "status" }, "A link gives no access. ",
    h("button", { type: "button", class: "button slim", onclick: async () => {
      text.value = text.value.replace(link, "").trim();
      offer.remove();
      await stageKnown(view, highlight);
      view.composer.typed();
    } }, icon("document"), `Share “${highlight.title}”`));
  box.prepend(offer);
}

/** @param {ThreadView} view the way without dragging: documents known here, a link, the apps */
export async function chooseDocument(view) {
  const { sharing } = view.app;
  const [all, apps] = await Promise.all([sharing.highlights(), suggestedApps()]);
  const me = view.app.messenger.me.accountID;
  const states = await sharing.documentStates(all);
  const documents = all.map((one, place) => ({ ...one, ...states[place], title: states[place].title || one.title }))
    .filter(({ conversationID, sender, ending }) => conversationID !== view.id && sender === me && !ending);
  const field = h("input", { class: "input", id: newID(), type: "url", autocomplete: "off",
    placeholder: "https://…" });
  const problem = h("p", { class: "error", role: "alert" });
  /** @param {import("../../grove/rules/model/sharing-types.js").CollaborationHighlight} highlight */
  const take = async (highlight) => {
    close();
    await stageKnown(view, highlight);
  };
  const { close } = openDialog({ title: "Share a document", body: [
    documents.length > 0 && h("section", { class: "section" }, h("h3", null, "Shared by you"),
      h("ul", { class: "lines" }, documents.slice(0, 20).map((one) =>
        h("li", null, h("button", { type: "button", class: "line", onclick: () => take(one) },
          icon("document"), h("span", { class: "line-text" }, one.title, " ",
            h("span", { class: "small quiet" }, hostOf(one.audience)))))))),
    h("form", { class: "field", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const found = await sharing.highlightForLink(field.value.trim()).catch(() => undefined);
      if (found?.sender === me) return take(found);
      problem.textContent = found ? "Only whoever shared this document can share it further."
        : "No document with this link is known here. Open it in its app and press Share there.";
    } }, h("label", { for: field.id }, "Link of a document"),
    h("div", { class: "draft-buttons" }, h("span", { class: "line-text" }, field),
      h("button", { class: "button" }, "Add"))),
    problem,
    h("section", { class: "section" }, h("h3", null, "From an app"),
      h("p", { class: "small quiet" },
        "Open the document in its app and press Share there, or drag its card into the message."),
      apps.length > 0 && h("ul", { class: "lines" }, apps.map(({ origin, name }) =>
        h("li", null, h("a", { class: "line", href: origin, target: "_blank", rel: "noopener" },
          icon("link"), h("span", { class: "line-text" }, name)))))),
  ] });
}

/** @returns {Promise<{ origin: string, name: string }[]>} what whoever runs the server suggests */
async function suggestedApps() {
  try {
    const { suggestedApps: apps } = await (await fetch("/config.json")).json();
    return apps.map((/** @type {string | { origin: string, name?: string }} */ one) => typeof one === "string"
      ? { origin: new URL(one).origin, name: hostOf(one) }
      : { origin: new URL(one.origin).origin, name: String(one.name ?? hostOf(one.origin)) });
  } catch {
    return [];
  }
}
