import { encodeJSON, Members, parseJSON } from "../../encoding/encoding.js";
import { checkContent } from "../message-body.js";
import { readAcknowledgement, writeAcknowledgement } from "./acknowledgement.js";
import { readGossip, writeGossip } from "./gossip.js";
import { readText, writeText } from "./text.js";

/** Protocol 18.3. */
export const contentTypes = Object.freeze({
  text: 1, invitation: 2, membershipUpdate: 3, notice: 4, gossip: 5, acknowledgement: 6,
});

/**
 * The content of a message, with its type by name.
 *
 * @typedef {{ type: "text" } & import("./text.js").TextContent
 *   | { type: "invitation" } & import("./invitation.js").Invitation
 *   | { type: "membershipUpdate" } & import("./membership-update.js").MembershipUpdate
 *   | { type: "notice" } & import("./notice.js").Notice
 *   | { type: "gossip" } & import("./gossip.js").Gossip
 *   | { type: "acknowledgement" } & import("./acknowledgement.js").Acknowledgement} MessageContent
 */

/**
 * How a content is read and written.
 *
 * @typedef {{ read: (members: Members) => object, write: (content: any) => object }} ContentForm
 */

/**
 * Those of the types that are there from the start. The modules of the others put theirs here when
 * they are loaded, by `loadForm` or by whoever writes such contents.
 *
 * @type {Record<string, ContentForm>}
 */
export const forms = {
  text: { read: readText, write: writeText },
  gossip: { read: readGossip, write: writeGossip },
  acknowledgement: { read: readAcknowledgement, write: writeAcknowledgement },
};

/** @type {Record<number, () => Promise<unknown>>} */
const later = {
  [contentTypes.invitation]: () => import("./invitation.js"),
  [contentTypes.membershipUpdate]: () => import("./membership-update.js"),
  [contentTypes.notice]: () => import("./notice.js"),
};

/** @param {number} number of a content that is about to be read */
export const loadForm = async (number) => void (await later[number]?.());

/**
 * @param {number} number as written in the message; types about sharing need their form
 * @param {Uint8Array} content from a verified message
 * @returns {MessageContent | undefined} nothing for a type this version does not know
 * @throws {GroveError} `malformed` or `limit_exceeded`.
 */
export function decodeContent(number, content) {
  const type = Object.entries(contentTypes).find(([, known]) => known === number)?.[0];
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
  const content = encodeJSON({ v: 1, ...forms[type].write(message) });
  decodeContent(contentType, content);
  return { contentType, content };
}
