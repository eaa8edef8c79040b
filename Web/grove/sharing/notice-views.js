import { bannerAttribution, bannerText } from "../message/notice-banner.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { names } from "./sharing-names.js";

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation[]} invitations one for each collaboration
 * @param {any} messenger
 * @returns {Promise<import("./sharing.js").ShownNotice[]>} the oldest first
 */
export async function noticesIn(invitations, messenger) {
  const shown = [];
  for (const one of invitations) shown.push(...await banners(one, messenger));
  return shown.sort((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
}

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
 * @param {any} messenger
 * @returns {Promise<import("./sharing.js").ShownNotice[]>}
 */
async function banners({ collaboration, link, title, conversationID }, messenger) {
  const state = await messenger.internal.read.get(names.ledger(collaboration));
  if (!state) return [];
  const { audience, collaborationID } = collaboration;
  const visible = new NoticeLedger(state).visible(audience, collaborationID);
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const { account } of visible.flatMap(({ actors }) => actors)) {
    known.set(account, await messenger.accountName(account));
  }
  const nameOf = (/** @type {string} */ account) => known.get(account) ?? "Somebody";
  return visible.map((banner) => ({
    id: banner.id, collaboration, kind: banner.kind, text: bannerText(banner, nameOf), title,
    attribution: bannerAttribution(banner, nameOf), link, conversationID,
    firstAt: Number(banner.firstAt), latestAt: Number(banner.latestAt),
  }));
}
