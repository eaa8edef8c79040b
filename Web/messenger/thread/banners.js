import { h, keep, lookOf } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { openLink } from "./link-card.js";
import { counted, listed } from "../sentences.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */
/** @typedef {import("../../grove/rules/model/sharing-types.js").ShownNotice} ShownNotice */
/** @typedef {import("../../grove/rules/model/sharing-types.js").MembershipOffer} MembershipOffer */
/** @typedef {import("../../grove/rules/model/sharing-types.js").IdentityRenewal} Renewal */

/** Documents whose news stand above the lines at most: those with the newest. */
const most = 3;

/**
 * Above the lines: who should gain or lose a document, whose access to refresh, what happened.
 *
 * @param {ThreadView} view
 * @param {{ offers: MembershipOffer[], notices: ShownNotice[], renewals: Renewal[] }} shown
 */
export async function drawBanners(view, { offers, notices, renewals: due }) {
  const renewals = await titled(view, due);
  const hadFocus = view.banners.contains(document.activeElement);
  const shown = [
    ...offers.map((offer) => ({ key: `offer ${offer.conversationID}`,
      look: [offer, offerWords(offer, view.app.people.nameOf)],
      make: () => offerBanner(view, offer) })),
    ...renewals.map((renewal) => ({ key: `renewal ${lookOf(renewal)}`,
      look: view.app.people.name(renewal.account), make: () => renewalBanner(view, renewal) })),
    ...byDocument(notices).slice(0, most).map((news) => ({ key: `news ${nameOf(news[0])}`,
      look: [news, view.unfolded.has(nameOf(news[0])), shortTime(news[0].latestAt, Date.now())],
      make: () => newsStrip(view, news) })),
  ];
  // Those that stay are not touched: a screen reader tells each once.
  keep(view.banners, shown, ({ key }) => key, ({ look }) => lookOf(look), ({ make }) => make());
  if (hadFocus && !view.banners.contains(document.activeElement)) view.composer.text.focus();
}

/** @param {ThreadView} view @param {Renewal[]} renewals */
async function titled(view, renewals) {
  if (renewals.length === 0) return [];
  const shared = await view.app.sharing.sharedIn(view.id);
  return renewals.map((one) => ({ ...one, title: shared.find(({ collaboration }) =>
    collaboration.collaborationID === one.collaboration.collaborationID)?.title ?? "a document" }));
}

/** @param {ThreadView} view @param {Renewal & { title: string }} renewal */
const renewalBanner = (view, { account, collaboration, title }) =>
  h("div", { class: "banner" },
    h("div", { class: "banner-text long" },
      `${view.app.people.name(account)} removed a device. It can ` +
      `still open “${title}” until you refresh their access.`),
    h("button", { type: "button", class: "button slim", onclick: async () => {
      const { withApps } = await import("../share/send-draft.js");
      const { attempt } = await import("../dialogs/conversation-details.js");
      await attempt(() => withApps(view.app, [collaboration.audience], () =>
        view.app.sharing.renewIdentities(collaboration, account)), "Access refreshed");
    } }, "Refresh"));

/** @param {ShownNotice} notice */
const nameOf = ({ collaboration }) => `${collaboration.audience} ${collaboration.collaborationID}`;

/**
 * @param {ShownNotice[]} notices
 * @returns {ShownNotice[][]} one strip for each document: the newest first, mentions before the rest
 */
function byDocument(notices) {
  /** @type {Map<string, ShownNotice[]>} */
  const groups = new Map();
  const rank = (/** @type {ShownNotice} */ { kind }) => (kind === "mention" ? 1 : 0);
  for (const notice of [...notices].sort((one, other) => other.latestAt - one.latestAt)) {
    groups.set(nameOf(notice), [...(groups.get(nameOf(notice)) ?? []), notice]);
  }
  return [...groups.values()].map((news) => news.sort((one, other) => rank(other) - rank(one)));
}

/**
 * What happened in one document, in a line.
 *
 * @param {ShownNotice[]} news
 * @returns {string} "Ben mentioned you · Dora edited"; what is the same is said once
 */
const newsLine = (news) => [...new Set(news.map(({ text }) => text))].join(" · ");

/** @param {ThreadView} view @param {ShownNotice[]} news of one document */
function newsStrip(view, news) {
  const { sharing } = view.app;
  const [{ title, link, ending }] = news;
  const name = nameOf(news[0]);
  const isOpen = view.unfolded.has(name);
  const attribution = [...new Set(news.map((one) => one.attribution).filter(Boolean))].join(" · ");
  const unfold = () => {
    if (!view.unfolded.delete(name)) view.unfolded.add(name);
    void view.drawBanners();
  };
  const latest = Math.max(...news.map(({ latestAt }) => latestAt));
  return h("div", { class: "banner" },
    h("div", { class: "banner-text" }, h("p", null, `${newsLine(news)}: `, h("strong", { dir: "auto" }, title)),
      h("p", { class: "small quiet" }, attribution && `${attribution} · `, time(latest))),
    news.length > 1 && h("button", { type: "button", class: "button slim plain", "aria-expanded": String(isOpen),
      onclick: unfold }, isOpen ? "Less" : `All ${news.length}`),
    !ending && openLink(view.app, link, "Show", "button slim"),
    h("button", { type: "button", class: "icon-button", "aria-label": `Dismiss: ${newsLine(news)}`,
      onclick: async () => {
        for (const one of news) await sharing.dismissNotice(one);
      } }, icon("close")),
    isOpen && h("ul", { class: "news" }, news.map((one) => h("li", null, `${one.text} `,
      h("span", { class: "small quiet" }, time(one.latestAt))))));
}

/** @param {number} at */
const time = (at) => h("time", { datetime: new Date(at).toISOString(), title: fullTime(at) },
  shortTime(at, Date.now()));

/** @param {MembershipOffer} offer @param {(account: string) => string} nameOf */
export function offerWords({ documents }, nameOf) {
  const gains = new Set(documents.flatMap((one) => one.gains));
  const loses = new Set(documents.flatMap((one) => one.loses));
  const what = documents.length === 1 ? `“${documents[0].title}”`
    : counted(documents.length, "document");
  const parts = [];
  if (gains.size > 0) parts.push(`${listed([...gains].map(nameOf))} would gain`);
  if (loses.size > 0) parts.push(`${listed([...loses].map(nameOf))} would lose`);
  return `${parts.join(", ")} access to ${what}.`;
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
