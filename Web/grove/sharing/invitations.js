import { all, names } from "./sharing-names.js";

/** @typedef {import("./invitation-inbox.js").ReceivedInvitation} ReceivedInvitation */

/**
 * Newest first (protocol 8.3).
 *
 * @param {import("./sharing-names.js").Reader} records
 * @param {import("./sharing.js").CollaborationKey} collaboration
 * @returns {Promise<ReceivedInvitation[]>} those not taken back
 */
export async function usableInvitations(records, collaboration) {
  const known = await all(records, names.invitation(collaboration));
  return known.filter(({ isRevoked }) => !isRevoked)
    .sort((one, other) => other.order - one.order);
}

/**
 * @param {import("./sharing-names.js").Reader} records
 * @param {import("./sharing.js").CollaborationKey} collaboration
 */
export async function nextOrder(records, collaboration) {
  const known = await all(records, names.invitation(collaboration));
  return Math.max(0, ...known.map(({ order }) => order)) + 1;
}

/** @type {Record<string, string>} */
const sentences = {
  contradicts_earlier: "It contradicts an earlier invitation of the same sender.",
  removed_device: "It was sent by a device that has since been removed.",
  sender_not_member: "Its sender is not in this conversation.",
  audience_mismatch: "Its link does not lead where it says.",
  device_list_alarm: "It was made for a device list that is not yours.",
  root_mismatch: "It was not made for your devices.",
  map_mismatch: "It says something else to others than to you.",
  no_collaboration_device: "None of your devices takes part in collaborations.",
};

/**
 * @param {string} code of a link that is only a link
 * @returns {string} one sentence for the person
 */
export const warningSentence = (code) => sentences[code] ?? "It cannot be used here.";
