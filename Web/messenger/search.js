import { folded } from "./folded-letters.js";

/**
 * Whether every word of a search begins a word of what there is.
 *
 * @param {string[]} texts
 * @param {string} search
 */
export function found(texts, search) {
  const words = folded(texts.join(" ")).split(/[^\p{L}\p{N}]+/u);
  return folded(search).split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * @param {import("../grove/rules/model/messenger-types.js").ConversationSummary} conversation
 * @param {{ text: string, of?: string }} line what its row shows, which need not be the last message
 * @param {string} search
 */
export const matches = ({ title, members, last }, { text, of = "" }, search) =>
  found([title, ...members.flatMap(({ name, handle }) => [name, handle]), of, text,
    last?.content.kind === "text" ? last.content.text : last?.content.kind === "link"
      ? last.content.title : ""],
  search);
