import { guestName } from "../../grove/rules/notices/guest-name.js";
import { h, keep, lookOf } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { foldAgain, foldedWords, foldLine, hasToFold, isUnfolded } from "./folded-news.js";
import { openLink } from "./link-card.js";
import { byDocument, deedsOf, documentOf, newsLine } from "./news.js";
import { byPerson, nameOfRenewals, renewalBanner } from "./renewals.js";
import { counted, listed } from "../sentences.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */
/** @typedef {import("../../grove/rules/model/sharing-types.js").ShownNotice} ShownNotice */
/** @typedef {import("../../grove/rules/model/sharing-types.js").MembershipOffer} MembershipOffer */
/** @typedef {import("./renewals.js").TitledRenewal} Renewal */

/** Documents whose news stand above the lines before somebody asks for more, where they are not folded: those with the newest. */
const most = 3;

/** Among the names of what stands unfolded above the lines: the strips of more documents. */
const more = "more";

/**
 * Above the lines: who should gain or lose a document, whose access to refresh, what happened.
 *
 * @param {ThreadView} view
 * @param {{ offers: MembershipOffer[], notices: ShownNotice[], renewals: Renewal[] }} shown
 */
export function drawBanners(view, { offers, notices, renewals: due }) {
  const renewals = byPerson(due);
  const all = byDocument(notices);
  const questions = offers.length + renewals.length;
  const isFolded = questions + all.length > 1 && hasToFold(view);
  if (!isFolded) foldAgain(view);
  const isMore = !isFolded && all.length > most;
  if (!isMore) view.unfolded.delete(more);
  const news = isFolded || view.unfolded.has(more) ? all : firstOf(all);
  const hadFocus = view.banners.contains(document.activeElement);
  const words = foldedWords({ questions, news: all.length, isMentioned: notices.some(({ kind }) => kind === "mention") });
  const shown = [
    ...isFolded ? [{ key: "fold", look: [words, isUnfolded(view)], make: () => foldLine(view, words) }] : [],
    ...!isFolded || isUnfolded(view) ? stripsOf(view, offers, renewals, news) : [],
    ...isMore ? [{ key: more, look: [all.length, view.unfolded.has(more)], make: () => moreLine(view, all.length - most) }] : [],
  ];
  tellOnce(view, [
    ...[...offers, ...renewals].map((one) => ({ key: lookOf(one), words: "A question about a document is above the messages" })),
    ...news.flat().map((one) => ({ key: `${one.id} ${one.latestAt}`,
      words: `${one.title}: ${listed(one.accounts.map((account) =>
        one.names[account] ? guestName(one.names[account]) : view.app.people.nameOf(account)))} ${one.deed}` })),
  ]);
  keep(view.banners, shown, ({ key }) => key, ({ look }) => lookOf(look), ({ make }) => make());
  if (hadFocus && !view.banners.contains(document.activeElement)) view.composer.text.focus();
}

/**
 * @param {ThreadView} view
 * @param {MembershipOffer[]} offers
 * @param {Renewal[][]} renewals
 * @param {ShownNotice[][]} news
 * @returns {{ key: string, look: unknown[], make: () => HTMLElement }[]} questions first
 */
const stripsOf = (view, offers, renewals, news) => [
  ...offers.map((offer) => ({ key: `offer ${offer.conversationID}`,
    look: [offer, offerWords(offer, view.app.people.nameOf)],
    make: () => offerBanner(view, offer) })),
  ...renewals.map((renewals) => ({ key: `renewal ${nameOfRenewals(renewals)}`,
    look: [renewals, view.app.people.name(renewals[0].account), view.unfolded.has(nameOfRenewals(renewals))],
    make: () => renewalBanner(view, renewals) })),
  ...news.map((news) => ({ key: `news ${documentOf(news[0])}`,
    look: [news, view.app.people.version, view.unfolded.has(documentOf(news[0])),
      shortTime(news[0].latestAt, Date.now())],
    make: () => newsStrip(view, news) })),
];

/**
 * What stands above the lines is made anew as it gets older or is unfolded: who listens to the page hears each
 * thing once all the same, and what is there when the conversation is opened with it.
 *
 * @param {ThreadView} view
 * @param {{ key: string, words: string }[]} things
 */
function tellOnce(view, things) {
  const fresh = things.filter(({ key }) => !view.told.has(key));
  // Forgotten with what has gone: only what can be seen is remembered.
  view.told = new Set(things.map(({ key }) => key));
  if (fresh.length > 0) view.app.tell([...new Set(fresh.map(({ words }) => words))].join(". "));
}

/** @param {ThreadView} view @param {ShownNotice[]} news of one document */
function newsStrip(view, news) {
  const { sharing, people } = view.app;
  const [{ title, link, ending }] = news;
  const name = documentOf(news[0]);
  const deeds = deedsOf(news);
  const isOpen = deeds.length > 1 && view.unfolded.has(name);
  const line = newsLine(news, people.nameOf);
  const attribution = [...new Set(news.map((one) => one.attribution).filter(Boolean))].join(" · ");
  const unfold = () => {
    if (!view.unfolded.delete(name)) view.unfolded.add(name);
    void view.drawBanners();
  };
  return h("div", { class: "banner", onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.preventDefault();
    unfold();
  } },
  h("div", { class: "banner-text" }, h("p", null, line, h("span", { class: "spoken" }, ": ")),
    // However much has happened, it can be read where.
    h("p", { class: "small quiet news-place" }, h("strong", { class: "two-lines", dir: "auto", title }, title),
      h("span", null, " · ", timeOfAll(deeds)), attribution && h("span", { class: "attribution" }, attribution))),
  deeds.length > 1 && h("button", { type: "button", class: "button slim plain", "aria-expanded": String(isOpen),
    "aria-label": `${isOpen ? "Less" : `All ${deeds.length}`}: news of “${title}”`,
    onclick: unfold }, isOpen ? "Less" : `All ${deeds.length}`),
  !ending && openLink(view.app, link, "Show", "button slim"),
  h("button", { type: "button", class: "icon-button", "aria-label": `Dismiss: ${line}`,
    onclick: () => sharing.dismissNotices(news) }, icon("close")),
  isOpen && h("ul", { class: "news" }, deeds.map(({ account, name, deed, at }) => h("li", null, `${name ?? people.nameOf(account)} ${deed} `,
    h("span", { class: "small quiet" }, time(at))))));
}

/**
 * Those in which this person is mentioned stand before others, because that counts as read with the conversation.
 *
 * @param {ShownNotice[][]} all the newest first
 */
function firstOf(all) {
  const isMentioned = (/** @type {ShownNotice[]} */ news) => news.some(({ kind }) => kind === "mention");
  const first = [...all.filter(isMentioned), ...all.filter((one) => !isMentioned(one))].slice(0, most);
  return all.filter((one) => first.includes(one));
}

/** @param {ThreadView} view @param {number} rest documents that have no strip yet */
function moreLine(view, rest) {
  const isOpen = view.unfolded.has(more);
  const turn = async () => {
    if (!view.unfolded.delete(more)) view.unfolded.add(more);
    await view.drawBanners();
    /** @type {HTMLElement | null} */ (view.banners.querySelector(".more-news"))?.focus();
  };
  return h("button", { type: "button", class: "button slim plain more-news", "aria-expanded": String(isOpen), onclick: turn },
    isOpen ? "Fewer" : `News of ${counted(rest, "more document")}`);
}

/** @param {{ at: number }[]} deeds the newest first: where they were at different times, that it is the newest's */
function timeOfAll(deeds) {
  const [latest] = deeds;
  const isOne = deeds.every(({ at }) => shortTime(at, Date.now()) === shortTime(latest.at, Date.now()));
  return isOne ? time(latest.at) : ["last ", time(latest.at)];
}

/** @param {number} at */
const time = (at) => h("time", { datetime: new Date(at).toISOString(), title: fullTime(at) },
  shortTime(at, Date.now()));

/** @param {MembershipOffer} offer @param {(account: string) => string} nameOf */
export function offerWords({ documents }, nameOf) {
  const gains = new Set(documents.flatMap((one) => one.gains));
  const left = new Set(documents.flatMap((one) => one.left ?? []));
  const loses = new Set(documents.flatMap((one) => one.loses).filter((one) => !left.has(one)));
  const what = documents.length === 1 ? `“${documents[0].title}”`
    : counted(documents.length, "document");
  const [gaining, losing] = [gains, loses].map((ones) => ones.size > 0 && listed([...ones].map(nameOf)));
  const access = gaining && losing ? [`${gaining} would gain access to ${what}, and ${losing} would lose it.`]
    : gaining || losing ? [`${gaining || losing} would ${gaining ? "gain" : "lose"} access to ${what}.`] : [];
  const names = listed([...left].map(nameOf));
  // Their invitation still lets them in.
  const away = left.size > 0 ? [`${names} left ${access.length > 0 && documents.length === 1 ? "it" : what} and could come back.`] : [];
  const beside = new Set(documents.flatMap((one) => one.elsewhere ?? []).map(({ account }) => account));
  const kept = beside.size > 0 ? [`${listed([...beside].map(nameOf))} ${beside.size > 1 ? "have" : "has"} `
    + `${documents.length === 1 ? "it" : "some of it"} in another conversation, too, and may keep that.`] : [];
  return [...access, ...away, ...kept].join(" ");
}

/** @param {ThreadView} view @param {MembershipOffer} offer */
const offerBanner = (view, offer) =>
  h("div", { class: "banner" },
    h("div", { class: "banner-text long" }, h("p", null,
      h("strong", null, "Update what you shared here? ")),
      h("p", { class: "small" }, offerWords(offer, view.app.people.nameOf))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button slim", onclick: async () =>
        (await import("../dialogs/membership.js")).membership(view.app, offer) }, "Review"),
      h("button", { type: "button", class: "button slim plain",
        onclick: () => view.app.sharing.dismissMembership(offer) }, "Not now")));
