/**
 * What a person reads of a document that cannot be opened any more. The Swift device's words are the same
 * (`Tests/Vectors/sentences.json`).
 *
 * @typedef {import("./document-state.js").Ending} Ending
 */

/** In a thread, where it was shared. @type {Readonly<Record<Ending, string>>} */
export const endings = Object.freeze({
  deleted: "It was deleted.",
  stopped: "It is not shared any more.",
  removed: "You have no access any more.",
  left: "You left it.",
  refused: "It is not shared with you any more.",
});

/**
 * To whom wanted to open it.
 *
 * @param {string} title
 * @param {Ending} [ending] as far as this messenger was told
 * @returns {string}
 */
export function endingSentence(title, ending = "refused") {
  switch (ending) {
    case "deleted": return `“${title}” was deleted. It is gone for everybody.`;
    case "stopped": return `“${title}” is not shared any more: its owner stopped sharing it with everybody.`;
    case "removed": return `“${title}” is not shared with you any more: its owner took you out of it.`;
    case "left": return `“${title}” is not shared with you any more: you left it.`;
    case "refused":
      return `“${title}” is not shared with you any more: you were taken out of it, or it is not shared at all now.`;
  }
}

/**
 * What was done to this person, after who did it.
 *
 * @type {Readonly<Partial<Record<Ending, string>>>}
 */
const deeds = Object.freeze({ removed: "took you out of it", stopped: "stopped sharing it" });

/**
 * @param {import("./document-state.js").ToldEnding | undefined} told
 * @param {import("../../message/notice-banner.js").NoticeBanner} banner
 * @returns {string | undefined} what was done to this person, the end of a sentence that begins with who did it; nothing
 *   where the banner is about something else
 */
export const deedToMe = (told, banner) =>
  told && banner.actors.length === 1 && isRemovalOfMe(told, banner) ? deeds[told.how] : undefined;

/**
 * @param {import("./document-state.js").ToldEnding} told
 * @param {import("../../message/notice-banner.js").NoticeBanner} banner
 * @returns {boolean} whether it tells of what ended the document for this person
 */
export const isRemovalOfMe = ({ at }, { kind, bySelf, firstAt, latestAt }) =>
  at !== undefined && kind === "removedCollaborator" && !bySelf && firstAt <= at && at <= latestAt;
