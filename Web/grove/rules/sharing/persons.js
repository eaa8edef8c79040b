import { compareIdentifiers } from "../../encoding/identifiers.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { isSame, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { collaborationOf } from "./share-job.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/sharing-types.js").NamedPerson} NamedPerson
 */

/**
 * Whose new identities are: of each another one that this account has given the same person there (protocol 9.3), so that
 * whoever is removed is removed with all of them. One of whom nothing was told to have gone comes first; of several the
 * smallest.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @param {readonly { account: string, root: string }[]} added
 * @returns {NamedPerson[]} nothing of who is given their first
 */
export function personsOf(records, collaboration, added) {
  const fresh = new Set(added.map(({ root }) => root));
  const given = givenIn(records, collaboration).filter(({ root }) => !fresh.has(root));
  const gone = new Set(records.get(names.toldGone(collaboration)));
  return added.flatMap(({ account, root }) => {
    const theirs = given.filter((one) => one.account === account).map((one) => one.root).sort(compareIdentifiers);
    const person = theirs.find((one) => !gone.has(one)) ?? theirs[0];
    return person === undefined ? [] : [{ root, person }];
  });
}

/**
 * What this account has given there in any conversation, and what it is giving just now.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
function givenIn(records, collaboration) {
  const shared = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration));
  const jobs = all(records, names.job()).filter((job) => {
    const key = collaborationOf(job);
    return key && isSame(key, collaboration);
  });
  return [...shared.flatMap(({ participants }) => participants),
    ...jobs.flatMap(({ state: { issued, pending } }) => [...issued, ...pending])];
}
