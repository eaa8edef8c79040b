import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { hostOf } from "../sentences.js";

/**
 * @typedef {Extract<import("../../grove/rules/model/messenger-types.js").ThreadContent, { kind: "link" }>}
 *   LinkContent
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
  // Only a highlight's address tells the app where this messenger is (protocol 13.1).
  if (address) app.sharing?.addressFor(address).then((full) => (anchor.href = full), () => {});
  anchor.addEventListener("click", () => void seen(app, link));
  return anchor;
}

/** @param {import("../app.js").App} app @param {string} link of what the person looks at now: its news are none */
async function seen({ sharing }, link) {
  const found = await sharing.highlightForLink(link).catch(() => undefined);
  if (found) await sharing.clearNotices(found);
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
  const ending = now?.ending;
  return h("div", { class: ending ? "card link-card ended" : "card link-card" },
    h("span", { class: "emblem" }, icon("document")),
    h("div", null, h("p", { class: "card-title", dir: "auto" }, title || "A document"),
      h("p", { class: "small quiet" }, hostOf(audience)),
      ending ? h("p", { class: "small" }, endings[ending])
        : optionsSummary && h("p", { class: "small quiet" }, optionsSummary)),
    !ending && named(openLink(app, link, "Open"), `Open “${title || "a document"}”`));
}

/** Why there is nothing to open. */
const endings = {
  deleted: "It was deleted.",
  removed: "You have no access any more.",
  refused: "It is not shared with you any more.",
};

/** @param {HTMLElement} link @param {string} name for who does not see what stands around it */
function named(link, name) {
  link.setAttribute("aria-label", name);
  return link;
}
