import { names } from "../model/record-names.js";
import { withoutRoots } from "./shared-collaboration.js";

/**
 * What was told of somebody's access since a document was shared with them: they have it; they gave it up themselves,
 * and may come back, because the identity is theirs still (protocol 9.5); somebody took it from them, and with it the
 * identity.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {import("./shared-collaboration.js").SharedCollaboration} shared
 * @param {string} account
 * @returns {"present" | "left" | "removed"}
 */
export function toldOf(records, { collaboration, participants }, account) {
  const gone = records.get(names.toldGone(collaboration)) ?? [];
  const roots = participants.filter((one) => one.account === account).map(({ root }) => root);
  if (roots.some((root) => !gone.includes(root))) return "present";
  const left = records.get(names.toldLeft(collaboration)) ?? [];
  return roots.some((root) => left.includes(root)) ? "left" : "removed";
}

/**
 * What was shared, without those from whom it was taken: who is invited from now on is not told that they are in it.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {import("./shared-collaboration.js").SharedCollaboration} shared
 */
export function standing(records, shared) {
  const left = records.get(names.toldLeft(shared.collaboration)) ?? [];
  const gone = records.get(names.toldGone(shared.collaboration)) ?? [];
  return withoutRoots(shared, gone.filter((root) => !left.includes(root)));
}
