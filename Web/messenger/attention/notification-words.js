import { counted } from "../sentences.js";
import { mentionLine, shortLine } from "../thread/thread-lines.js";

/** A system shows some lines; what somebody pastes has many. */
const longest = 240;

/**
 * What a notification says below its conversation's name.
 *
 * @param {import("../../grove/rules/attention/raising-rules.js").News} news
 * @param {import("../../grove/rules/model/messenger-types.js").ConversationSummary} conversation
 * @param {{ nameOf: import("../thread/thread-lines.js").NameOf, hidesContents?: boolean }} how
 */
export function notificationWords({ messages, last, mentions }, conversation, { nameOf, hidesContents }) {
  const isMention = mentions.length > 0;
  if (hidesContents) return isMention ? "You are mentioned" : messages > 1 ? `${messages} new messages` : "New message";
  const lines = [
    isMention && mentionLine(conversation, nameOf),
    last && shortened(shortLine(last, nameOf, conversation.members.length > 2)),
    messages > 1 && `and ${counted(messages - 1, "message")} before it`,
  ];
  return lines.filter(Boolean).join("\n");
}

/** @param {string} text */
const shortened = (text) => ([...text].length > longest ? `${[...text].slice(0, longest).join("")}…` : text);
