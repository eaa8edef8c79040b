import { limits } from "../../message/content/limits.js";
import { KnownParticipants } from "../membership/known-membership.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { addressesIn, isToldByServer } from "./told-by-server.js";

/**
 * Who had come to a document before a device was added is told to the others only (protocol 12.8): one of them tells it,
 * once the added one is let in (12.2.2).
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../../message/content/own-documents.js").PersonIn} PersonIn
 * @typedef {import("./received-invitation.js").ReceivedInvitation} ReceivedInvitation
 */

/**
 * @param {Reader} records
 * @param {ReceivedInvitation} newest opens it on all devices there are
 * @param {(one: ReceivedInvitation) => boolean} isBefore whether an invitation was made before one of them was added
 * @returns {PersonIn[] | undefined} nothing where there is nobody to be told, or more than a message holds
 */
export function peopleToTell(records, { collaboration, root }, isBefore) {
  if (!isToldByServer(records, collaboration) || records.get(names.toldPeople(collaboration)) === root) return undefined;
  if (!all(records, names.invitation(collaboration)).some(isBefore)) return undefined;
  const known = KnownParticipants.of(records, collaboration);
  const people = (records.get(names.toldCame(collaboration)) ?? []).flatMap((one) => {
    const account = one.account ?? known.accountOf(one.root);
    if (account === undefined && one.name === undefined) return [];
    return [account ? { root: one.root, account } : { root: one.root, name: one.name }];
  });
  return people.length > limits.ownDocumentsPeople ? undefined : people;
}

/**
 * From then on this device knows as much as the one that tells: what happened since, it was told itself.
 *
 * @param {Records} records
 * @param {CollaborationKey} collaboration
 * @param {PersonIn[]} [people]
 * @returns {boolean} whether it did not know that already
 */
export function peopleCame(records, collaboration, people) {
  const later = addressesIn(records, collaboration).filter(({ isLater }) => isLater);
  if (!people || later.length === 0) return false;
  for (const { isLater: _, ...address } of later) records.put(names.noticeAddress(collaboration, address.addressID), address);
  const name = names.toldCame(collaboration);
  const known = records.get(name) ?? [];
  const gone = records.get(names.toldGone(collaboration)) ?? [];
  const earlier = people.filter(({ root }) => !gone.includes(root) && !known.some((one) => one.root === root));
  if (earlier.length > 0) records.put(name, [...earlier, ...known]);
  return true;
}
