import { limits } from "../../message/content/limits.js";
import { encodeContent } from "../../message/content/message-content.js";
import { precedes } from "../../message/notice-banner.js";
import { mentionsLeft } from "./mention-rules.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { conversationOfOwn, otherDevices } from "../conversations/own-devices.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * What a person puts away on one device, or with opening its document, goes away on all (protocol 12.9.1). Notices are
 * called by their identifiers, which all devices got alike: each has banners of its own, and clocks differ.
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../../message/notice-banner.js").NoticeBanner} NoticeBanner
 *
 * @typedef {object} PutAway of one document
 * @property {string} audience
 * @property {string} collaborationID
 * @property {string[]} untold notices that this device has put away and the account's others were not told of
 * @property {string[]} awaited that others have put away and that have not come here yet
 */

/** Documents in one message: so many fit, even where their identifiers are of the longest. */
const atOnce = limits.putAwayDocuments;

/** Of one document, in a message and kept: the newest. */
const most = limits.putAwayNotices;

/**
 * The newest notices of those whom it tells of, the oldest first. By these a banner is known on every device: of the
 * older ones a device that was away may have got none.
 *
 * @param {Pick<NoticeBanner, "actors">} banner
 */
const noticesOf = ({ actors }) => actors.flatMap(({ newest }) => [...newest.values()])
  .sort((one, other) => (precedes(one, other) ? -1 : 1)).map(({ id }) => id);

/** @param {string[]} known @param {string[]} more @returns {string[]} each once, the newest */
const joined = (known, more) => [...new Set([...known, ...more])].slice(-most);

/** @param {Reader} records @param {CollaborationKey} collaboration @returns {PutAway} */
const putAwayOf = (records, collaboration) =>
  records.get(names.putAway(collaboration)) ?? { ...keyOf(collaboration), untold: [], awaited: [] };

/**
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {NoticeBanner[]} banners that this device shows no more, because its person has seen them
 * @param {{ accountID: string, deviceID: string }} me
 */
export function putAwayHere(records, collaboration, banners, me) {
  if (banners.length === 0 || otherDevices(records, me) === undefined) return;
  const known = putAwayOf(records, collaboration);
  records.put(names.putAway(collaboration), { ...known, untold: joined(known.untold, banners.flatMap(noticesOf)) });
}

/** @param {Reader} records @returns {PutAway[]} what the account's other devices have to be told */
export const putAwayDue = (records) => all(records, names.putAway()).filter(({ untold }) => untold.length > 0);

/**
 * Queues a message that tells the account's other devices, in the decision that notes it as told.
 *
 * @param {Records} records
 * @param {import("../model/stored-device.js").Me} me
 * @param {string} messageID
 * @returns {boolean} whether there was something to tell; then there may be more
 */
export function tellPutAway(records, me, messageID) {
  const due = putAwayDue(records).slice(0, atOnce);
  const conversationID = conversationOfOwn(records, me);
  if (!conversationID || due.length === 0) return false;
  const documents = due.map(({ untold, ...one }) => ({ ...keyOf(one), notices: untold }));
  const content = encodeContent({ type: "noticesPutAway", documents });
  enqueueMessage(records, { ...content, messageID, conversationID, accounts: [me.accountID] }, me);
  for (const one of due) records.put(names.putAway(one), { ...one, untold: [] });
  return true;
}

/**
 * Another device of the account tells.
 *
 * @param {Records} records
 * @param {import("../../message/content/notices-put-away.js").NoticesPutAway} content
 * @param {{ sender: string, isFromRemovedDevice: boolean }} arrival
 * @param {string} myAccount
 * @returns {{ dropped?: "not_own_account" | "removed_device" | "not_new" }}
 */
export function putAwayCame(records, { documents }, { sender, isFromRemovedDevice }, myAccount) {
  if (sender !== myAccount) return { dropped: "not_own_account" };
  if (isFromRemovedDevice) return { dropped: "removed_device" };
  // Of what this device was not invited to nothing is shown.
  const known = documents.filter((one) => records.list(names.invitation(one)).size > 0);
  const changed = known.filter((one) => followed(records, one, one.notices));
  return changed.length > 0 ? {} : { dropped: "not_new" };
}

/**
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {string[]} notices
 * @returns {boolean} whether something changed with that
 */
function followed(records, collaboration, notices) {
  const place = names.ledger(collaboration);
  const state = records.get(place);
  const before = state?.banners ?? [];
  const here = new Set(before.flatMap(noticesOf));
  const known = putAwayOf(records, collaboration);
  const later = notices.filter((one) => !here.has(one) && !known.awaited.includes(one));
  if (later.length > 0) records.put(names.putAway(collaboration), { ...known, awaited: joined(known.awaited, later) });
  if (!state || !notices.some((one) => here.has(one))) return later.length > 0;
  records.put(place, { ...state, banners: before.flatMap((one) => withoutSeen(one, new Set(notices))) });
  mentionsLeft(records, collaboration);
  return true;
}

/**
 * Whoever did something later is still told of.
 *
 * @param {NoticeBanner} banner
 * @param {Set<string>} notices
 * @returns {NoticeBanner[]} what is left of it
 */
function withoutSeen(banner, notices) {
  const actors = banner.actors.filter((actor) => !noticesOf({ actors: [actor] }).every((one) => notices.has(one)));
  return actors.length > 0 ? [{ ...banner, actors }] : [];
}

/**
 * Whether its person has seen a notice that comes only now.
 *
 * @param {Reader} records
 * @param {import("../../message/content/notice.js").Notice} notice
 * @returns {boolean}
 */
export const wasPutAway = (records, notice) =>
  records.get(names.putAway(keyOf(notice)))?.awaited.includes(notice.noticeID) ?? false;
