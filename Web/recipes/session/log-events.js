import { fromBase64URL } from "../log/base64url.js";
import { readUpdate } from "../log/update-format.js";

/** @typedef {import("../server/body-types.js").DocumentEvent} DocumentEvent */

/** @param {DocumentEvent} event @returns {import("../log/update-format.js").Update | undefined} */
export function updateOf({ kind, data = "" }) {
  return kind === "edit" || kind === "comment" ? readUpdate(kind, fromBase64URL(data)) : undefined;
}

/**
 * @param {DocumentEvent} event
 * @returns {import("./comments-and-lines.js").CommentOrLine | undefined} a comment or a line; nothing for what is only
 *   typed, and for what cannot be read
 */
export function entryOf(event) {
  const update = updateOf(event);
  if (!update || update.type === "live" || update.type === "unknown") return undefined;
  // A field written whole where others type together: shown, so that nobody's words are lost.
  const text = update.type === "field" ? `${update.field}: ${update.text}` : update.text;
  return {
    sequence: Number(event.sequence), updateID: event.updateID ?? event.sequence,
    type: update.type === "comment" ? "comment" : "line", account: event.account ?? "",
    name: event.displayName ?? "Somebody", at: Number(event.at), text,
    mentions: update.type === "comment" ? update.mentions : [],
  };
}
