import { h, keep, newID } from "../../ui/dom.js";
import { avatar } from "../../ui/avatar.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { mentionField } from "./mention-field.js";

/** @typedef {import("../session/comments-and-lines.js").CommentOrLine} CommentOrLine */
/** @typedef {import("../log/update-format.js").Mention} Mention */
/** @typedef {import("./mention-field.js").Mentionable} Mentionable */

/**
 * The comments beside a recipe, and the field for the next one.
 *
 * @param {object} parts
 * @param {() => Mentionable[]} parts.people whom a comment may name now
 * @param {() => void} parts.refresh asks who they are by now
 * @param {(text: string, mentions: Mention[]) => void} parts.send
 * @param {(text: string) => void} parts.draftChanged what is being written: with each change, and with nothing once it
 *   is sent
 */
export function commentsPanel({ people, refresh, send, draftChanged }) {
  const title = newID();
  const list = h("ol", { class: "comments" });
  const empty = h("p", { class: "quiet small" }, "Nobody has said anything yet.");
  const off = h("p", { class: "quiet small", hidden: true });
  const field = mentionField({ people, refresh, send, draftChanged });
  // The page says what is new; a comment on its way is drawn twice, and would be told twice.
  const scroll = h("div", { class: "comments-scroll", role: "log", "aria-live": "off", tabindex: "0",
    "aria-labelledby": title }, empty, list);
  const element = h("section", { class: "comments-panel", "aria-labelledby": title },
    h("h2", { id: title }, "Comments"), scroll, off, field.element);

  /**
   * @param {CommentOrLine[]} entries
   * @param {(mentions: Mention[]) => boolean} namesMe
   * @param {string} myAccount
   */
  function show(entries, namesMe, myAccount) {
    const isNearEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
    empty.hidden = entries.length > 0;
    keep(list, entries, ({ updateID }) => updateID,
      ({ sequence, mentions }) => `${sequence > 0} ${namesMe(mentions)}`,
      (entry) => comment(entry, entry.account === myAccount, namesMe(entry.mentions)));
    if (isNearEnd) scroll.scrollTop = scroll.scrollHeight;
  }

  return {
    element, show, field,
    /** @param {boolean} canComment @param {boolean} canMention */
    allow: (canComment, canMention) => {
      field.element.hidden = !canComment;
      field.allowMentions(canMention);
      off.hidden = canComment;
      off.textContent = "Comments are switched off in this recipe.";
    },
  };
}

/** @param {CommentOrLine} entry @param {boolean} isMine @param {boolean} namesMe */
const comment = (entry, isMine, namesMe) =>
  h("li", { class: `comment ${namesMe ? "names-me" : ""}` },
    avatar(entry.name, "little"),
    h("div", { class: "comment-body" },
      h("p", { class: "comment-head" }, h("b", null, isMine ? "You" : entry.name), " ",
        h("time", { class: "small quiet", title: fullTime(entry.at) },
          entry.sequence ? shortTime(entry.at, Date.now()) : "sending…")),
      h("p", { class: "comment-text" }, ...withMentions(entry)),
      namesMe && h("p", { class: "spoken" }, "You are mentioned.")));

/**
 * The text with its mentions set apart.
 *
 * @param {{ text: string, mentions: Mention[] }} comment
 * @returns {(string | Node)[]}
 */
function withMentions({ text, mentions }) {
  /** @type {(string | Node)[]} */
  let parts = [text];
  for (const name of new Set(mentions.map((mention) => `@${mention.name}`))) {
    /** @type {(part: string | Node) => (string | Node)[]} */
    const setApart = (part) => typeof part !== "string" ? [part]
      : part.split(name).flatMap((piece, index) =>
        index === 0 ? [piece] : [h("b", { class: "mention" }, name), piece]);
    parts = parts.map(setApart).flat();
  }
  return parts;
}
