import { names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * Takes invitations back: only what the same inviter gave.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {readonly string[]} roots
 * @param {string} inviter
 */
export function revoke(records, collaboration, roots, inviter) {
  for (const one of all(records, names.invitation(collaboration))) {
    if (one.inviter !== inviter || !roots.includes(one.root) || one.isRevoked) continue;
    records.put(names.invitation(collaboration, one.root), { ...one, isRevoked: true });
  }
}
