import { avatar } from "../../ui/avatar.js";
import { h } from "../../ui/dom.js";
import { clockTime, fullTime } from "../../ui/time-format.js";
import { deliverySentence, undeliveredSentences } from "../sentences.js";
import { isOnlyEmoji, pieces } from "./rich-text.js";
import { eventLine } from "./thread-lines.js";
import { timeOf } from "./thread-rows.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */
/** @typedef {import("./thread-rows.js").ItemRow} ItemRow */

/**
 * @param {ThreadView} view
 * @param {import("./thread-rows.js").ThreadRow} row
 * @returns {HTMLElement}
 */
export function makeRow(view, row) {
  if (row.kind === "before") return h("p", { class: "event" }, row.label);
  if (row.kind === "day") return h("h2", { class: "day" }, row.label);
  const { item } = row;
  const line = eventLine(item, view.app.people.nameOf);
  if (line === undefined) return messageRow(view, row);
  if (item.content.kind !== "security") return h("p", { class: "event" }, line);
  const { accountID } = item.content;
  const isGrave = item.content.change === "recovered" || item.content.change === "alarm";
  return h("p", { class: isGrave ? "event warning" : "event" }, line, " ",
    h("button", { type: "button", class: "button plain slim",
      onclick: () => person(view, accountID) },
      "Look"));
}

/** @param {ThreadView} view @param {string} account */
const person = async (view, account) =>
  (await import("../dialogs/person.js")).person(view.app, account);

/** @param {ThreadView} view @param {ItemRow} row */
function messageRow(view, row) {
  const { item, isMine, isFirst, isLast } = row;
  const name = view.app.people.name(item.sender);
  const face = view.isGroup && !isMine;
  return h("div", {
    class: ["row", isMine && "mine", isFirst && "first", isLast && "last", face && "with-face"]
      .filter(Boolean).join(" "),
  },
  face && isLast && avatar(name, "little"),
  face && isFirst ? h("p", { class: "sender" }, name) : h("span", { class: "spoken" }, `${name}:`),
  body(view, item), meta(view, row));
}

/** @param {ThreadView} view @param {import("./thread-rows.js").ThreadItem} item */
function body(view, item) {
  const { content } = item;
  if (content.kind === "link") return linkPlace(view, content, item.sender);
  if (content.kind !== "text") return null;
  const text = content.text && h("div", {
    class: isOnlyEmoji(content.text) ? "bubble emoji" : "bubble", dir: "auto",
  }, richText(content.text));
  const { attachment } = content;
  if (!attachment) return text;
  const place = h("div", { class: "link-card card" }, attachment.name);
  void import("./file-card.js").then(({ fileCard }) =>
    place.replaceWith(fileCard(view.app, item, attachment)));
  return [place, text || null];
}

/** @type {typeof import("./link-card.js") | undefined} */
let cards;

/** @returns {Promise<typeof import("./link-card.js")>} what cards of links are made by */
export const loadCards = async () => (cards ??= await import("./link-card.js"));

/** @param {string} title of what was shared there once more since: it has one card */
const olderCard = (title) => `Shared “${title || "a document"}”. Its card is further below, where it was shared again.`;

/** @param {ThreadView} view @param {import("./link-card.js").LinkContent} content @param {string} sender */
function linkPlace(view, content, sender) {
  const now = view.documents.of(content);
  if (content.isOlder) {
    return h("p", { class: "small quiet", dir: "auto" }, olderCard(now?.title || content.title));
  }
  const where = { members: view.members, sender };
  if (cards) return cards.linkCard(view.app, content, now, where);
  const place = h("div", { class: "card link-card" }, content.title);
  loadCards().then(({ linkCard }) => place.replaceWith(linkCard(view.app, content, now, where)), () => {});
  return place;
}

/** @param {string} text */
const richText = (text) => pieces(text).map((piece) =>
  piece.href ? h("a", { href: piece.href, target: "_blank", rel: "noopener noreferrer" },
    piece.text)
    : piece.text);

/** @param {ThreadView} view @param {ItemRow} row when, and how far it has come */
function meta(view, { item, isLast, showsDelivery }) {
  const at = timeOf(item);
  const time = h("time", { datetime: new Date(at).toISOString(), title: fullTime(at) },
    clockTime(at));
  const { delivery } = item;
  const words = showsDelivery && delivery ? deliverySentence(delivery, view.app.isOnline, view.app.messenger.connection === "signedOut") : "";
  const removed = item.isFromRemovedDevice && "Sent by a device that has since been removed";
  const missed = undeliveredSentences(item.undelivered ?? [], view.app.people.nameOf);
  if (!isLast && !words && !removed && missed.length === 0) return h("span", { class: "spoken" }, time);
  const failed = delivery?.state === "failed";
  return h("p", { class: "meta" }, (isLast || removed) && time,
    removed && h("span", { class: "error" }, removed),
    missed.map((text) => h("span", { class: "error" }, text)),
    words && h("span", { class: failed ? "error" : null }, words),
    failed && item.content.kind === "text" && item.content.text && !item.content.attachment &&
      h("button", { type: "button", onclick: async () =>
        (await import("./send-again.js")).sendAgain(view, item) }, "Try again"));
}
