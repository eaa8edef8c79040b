/** @typedef {import("../../grove/rules/model/messenger-types.js").ConversationSummary} ConversationSummary */

/**
 * Why nothing can be written in a conversation, in words that stand where the field would. One that is just beginning is
 * written in before anybody has come; one that everybody else has left, or in which they declined, is not.
 *
 * @param {Pick<ConversationSummary, "state" | "requestedBy" | "members">} conversation
 * @param {{ isRemoved: boolean, nameOf: (account: string) => string }} view `isRemoved`: this browser, from the account
 * @returns {string} empty where it can
 */
export function noComposing({ state, requestedBy, members }, { isRemoved, nameOf }) {
  if (isRemoved) return "This browser was removed from your account. You can read what is here, and send nothing.";
  if (state === "left") return "You are no longer in this conversation. What was said stays here.";
  if (state === "refused") return "The server did not take this conversation.";
  if (state === "pending") return "";
  if (requestedBy) return `${nameOf(requestedBy)} added you. What is written from now on comes when you accept.`;
  const isAlone = members.length === 1 && members[0].isMe;
  return isAlone ? "Nobody else is here: nobody would read it. You can add people." : "";
}
