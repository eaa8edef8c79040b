import { compareIdentifiers } from "../encoding/identifiers.js";
import { accountsOf, sharedIn } from "./shared-documents.js";
import { names } from "./sharing-names.js";

/**
 * @typedef {import("./sharing-names.js").Reader} Reader
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 * @typedef {import("./sharing.js").MembershipOffer} MembershipOffer
 * @typedef {{ conversationID: string, version: number, members: string[], state: string }} Roster
 */

/**
 * The plan follows from who is there now, not from what happened on the way: several changes make
 * one offer, and one that was carried out elsewhere disappears.
 *
 * @param {Reader} records
 * @param {Roster} roster
 * @param {string} me
 * @returns {Promise<MembershipOffer | undefined>}
 */
export async function offerFor(records, { conversationID, version, members, state }, me) {
  if (state === "left" || !members.includes(me)) return undefined;
  const dismissed = await records.get(names.dismissed(conversationID));
  if (dismissed !== undefined && version <= dismissed) return undefined;
  const documents = (await sharedIn(records, conversationID)).map((shared) => {
    const accounts = accountsOf(shared);
    return {
      collaboration: shared.collaboration, title: shared.title,
      gains: members.filter((one) => !accounts.includes(one)).sort(compareIdentifiers),
      loses: accounts.filter((one) => !members.includes(one)),
    };
  }).filter(({ gains, loses }) => gains.length + loses.length > 0);
  return documents.length > 0 ? { conversationID, version, documents } : undefined;
}

/**
 * The messenger's hook. The record only tells that there is an offer: what it says is worked out
 * when somebody looks.
 *
 * @param {StagedRecords} records
 * @param {Roster} roster
 * @param {string} me
 */
export async function rosterChanged(records, roster, me) {
  const offer = await offerFor(records, roster, me);
  const name = names.offer(roster.conversationID);
  if (offer || (await records.get(name))) records.put(name, offer?.version);
}
