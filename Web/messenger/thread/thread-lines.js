import { guestName } from "../../grove/rules/notices/guest-name.js";
import { listed, problemSentence } from "../sentences.js";

/** @typedef {import("../../grove/rules/model/messenger-types.js").ThreadItem} ThreadItem */
/** @typedef {(account: string) => string} NameOf "You" for this account */

/**
 * @param {Extract<ThreadItem["content"], { kind: "roster" }>} content
 * @param {string} by account
 * @param {NameOf} nameOf
 */
function rosterLine({ change, subjects, text }, by, nameOf) {
  const who = nameOf(by);
  const whom = listed(subjects.map(nameOf).map((name) => (name === "You" ? "you" : name)));
  switch (change) {
    case "created": return `${who} started this conversation`;
    case "added": return `${who} added ${whom}`;
    case "removed": return `${who} removed ${whom}`;
    case "left": return `${listed(subjects.length > 0 ? subjects.map(nameOf) : [who])} left`;
    case "renamed": return text ? `${who} named it “${text}”` : `${who} removed the name`;
    case "photo": return `${who} changed the photo`;
    case "not_added": return `${whom} could not be added`;
    default: return `A change was not made. ${problemSentence(text)}`;
  }
}

/**
 * @param {Extract<ThreadItem["content"], { kind: "security" }>} content
 * @param {NameOf} nameOf
 */
function securityLine({ change, accountID }, nameOf) {
  const name = nameOf(accountID);
  const of = name === "You" ? "You have" : `${name} has`;
  const whose = name === "You" ? "your" : `${name}’s`;
  switch (change) {
    case "device_added": return `${of} a new device`;
    case "device_removed": return `${of} one device less`;
    case "recovered":
      return `${of} replaced all devices with the recovery code. Compare the safety number.`;
    default: return `Something about ${whose} devices does not fit together. ` +
      "Compare the safety number before you write anything private.";
  }
}

/**
 * What a line that is no message says.
 *
 * @param {ThreadItem} item
 * @param {NameOf} nameOf
 * @returns {string | undefined} nothing for messages
 */
export function eventLine({ content, sender }, nameOf) {
  switch (content.kind) {
    case "roster": return rosterLine(content, sender, nameOf);
    case "security": return securityLine(content, nameOf);
    case "notice": return content.text;
    case "unknown": return `${nameOf(sender)} sent something this version cannot show`;
    default: return undefined;
  }
}

/**
 * One line of text for lists and screen readers.
 *
 * @param {ThreadItem} item
 * @param {NameOf} nameOf
 * @param {boolean} isGroup
 * @returns {string}
 */
export function shortLine(item, nameOf, isGroup) {
  const { content } = item;
  const who = nameOf(item.sender);
  if (content.kind === "link") return `${who} shared “${content.title || content.link}”`;
  if (content.kind !== "text") return eventLine(item, nameOf) ?? "";
  const text = content.text || (content.attachment ? content.attachment.name : "");
  return who === "You" || isGroup ? `${who}: ${text}` : text;
}

/**
 * What happened in a document, for lists: behind an opening quote its name, which may be cut, and who did what.
 *
 * @param {import("../../grove/rules/model/sharing-types.js").ShownNotice} notice
 * @returns {{ of: string, text: string }} one after the other
 */
export const newsOf = ({ title, text }) => ({ of: title, text: `”: ${text}` });

/**
 * Who has mentioned this person last.
 *
 * @param {Pick<import("../../grove/rules/model/messenger-types.js").ConversationSummary, "mentions">} conversation
 * @param {NameOf} nameOf
 * @returns {string} nothing where nobody has
 */
export function mentionLine({ mentions }, nameOf) {
  const mention = mentions.at(-1);
  if (!mention) return "";
  return `${mention.name ? guestName(mention.name) : nameOf(mention.accountID)} mentioned you${mention.title && ` in “${mention.title}”`}`;
}
