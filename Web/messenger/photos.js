import { groupAvatar } from "../ui/avatar.js";

/** @type {Map<string, string>} addresses of photos, by conversation and version */
const addresses = new Map();

/**
 * The picture of a conversation; a photo that is not here yet takes its place when it is.
 *
 * @param {Pick<import("./app.js").App, "messenger" | "people">} app
 * @param {import("../grove/rules/model/messenger-types.js").ConversationSummary} conversation
 * @param {string} [size]
 * @returns {HTMLElement}
 */
export function pictureOf(app, { conversationID, members, photoVersion }, size) {
  const others = app.people.others(members);
  if (photoVersion === undefined) return groupAvatar(others, undefined, size);
  const name = `${conversationID} ${photoVersion}`;
  const element = groupAvatar(others, addresses.get(name), size);
  if (!addresses.has(name)) {
    app.messenger.photo(conversationID).then((image) => {
      if (!image) return;
      addresses.set(name, URL.createObjectURL(image));
      element.replaceWith(groupAvatar(others, addresses.get(name), size));
    }, () => {});
  }
  return element;
}
