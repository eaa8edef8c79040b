import { originOfLink } from "../../encoding/origin.js";
import { isSame, keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/** @typedef {import("./received-invitation.js").ReceivedInvitation} ReceivedInvitation */

/**
 * What can be opened: the newest invitation to each collaboration.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {(one: ReceivedInvitation) => boolean} [isMeant] those looked at
 * @returns {ReceivedInvitation[]}
 */
export function newestInvitations(records, isMeant = () => true) {
  const usable = all(records, names.invitation())
    .filter((one) => !one.isRevoked && isMeant(one));
  return usable.filter(({ collaboration, order }) => !usable.some((other) =>
    other.order > order && isSame(other.collaboration, collaboration)));
}

/**
 * @param {ReceivedInvitation} invitation
 * @returns {import("../model/sharing-types.js").CollaborationHighlight}
 */
export const highlightOf = ({ messageID, inviter, receivedAt, collaboration, ...invitation }) => ({
  id: messageID, link: invitation.link, ...keyOf(collaboration), title: invitation.title,
  optionsSummary: invitation.optionsSummary, sender: inviter,
  conversationID: invitation.conversationID, createdAt: receivedAt, canProve: invitation.canProve,
});

/**
 * Whether two links lead to the same place. The fragment is the messenger's and the app's affair, not
 * the link's (protocol 13.1); scheme and host are the same in capital letters, and so is a port that
 * is the scheme's own (RFC 3986 section 6.2). The rest is compared as it is.
 *
 * @param {string} one
 * @param {string} other
 */
export function isLedTo(one, other) {
  const [mine, theirs] = [placeOf(one), placeOf(other)];
  return mine !== undefined && mine === theirs;
}

/**
 * @param {string} link
 * @returns {string | undefined} origin and what comes after it; nothing for what is no link
 */
function placeOf(link) {
  try {
    const [, rest = ""] = /^[^:]*:\/\/[^/?]*(.*)$/s.exec(link.split("#")[0]) ?? [];
    return originOfLink(link) + (rest.startsWith("/") ? "" : "/") + rest;
  } catch {
    return undefined;
  }
}
