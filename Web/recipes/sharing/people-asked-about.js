import { counted, listed } from "../views/sentences.js";

/**
 * Whom a messenger's question is about, as this app calls them: it knows identities, and of those that somebody has
 * proved, whose they are.
 *
 * @typedef {object} AskedAbout
 * @property {string} renewed who keeps their access on the devices they have now; empty where nobody is meant
 * @property {string} removed who loses it
 */

/** @type {AskedAbout} */
export const nobodyAskedAbout = Object.freeze({ renewed: "", removed: "" });

/**
 * @param {import("../server/app-server.js").AppServer} server
 * @param {import("../../grove/bridge/owner-actions.js").ActionQuestion} question
 * @returns {Promise<AskedAbout>}
 */
export async function askedAbout(server, { collaborationID, renewedRoots, removedRoots }) {
  if (!collaborationID || renewedRoots.length + removedRoots.length === 0) return nobodyAskedAbout;
  const { owner, participants } = await server.participants(collaborationID);
  const known = new Map(participants.map((one) => [one.root, one]));
  const called = (/** @type {string[]} */ roots) => {
    const found = roots.map((root) => known.get(root));
    const names = found.flatMap((one) => one?.account === undefined ? []
      : [one.account === owner ? "you" : one.displayName ?? "somebody"]);
    const rest = found.length - found.filter((one) => one?.account !== undefined).length;
    const waiting = rest > 0 ? [`${rest === 1 ? "somebody" : counted(rest, "person", "people")} who ${rest === 1 ? "has" : "have"} `
      + "not opened it yet"] : [];
    return listed([...new Set(names), ...waiting]);
  };
  return { renewed: called(renewedRoots), removed: called(removedRoots) };
}
