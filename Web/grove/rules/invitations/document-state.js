import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { usableInvitations } from "./received-invitation.js";

/**
 * What this device was told of a document since it was shared: in notices that the app's server vouches for, and by
 * the app itself.
 *
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/sharing-types.js").DocumentState} DocumentState
 *
 * @typedef {object} ToldEnding
 * @property {"deleted" | "removed" | "refused"} how `refused`: the app's server takes none of this person's
 *   identities; whether they were taken out or it is not shared any more, nobody says
 * @property {number} order of the newest invitation then: a later one opens the document again
 *
 * @typedef {object} ToldTitle
 * @property {string} title
 * @property {number} at milliseconds, of the renaming
 * @property {string} [instead] what the newest invitation said then: identities are refreshed under it, and an
 *   invitation with another title is newer than what was told
 */

/**
 * @param {import("../model/records.js").Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {DocumentState}
 */
export function documentState(records, collaboration) {
  const newest = newestOf(records, collaboration);
  const told = records.get(names.toldTitle(collaboration));
  const isTold = told && (!newest || newest.title === told.instead || newest.title === told.title);
  const ending = endingOf(records, collaboration);
  return { title: isTold ? told.title : newest?.title, ...(ending && { ending }) };
}

/** @param {import("../model/records.js").Reader} records @param {CollaborationKey} collaboration */
function newestOf(records, collaboration) {
  return all(records, names.invitation(collaboration)).sort((one, other) => other.order - one.order).at(0);
}

/**
 * @param {import("../model/records.js").Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {DocumentState["ending"]}
 */
function endingOf(records, collaboration) {
  const told = records.get(names.toldEnding(collaboration));
  if (told?.how === "deleted") return "deleted";
  const [usable] = usableInvitations(records, collaboration);
  if (!usable) return newestOf(records, collaboration) ? "removed" : undefined;
  return told && usable.order <= told.order ? told.how : undefined;
}

/**
 * Something has happened to the document, as somebody says who can be believed about it: the app's own page on this
 * device, or a notice with its server's word.
 *
 * @param {import("../model/records.js").Records} records
 * @param {CollaborationKey & { kind?: string, root?: string, title?: string, at: number }} told
 */
export function documentTold(records, { kind, root, title, at, ...collaboration }) {
  if (kind === "renamed" && title) {
    const known = records.get(names.toldTitle(collaboration));
    if (known && known.at > at) return;
    const instead = newestOf(records, collaboration)?.title;
    records.put(names.toldTitle(collaboration), { title, at, instead });
  }
  if (kind === "deleted") records.put(names.toldEnding(collaboration), { how: "deleted", order: 0 });
  // Whom it is about: nobody's invitation but this person's own is here.
  const mine = root && kind === "removedCollaborator" && records.get(names.invitation(collaboration, root));
  if (mine) end(records, collaboration, "removed", mine.order);
}

/**
 * The app asks for a proof: without having refused one it may have let this person in again; once it has refused
 * them all, there is nothing to open.
 *
 * @param {import("../model/records.js").Records} records
 * @param {CollaborationKey} collaboration
 * @param {readonly string[]} refused roots
 */
export function proofsRefused(records, collaboration, refused) {
  const invitations = usableInvitations(records, collaboration);
  const told = records.get(names.toldEnding(collaboration));
  if (told?.how === "refused") records.put(names.toldEnding(collaboration), undefined);
  if (invitations.length === 0 || !invitations.every(({ root }) => refused.includes(root))) return;
  end(records, collaboration, "refused", invitations[0].order);
}

/**
 * @param {import("../model/records.js").Records} records
 * @param {CollaborationKey} collaboration
 * @param {ToldEnding["how"]} how
 * @param {number} order
 */
function end(records, collaboration, how, order) {
  const known = records.get(names.toldEnding(collaboration));
  if (known?.how === "deleted" || (known && known.order > order)) return;
  records.put(names.toldEnding(collaboration), { how, order });
}
