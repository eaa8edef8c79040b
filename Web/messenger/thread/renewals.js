import { isSame } from "../../grove/rules/model/record-names.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { dayName } from "../../ui/time-format.js";
import { counted } from "../sentences.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */
/** @typedef {import("../../grove/rules/model/sharing-types.js").IdentityRenewal} Renewal */
/** @typedef {Renewal & { title: string }} TitledRenewal */

/**
 * What is asked in a conversation: of whom something waits here, whatever waits of them anywhere. One
 * click is enough here, and one answer in the app.
 *
 * @param {ThreadView} view
 * @param {Renewal[]} due in all conversations
 * @returns {Promise<TitledRenewal[]>}
 */
export async function titled(view, due) {
  const here = new Set(due.filter(({ conversationID }) => conversationID === view.id).map((one) => nameOfRenewals([one])));
  const asked = due.filter((one) => here.has(nameOfRenewals([one])));
  if (asked.length === 0) return [];
  const collaborations = asked.map(({ collaboration }) => collaboration);
  const states = await view.app.sharing.documentStates(collaborations);
  return asked.map((one, index) => ({ ...one, title: states[index].title ?? "a document" }));
}

/** @param {Renewal[]} renewals of one person for one reason @returns {string} */
export const nameOfRenewals = ([{ account, reason }]) => `${account} ${reason}`;

/**
 * However many documents wait for a person's device, it is one question; a document that was shared twice is one.
 *
 * @param {TitledRenewal[]} renewals
 * @returns {TitledRenewal[][]} those of one person for one reason together
 */
export function byPerson(renewals) {
  /** @type {Map<string, TitledRenewal[]>} */
  const groups = new Map();
  for (const one of renewals) {
    const name = nameOfRenewals([one]);
    const group = groups.get(name) ?? [];
    if (!group.some(({ collaboration }) => isSame(collaboration, one.collaboration))) groups.set(name, [...group, one]);
  }
  return [...groups.values()];
}

/** @type {Record<Renewal["reason"], string>} */
const buttonWords = { device_added: "Let it in", devices_replaced: "Let in", device_removed: "Refresh" };

/** @param {ThreadView} view @param {TitledRenewal[]} renewals of one person for one reason */
export function renewalBanner(view, renewals) {
  const [{ account, reason }] = renewals;
  const name = nameOfRenewals(renewals);
  const isOpen = renewals.length > 1 && view.unfolded.has(name);
  const unfold = () => {
    if (!view.unfolded.delete(name)) view.unfolded.add(name);
    void view.drawBanners();
  };
  return h("div", { class: "banner" },
    h("div", { class: "banner-text long" }, renewalWords(renewals, view.app.people.name(account))),
    h("div", { class: "buttons" },
      renewals.length > 1 && h("button", { type: "button", class: "button slim plain", "aria-expanded": String(isOpen),
        onclick: unfold }, isOpen ? "Less" : "Which?"),
      h("button", { type: "button", class: "button slim", onclick: () => renew(view, renewals) },
        buttonWords[reason])),
    isOpen && h("ul", { class: "news" }, renewals.map(({ title }) => h("li", { dir: "auto" }, title))));
}

/** @param {ThreadView} view @param {TitledRenewal[]} renewals in this very click: apps may have to be opened */
async function renew({ app }, renewals) {
  const { announce, withApps } = await import("../share/send-draft.js");
  const { askingWords } = await import("../dialogs/documents-changed.js");
  const { attempt } = await import("../dialogs/conversation-details.js");
  const origins = [...new Set(renewals.map(({ collaboration }) => collaboration.audience))];
  // A window that opens is seen; which of several tabs asks is not.
  if (origins.some((origin) => app.connected.has(origin))) say(askingWords(app, origins));
  /** @type {(import("../../grove/rules/model/sharing-types.js").ShareOutcome | undefined)[]} */
  let outcomes = [];
  const isAnswered = await attempt(() => withApps(app, origins, async (asked) => {
    announce(asked, renewals);
    outcomes = await Promise.all(renewals.map(({ collaboration, account }) => app.sharing.renewIdentities(collaboration, account)));
  }, renewals.map(({ collaboration }) => collaboration)));
  if (isAnswered) say(renewedWords(outcomes, renewals[0].reason));
}

/**
 * @param {(import("../../grove/rules/model/sharing-types.js").ShareOutcome | undefined)[]} outcomes one of each document
 * @param {Renewal["reason"]} reason
 */
export function renewedWords(outcomes, reason) {
  const failed = outcomes.find((one) => one?.outcome === "failed");
  if (failed?.outcome === "failed") return failed.sentence;
  if (outcomes.some((one) => one?.outcome === "waiting")) return "That is not finished yet.";
  return reason === "device_removed" ? "Access refreshed" : "Let in";
}

/**
 * That a device is new is the fact somebody has to look at before it reads anything; that all are, whoever lost them waits
 * for.
 *
 * @param {TitledRenewal[]} renewals of one person for one reason
 * @param {string} name "You" for this account
 */
export function renewalWords(renewals, name) {
  const [{ reason, since, title }] = renewals;
  const has = name === "You" ? "You have" : `${name} has`;
  const at = dayName(since, Date.now());
  const day = ["Today", "Yesterday"].includes(at) ? at.toLowerCase() : at;
  const what = renewals.length === 1 ? `“${title}”` : counted(renewals.length, "document");
  const careful = renewals.some(({ isAlarmed }) => isAlarmed)
    && " Careful: something about these devices does not fit together. Ask in person first.";
  if (reason === "device_removed") {
    return [`${name} removed a device. It can let itself into ${what} until you refresh their access.`, careful];
  }
  if (reason === "devices_replaced") {
    return [`${has} replaced all devices. The new ones wait to be let into ${what}.`,
      name !== "You" && " Compare the safety number first if you doubt that it is them.", careful];
  }
  return [`${has} a new device since ${day}. It cannot open ${what} until you let it in.`, careful];
}
