import { compareIdentifiers } from "../../encoding/identifiers.js";

/**
 * Which conversations a share sheet offers first: where the app has been shared before, then what
 * was used last. Ties are broken by identifier, so that the order does not change from one look to
 * the next.
 *
 * @param {{ conversationID: string, lastActivity: number, collaborations: number }[]} candidates
 *   `collaborations`: how many of the same app are shared in it
 * @param {number} [limit]
 * @returns {string[]}
 */
export const suggestedConversations = (candidates, limit = 4) =>
  [...candidates]
    .sort((left, right) =>
      right.collaborations - left.collaborations || right.lastActivity - left.lastActivity ||
      compareIdentifiers(left.conversationID, right.conversationID))
    .slice(0, Math.max(0, limit)).map(({ conversationID }) => conversationID);
