import { endings } from "../../grove/rules/invitations/ending-sentences.js";
import { shownAppName } from "../app-name.js";
import { isOpenedInFront } from "../attention/opened-documents.js";
import { avatar, nameless } from "../../ui/avatar.js";
import { h } from "../../ui/dom.js";
import { openConnected } from "../share/connected-apps.js";
import { hostOf } from "../sentences.js";
import { appPicture } from "./app-icon.js";
import { inOrder, peopleWords } from "./card-people.js";

/**
 * @typedef {Extract<import("../../grove/rules/model/messenger-types.js").ThreadContent, { kind: "link" }>}
 *   LinkContent
 * @typedef {import("../../grove/rules/model/sharing-types.js").DocumentState} DocumentState
 * @typedef {NonNullable<DocumentState["card"]>} Card
 * @typedef {{ members?: string[], sender?: string }} Place where a card stands: accounts of the conversation, and who
 *   shared it there
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

/** Kinds of records by which it changes what an app is asked for with a click. */
const asksFollow = ["confirmed-account", "notice-address", "notice-choice"];

/**
 * @param {import("../app.js").App} app
 * @param {string} link
 * @param {string} words
 * @param {string} [look]
 */
export function openLink(app, link, words, look = "button") {
  const address = safeAddress(link);
  const anchor = h("a", { class: look, href: address, target: "_blank", rel: "noopener" }, words);
  /** @type {string | undefined} of an app that is asked about this document's people, and can be asked in its page */
  let origin;
  const refresh = () => void (address && app.sharing?.addressFor(address).then((full) => {
    if (full === address) return;
    // Only a highlight's address tells the app where this messenger is (protocol 13.1), and only there the browser
    // says who opened it, so that the app may come back at once. Other links learn neither.
    anchor.href = full;
    anchor.referrerPolicy = "strict-origin";
    return ownApp(app, address, full).then((found) => (origin = found));
  }).catch(() => {}));
  refresh();
  // Whether the app has to ask for something may have changed since.
  const { messenger } = app;
  messenger.addEventListener("sharing", function follow(event) {
    if (!anchor.isConnected) return messenger.removeEventListener("sharing", follow);
    if (asksFollow.includes(/** @type {CustomEvent} */ (event).detail.kind)) refresh();
  });
  for (const type of ["pointerenter", "focus"]) anchor.addEventListener(type, refresh);
  anchor.addEventListener("click", (event) => {
    if (!isOpenedInFront(event)) return;
    if (origin && !event.shiftKey && openConnected(app, origin, address ?? "")) event.preventDefault();
    void seen(app, link);
  });
  return anchor;
}

/**
 * The app of a document that this person shares, where they have let it in and need not prove anything to it first: what it
 * asks its owner about, it asks in the page that is opened. Nobody else's app keeps a window that reaches this one.
 *
 * @param {import("../app.js").App} app
 * @param {string} link
 * @param {string} address for the click on it
 * @returns {Promise<string | undefined>}
 */
async function ownApp({ sharing }, link, address) {
  const found = address.includes("&collab-notices=1") ? undefined : await sharing.highlightForLink(link);
  return found && await sharing.hasShared(found) && await sharing.hasConsent(found.audience) ? found.audience : undefined;
}

/** @param {import("../app.js").App} app @param {string} link of what the person looks at now: its news are none */
async function seen({ sharing, opened }, link) {
  const at = Date.now();
  const found = await sharing.highlightForLink(link).catch(() => undefined);
  // An app that was never let in from this browser asks first; what is new counts as seen once that is answered.
  if (!found || !(await sharing.hasConsent(found.audience))) return;
  opened.note(found, at);
  await sharing.clearOpened(found);
}

/**
 * A shared document; a plain link with a warning where its invitation cannot be used (protocol
 * 6.3).
 *
 * @param {import("../app.js").App} app
 * @param {LinkContent} content as it was when it was shared
 * @param {DocumentState} [now]
 * @param {Place} [place]
 */
export function linkCard(app, { link, title: before, optionsSummary, audience, warning }, now, place = {}) {
  if (warning !== undefined || !audience) {
    const card = h("div", { class: "card link-card warning" },
      h("p", { class: "card-title" }, "Careful with this link"));
    import("./warned-card.js").then(({ fillWarned }) => fillWarned(app, card, link, warning), () => {});
    return card;
  }
  const title = now?.title || before;
  const { ending, card } = now ?? {};
  const isUncertain = !ending && !now?.isTold && isOut(app, place);
  const open = isUncertain ? "Try to open" : "Open";
  return h("div", { class: ending ? "card link-card ended" : "card link-card" }, appPicture(card?.icon),
    h("div", null, h("p", { class: "card-title", dir: "auto" }, title || "A document"), from(audience, card),
      ending ? h("p", { class: "small" }, endings[ending])
        // What was offered; that it is something else now nobody tells.
        : optionsSummary && !now?.isTold && h("p", { class: "small quiet" }, `When it was shared: ${optionsSummary}`)),
    // What has ended shows nothing of itself any more.
    !ending && beginning(now),
    !ending && now && people(app, audience, now, place),
    isUncertain && h("p", { class: "small quiet card-note" },
      "You are no longer in this conversation, so nobody tells here whether it still opens for you."),
    ending === "left" && named(openLink(app, link, "Join again"), `Join again: “${title || "a document"}”`),
    !ending && named(openLink(app, link, open), `${open} “${title || "a document"}”`));
}

/** @param {import("../app.js").App} app @param {Place} place @returns {boolean} what becomes of it is told to others */
const isOut = ({ messenger: { me } }, { members }) => members !== undefined && members.length > 0 && !members.includes(me.accountID);

/**
 * What is written in it, as its app's server told last, or else as its card had it; where it tells this device nothing now, that is said.
 *
 * @param {DocumentState} [now]
 */
function beginning(now) {
  const isPresent = now?.firstLines !== undefined && now.isHeard;
  const lines = now?.firstLines ?? now?.card?.firstLines;
  return lines && h("div", { class: "small card-beginning" },
    !isPresent && h("p", { class: "quiet" }, "This may have changed since:"), h("p", { class: "first-lines", dir: "auto" }, lines));
}

/**
 * The app by the name it gives itself, and always by its host: anybody can choose any name.
 *
 * @param {string} audience
 * @param {Card | undefined} card
 */
function from(audience, card) {
  const host = hostOf(audience);
  const name = shownAppName(audience, card?.appName);
  return h("p", { class: "small quiet card-app" }, name && [h("bdi", { class: "cut" }, name), " · "],
    h("span", { class: "card-host" }, host));
}

/** Pictures of people on a card; the others are counted. */
const mostFaces = 4;

/**
 * Who is in it, and who may come; where nobody tells that, with whom it was shared.
 *
 * @param {import("../app.js").App} app
 * @param {string} audience
 * @param {DocumentState} now
 * @param {Place} place
 */
function people({ people: known, messenger: { me } }, audience, now, place) {
  const words = peopleWords(now, { me: me.accountID, nameOf: known.nameOf, host: hostOf(audience), ...place });
  if (words.length === 0) return null;
  // The picture of this person has the colour of their name, as everywhere.
  const nameOn = (/** @type {string} */ one) => one === me.accountID ? me.name : known.name(one);
  const guests = now.guests.map(({ name }) => name);
  // As in the words: whoever may be in it as a guest is not shown a second time.
  const accounts = inOrder(now, me.accountID)
    .filter((one) => !now.isTold || now.joined.includes(one) || !guests.includes(nameOn(one)));
  // A guest may bear anybody's name, and has nobody's picture.
  const faces = [...accounts.map(nameOn), ...guests.map(() => nameless)];
  const rest = faces.length - mostFaces;
  return h("div", { class: "card-people small quiet" },
    h("span", { class: "faces", "aria-hidden": "true" }, faces.slice(0, mostFaces).map((name) => avatar(name, "little")),
      rest > 0 && h("span", { class: "avatar little more-faces" }, `+${rest}`)),
    h("span", null, words.map((one) => h("span", { class: "card-people-line", dir: "auto" }, one))));
}

/** @param {HTMLElement} link @param {string} name for who does not see what stands around it */
function named(link, name) {
  link.setAttribute("aria-label", name);
  return link;
}
