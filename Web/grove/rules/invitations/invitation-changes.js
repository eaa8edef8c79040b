import { compareIdentifiers } from "../../encoding/identifiers.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { newestInvitation, titleOf } from "./document-state.js";
import { isHeard } from "./told-by-server.js";

/**
 * Takes invitations back: only what the same inviter gave.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {readonly string[]} roots
 * @param {string} inviter
 * @param {"deleted" | "stopped"} [ended] how, as the inviter says: for everybody
 */
export function revoke(records, collaboration, roots, inviter, ended) {
  for (const one of inOrder(records, collaboration)) {
    if (one.inviter !== inviter || !roots.includes(one.root) || one.isRevoked) continue;
    records.put(names.invitation(collaboration, one.root), { ...one, isRevoked: true, ...(ended && { ended }) });
  }
}

/**
 * The document has another name now: as its inviter says, whose word the invitation's title was. Where the app's server
 * tells this person, its word is newer; what it told before they wanted that no more is older.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {string} title
 * @param {string} inviter
 */
export function retitle(records, collaboration, title, inviter) {
  const newest = newestInvitation(records, collaboration);
  if (titleOf(records, collaboration) !== newest?.title) {
    // What was told gives way only to a word that is shown in its place.
    if (newest?.inviter !== inviter || newest.isRevoked || isHeard(records, collaboration)) return;
    records.put(names.toldTitle(collaboration), undefined);
  }
  for (const one of inOrder(records, collaboration)) {
    if (one.inviter !== inviter || one.title === title || one.isRevoked) continue;
    records.put(names.invitation(collaboration, one.root), { ...one, title });
  }
}

/**
 * As the Swift device goes through them.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 */
const inOrder = (records, collaboration) => all(records, names.invitation(collaboration))
  .sort((one, other) => compareIdentifiers(one.root, other.root));
