import { compareIdentifiers } from "../../encoding/identifiers.js";
import { sharedIn } from "../membership/shared-collaboration.js";
import { isSame, names } from "../model/record-names.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/sharing-types.js").NamedPerson} NamedPerson
 */

/**
 * Whose new identities are: of each another one that this account has given the same person there (protocol 9.3), so that
 * whoever is removed is removed with all of them. One of whom nothing was told to have gone comes first, then one that the
 * same job is giving; of several the smallest. What another job is giving may never be added.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @param {readonly { account: string, root: string }[]} added
 * @param {readonly { account: string, root: string }[]} [giving] what the same job gives
 * @returns {NamedPerson[]} nothing of who is given their first
 */
export function personsOf(records, collaboration, added, giving = []) {
  const fresh = new Set(added.map(({ root }) => root));
  const given = sharedIn(records).filter((one) => isSame(one.collaboration, collaboration))
    .flatMap(({ participants }) => participants);
  const gone = new Set(records.get(names.toldGone(collaboration)));
  return added.flatMap(({ account, root }) => {
    const of = (/** @type {readonly { account: string, root: string }[]} */ some) => some
      .filter((one) => one.account === account && !fresh.has(one.root)).map((one) => one.root).sort(compareIdentifiers);
    const theirs = of(given);
    const person = theirs.find((one) => !gone.has(one)) ?? of(giving)[0] ?? theirs[0];
    return person === undefined ? [] : [{ root, person }];
  });
}
