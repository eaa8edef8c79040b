/**
 * What an app does when a messenger asks (protocol 6.5, 12.1). An exception is a failure without
 * words. Repeated actions have the same `actionID`, which serves as the server's request
 * identifier.
 *
 * @typedef {object} ActionHandlers
 * @property {(action: import("../rules/model/sharing-types.js").StartAction) =>
 *   Promise<{ link: string, collaborationID: string, epoch?: string }>} start makes link and
 *   identifier; `metadata.userSelectedShareOptions` says what was chosen
 * @property {(action: import("../rules/model/sharing-types.js").ParticipantsAction) =>
 *   Promise<{ epoch?: string } | void>} updateParticipants stores, removes, replaces roots
 * @property {(cancellation: import("../rules/model/sharing-types.js").ShareCancellation) =>
 *   Promise<unknown>} shareCancelled takes back what `start` made, where
 *   nobody uses it; `actionID` is that start's
 *
 * @typedef {"start" | "participants" | "cancelled"} ActionType
 * @typedef {{ link?: string, collaborationID?: string, epoch?: string }} StartAnswer
 */

/** Thrown by a handler: its message is a sentence for the person. */
export class ActionFailure extends Error {}

/** @type {Record<ActionType, keyof ActionHandlers>} */
const names = { start: "start", participants: "updateParticipants", cancelled: "shareCancelled" };

/**
 * @param {string} type
 * @returns {type is ActionType}
 */
export const isAction = (type) => Object.hasOwn(names, type);

/**
 * Does what is asked and says what came of it.
 *
 * @param {import("./window-channel.js").Message} message
 * @param {Partial<ActionHandlers>} handlers
 * @returns {Promise<{ ok: true, link?: string, collaborationID?: string, epoch?: string }
 *   | { ok: false, reason: string }>}
 */
export async function carryOut({ collab: _, id, type, ...action }, handlers) {
  try {
    const handler = isAction(type) ? handlers[names[type]] : undefined;
    if (!handler) return { ok: false, reason: "" };
    // What each is called with is the messenger's to say; handlers look at it as at any message.
    const answer = await handler(/** @type {never} */ (action));
    const { link, collaborationID, epoch } = /** @type {StartAnswer} */ (answer ?? {});
    return { ok: true, link, collaborationID, epoch: epoch === undefined ? undefined : `${epoch}` };
  } catch (error) {
    return { ok: false, reason: error instanceof ActionFailure ? error.message : "" };
  }
}
