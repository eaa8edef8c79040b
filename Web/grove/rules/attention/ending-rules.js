import { isRemovalOfMe } from "../invitations/ending-sentences.js";

/**
 * What has ended by somebody else's hand is not taken as seen because its person was likely there.
 *
 * @param {import("../invitations/document-state.js").ToldEnding | undefined} told
 * @param {import("../../message/notice-banner.js").NoticeBanner} banner
 * @returns {boolean} whether the banner tells of that
 */
export const isEndToMe = (told, banner) => banner.kind === "deleted"
  || ((told?.how === "removed" || told?.how === "stopped") && isRemovalOfMe(told, banner));
