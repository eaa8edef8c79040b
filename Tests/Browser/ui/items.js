/** @typedef {import("../../../Web/grove/rules/model/messenger-types.js").ThreadItem} ThreadItem */

export const me = "me";
export const noon = new Date(2026, 4, 20, 12).getTime();
export const minute = 60_000;

let position = 0;

/**
 * @param {string} sender
 * @param {number} sentAt
 * @param {Partial<ThreadItem>} [members]
 * @returns {ThreadItem}
 */
export const item = (sender, sentAt, members = {}) => ({
  position: (position += 1), conversationID: "c", sender, sentAt, receivedAt: sentAt,
  content: { kind: "text", text: "…" }, ...members,
});

/** @type {Record<string, string>} */
const names = { me: "You", ann: "Ann", bob: "Bob" };
/** @param {string} account */
export const nameOf = (account) => names[account] ?? "Somebody";
