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
