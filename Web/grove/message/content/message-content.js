import { encodeJSON, Members, parseJSON } from "../../encoding/encoding.js";
import { checkContent } from "../message-body.js";
import { readInvitation, writeInvitation } from "./invitation.js";
import { readMembershipUpdate, writeMembershipUpdate } from "./membership-update.js";
import { readNoticeAddresses, writeNoticeAddresses } from "./notice-addresses.js";
import { readNotice, writeNotice } from "./notice.js";
import { readNoticesPutAway, writeNoticesPutAway } from "./notices-put-away.js";
import { readOwnDocuments, writeOwnDocuments } from "./own-documents.js";
import { readReadMarks, writeReadMarks } from "./read-marks.js";
import {
  readAcknowledgement, readGossip, writeAcknowledgement, writeGossip,
} from "./receipts-and-gossip.js";
import { readText, writeText } from "./text.js";

/** Protocol 18.3. */
export const contentTypes = Object.freeze({
  text: 1, invitation: 2, membershipUpdate: 3, notice: 4, gossip: 5, acknowledgement: 6,
  noticeAddresses: 7, readMarks: 8, ownDocuments: 9, noticesPutAway: 10,
});

/**
 * The content of a message, with its type by name.
 *
 * @typedef {{ type: "text" } & import("./text.js").TextContent
 *   | { type: "invitation" } & import("./invitation.js").Invitation
 *   | { type: "membershipUpdate" } & import("./membership-update.js").MembershipUpdate
 *   | { type: "notice" } & import("./notice.js").Notice
 *   | { type: "gossip" } & import("./receipts-and-gossip.js").Gossip
 *   | { type: "acknowledgement" } & import("./receipts-and-gossip.js").Acknowledgement
 *   | { type: "noticeAddresses" } & import("./notice-addresses.js").NoticeAddresses
 *   | { type: "readMarks" } & import("./read-marks.js").ReadMarks
 *   | { type: "ownDocuments" } & import("./own-documents.js").OwnDocuments
 *   | { type: "noticesPutAway" } & import("./notices-put-away.js").NoticesPutAway} MessageContent
 */

/**
 * How contents are read and written.
 *
 * @type {Record<MessageContent["type"],
 *   { read: (members: Members) => object, write: (content: never) => object }>}
 */
const forms = {
  text: { read: readText, write: writeText },
  invitation: { read: readInvitation, write: writeInvitation },
  membershipUpdate: { read: readMembershipUpdate, write: writeMembershipUpdate },
  notice: { read: readNotice, write: writeNotice },
  gossip: { read: readGossip, write: writeGossip },
  acknowledgement: { read: readAcknowledgement, write: writeAcknowledgement },
  noticeAddresses: { read: readNoticeAddresses, write: writeNoticeAddresses },
  readMarks: { read: readReadMarks, write: writeReadMarks },
  ownDocuments: { read: readOwnDocuments, write: writeOwnDocuments },
  noticesPutAway: { read: readNoticesPutAway, write: writeNoticesPutAway },
};

/**
 * @param {number} number as written in the message
 * @param {Uint8Array} content from a verified message
 * @returns {MessageContent | undefined} nothing for a type this version does not know
 * @throws {GroveError} `malformed` or `limit_exceeded`.
 */
export function decodeContent(number, content) {
  const types = /** @type {MessageContent["type"][]} */ (Object.keys(contentTypes));
  const type = types.find((one) => contentTypes[one] === number);
  if (type === undefined) return undefined;
  checkContent(content);
  const members = new Members(parseJSON(content));
  members.requireVersion();
  return /** @type {MessageContent} */ ({ type, ...forms[type].read(members) });
}

/**
 * What is written is read back first: nothing is sent that others would refuse.
 *
 * @param {MessageContent} message
 * @returns {{ contentType: number, content: Uint8Array }} for a `MessageBody`
 * @throws {GroveError} `malformed` or `limit_exceeded`.
 */
export function encodeContent({ type, ...message }) {
  const contentType = contentTypes[type];
  const content = encodeJSON({ v: 1, ...forms[type].write(/** @type {never} */ (message)) });
  decodeContent(contentType, content);
  return { contentType, content };
}
