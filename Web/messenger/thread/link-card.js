import { endings } from "../../grove/rules/invitations/ending-sentences.js";
import { isOpenedInFront } from "../attention/opened-documents.js";
import { avatar } from "../../ui/avatar.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { hostOf, listed } from "../sentences.js";
import { iconAddress } from "./app-icon.js";

/**
 * @typedef {Extract<import("../../grove/rules/model/messenger-types.js").ThreadContent, { kind: "link" }>}
 *   LinkContent
 * @typedef {NonNullable<import("../../grove/rules/model/sharing-types.js").DocumentState["card"]>} Card
 */

/** @param {string} link @returns {string | undefined} an address that a page may lead to */
export function safeAddress(link) {
  try {
    const { protocol, href } = new URL(link);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import("../app.js").App} app
 * @param {string} link
 * @param {string} words
 * @param {string} [look]
 */
export function openLink(app, link, words, look = "button") {
  const address = safeAddress(link);
  const anchor = h("a", { class: look, href: address, target: "_blank", rel: "noopener" }, words);
  const refresh = () => void (address && app.sharing?.addressFor(address).then((full) => {
    if (full === address) return;
    // Only a highlight's address tells the app where this messenger is (protocol 13.1), and only there the browser
    // says who opened it, so that the app may come back at once. Other links learn neither.
    anchor.href = full;
    anchor.referrerPolicy = "strict-origin";
  }, () => {}));
  refresh();
  // Whether the app has to ask for something may have changed since.
  for (const type of ["pointerenter", "focus"]) anchor.addEventListener(type, refresh);
  anchor.addEventListener("click", (event) => void (isOpenedInFront(event) && seen(app, link)));
  return anchor;
}

/** @param {import("../app.js").App} app @param {string} link of what the person looks at now: its news are none */
async function seen({ sharing, opened }, link) {
  const at = Date.now();
  const found = await sharing.highlightForLink(link).catch(() => undefined);
  if (!found) return;
  opened.note(found, at);
  await sharing.clearNotices(found);
}

/**
 * A shared document; a plain link with a warning where its invitation cannot be used (protocol
 * 6.3).
 *
 * @param {import("../app.js").App} app
 * @param {LinkContent} content as it was when it was shared
 * @param {import("../../grove/rules/model/sharing-types.js").DocumentState} [now]
 */
export function linkCard(app, { link, title: before, optionsSummary, audience, warning }, now) {
  if (warning !== undefined || !audience) {
    const card = h("div", { class: "card link-card warning" },
      h("p", { class: "card-title" }, "Careful with this link"));
    import("./warned-card.js").then(({ fillWarned }) => fillWarned(app, card, link, warning), () => {});
    return card;
  }
  const title = now?.title || before;
  const { ending, card } = now ?? {};
  return h("div", { class: ending ? "card link-card ended" : "card link-card" }, appPicture(card),
    h("div", null, h("p", { class: "card-title", dir: "auto" }, title || "A document"), from(audience, card),
      ending ? h("p", { class: "small" }, endings[ending])
        : optionsSummary && h("p", { class: "small quiet" }, optionsSummary)),
    // What has ended shows nothing of itself any more.
    !ending && beginning(now),
    !ending && faces(app, now?.accounts ?? []),
    !ending && named(openLink(app, link, "Open"), `Open “${title || "a document"}”`));
}

/**
 * What is written in it, as its app's server told last; before that, as it was when it was shared, which is said.
 *
 * @param {import("../../grove/rules/model/sharing-types.js").DocumentState} [now]
 */
function beginning(now) {
  const isTold = now?.firstLines !== undefined;
  const lines = isTold ? now.firstLines : now?.card?.firstLines;
  return lines && h("div", { class: "small card-beginning" },
    !isTold && h("p", { class: "quiet" }, "When it was shared:"), h("p", { class: "first-lines", dir: "auto" }, lines));
}

/** @param {Card | undefined} card */
function appPicture(card) {
  const address = iconAddress(card?.icon);
  return address ? h("img", { class: "emblem", alt: "", src: address }) : h("span", { class: "emblem" }, icon("document"));
}

/**
 * The app by the name it gives itself, and always by its host: anybody can choose any name.
 *
 * @param {string} audience
 * @param {Card | undefined} card
 */
function from(audience, card) {
  const host = hostOf(audience);
  const name = card?.appName?.trim();
  return h("p", { class: "small quiet card-app" }, name && name !== host && [h("bdi", { class: "cut" }, name), " · "],
    h("span", { class: "card-host" }, host));
}

/** Pictures of people on a card; the others are counted. */
const mostFaces = 4;

/** @param {import("../app.js").App} app @param {string[]} accounts between whom it was shared */
function faces({ people, messenger }, accounts) {
  if (accounts.length < 2) return null;
  const me = messenger.me.accountID;
  const sorted = [...accounts].sort((one, other) => Number(one === me) - Number(other === me));
  // The picture of this person has the colour of their name, as everywhere.
  const picture = (/** @type {string} */ one) => avatar(one === me ? messenger.me.name : people.name(one), "little");
  const rest = sorted.length - mostFaces;
  // By name and not as a number: it may have been shared elsewhere, too, with people who are not known here.
  const others = sorted.filter((one) => one !== me).map((one) => people.name(one));
  return h("p", { class: "card-people small quiet" },
    h("span", { class: "faces", "aria-hidden": "true" }, sorted.slice(0, mostFaces).map(picture),
      rest > 0 && h("span", { class: "avatar little more-faces" }, `+${rest}`)),
    h("span", null, `With ${listed(others)}`));
}

/** @param {HTMLElement} link @param {string} name for who does not see what stands around it */
function named(link, name) {
  link.setAttribute("aria-label", name);
  return link;
}
