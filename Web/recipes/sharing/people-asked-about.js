import { personByRoot } from "../document/participants.js";
import { codeOf } from "../server/problem.js";
import { counted, listed } from "../views/sentences.js";

/**
 * Whom a messenger's question is about, as this app calls them: it knows identities, whose they are of those that somebody
 * has proved, and which are one person's.
 *
 * @typedef {object} AskedAbout
 * @property {string} renewed who keeps their access on the devices they have now; empty where nobody is meant
 * @property {true} [isUnnamed] this app has no name for somebody of them
 * @property {string} removed who loses it
 * @property {string} kept who loses one invitation and keeps it by another
 * @property {number} [losing] how many people lose it; nothing where that is not known
 * @property {boolean} [isNobody] only what is named shall go, and nothing of it is in the list: nothing would change
 *
 * @typedef {import("../server/body-types.js").ParticipantList} ParticipantList
 */

/** @type {AskedAbout} */
export const nobodyAskedAbout = Object.freeze({ renewed: "", removed: "", kept: "" });

/**
 * @param {import("../server/app-server.js").AppServer} server
 * @param {import("../../grove/bridge/owner-actions.js").ActionQuestion} question
 * @returns {Promise<AskedAbout>}
 */
export async function askedAbout(server, { collaborationID, renewedRoots, removedRoots, only }) {
  if (!collaborationID || renewedRoots.length + removedRoots.length === 0) return nobodyAskedAbout;
  const list = await server.participants(collaborationID).catch((error) => {
    // Only its owner is told that it is gone: nobody is in it, and there is nothing to take out.
    if (codeOf(error) === "gone" && renewedRoots.length === 0) return undefined;
    throw error;
  });
  if (!list) return { ...nobodyAskedAbout, isNobody: true };
  const people = peopleOf(list);
  const meant = (/** @type {string[]} */ roots) => people.filter((one) => one.roots.some((root) => roots.includes(root)));
  const strange = renewedRoots.filter((root) => !people.some(({ roots }) => roots.includes(root))).length;
  // By what is not in the list any more nobody loses anything: it is said where there is nothing else to say.
  // Without “only” an invitation that is gone stands for its person, with whatever else they have (protocol 9.3.1).
  const isNobody = only && removedRoots.length > 0 && renewedRoots.length === 0 && meant(removedRoots).length === 0;
  const unknown = meant(removedRoots).length > 0 ? 0 : removedRoots.length;
  const keeps = (/** @type {{ roots: string[] }} */ { roots }) => only && roots.some((root) => !removedRoots.includes(root));
  const losing = meant(removedRoots).filter((one) => !keeps(one));
  const renewing = meant(renewedRoots);
  const isUnnamed = strange > 0 || renewing.some(({ name }) => name === undefined);
  return {
    renewed: called(renewing, strange), ...(isUnnamed && { isUnnamed }), removed: called(losing, unknown), losing: losing.length + unknown,
    kept: called(meant(removedRoots).filter(keeps)), ...(isNobody && { isNobody }),
  };
}

/**
 * @param {ParticipantList} list
 * @returns {{ name?: string, roots: string[] }[]} a person each; without a name where they have not come yet
 */
function peopleOf({ owner, participants }) {
  const persons = personByRoot(participants);
  const accounts = new Map(participants.flatMap(({ root, account }) => (account ? [[persons.get(root), account]] : [])));
  /** @type {Map<string | undefined, { name?: string, roots: string[] }>} */
  const people = new Map();
  for (const { root, account, displayName } of participants) {
    const key = account ?? accounts.get(persons.get(root)) ?? persons.get(root);
    const name = account === undefined ? undefined : account === owner ? "you" : displayName ?? "somebody";
    const known = people.get(key);
    people.set(key, { name: known?.name ?? name, roots: [...known?.roots ?? [], root] });
  }
  return [...people.values()];
}

/**
 * Whoever was taken out and invited again may have opened it before, by what is gone: it is not said that they never did.
 *
 * @param {{ name?: string }[]} people
 * @param {number} [unknown] more of them
 */
function called(people, unknown = 0) {
  const names = people.flatMap(({ name }) => name ?? []);
  const rest = people.length - names.length + unknown;
  const waiting = rest > 0 ? [`${rest === 1 ? "somebody" : counted(rest, "person", "people")} who ${rest === 1 ? "has" : "have"} `
    + "not opened it since they were invited"] : [];
  return listed([...new Set(names), ...waiting]);
}
