import { compareIdentifiers } from "../encoding/identifiers.js";
import { readAccount } from "../device/accounts.js";
import { takesPartInCollaborations } from "../message/device-entry.js";
import { accountsOf } from "./shared-collaboration.js";
import { all, names } from "./sharing-names.js";

/**
 * @typedef {import("./sharing-names.js").Reader} Reader
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 * @typedef {import("./shared-collaboration.js").SharedCollaboration} SharedCollaboration
 * @typedef {import("./sharing.js").MembershipOffer} MembershipOffer
 * @typedef {import("./sharing.js").IdentityRenewal} IdentityRenewal
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
 * @param {Reader} records
 * @param {string} [conversationID]
 * @returns {Promise<SharedCollaboration[]>}
 */
export const sharedIn = (records, conversationID) =>
  all(records, conversationID ? `sharing/shared/${conversationID}/` : "sharing/shared/");

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

/**
 * The messenger's hook (protocol 12.2).
 *
 * @param {StagedRecords} records
 * @param {import("../message/statement-chain.js").StatementChain} chain
 */
export async function devicesChanged(records, chain) {
  const { accountID } = chain;
  if ((await renewals(records, chain)).length > 0) {
    records.put(names.changedDevices(accountID), accountID);
  }
}

/**
 * What one document of an offer asks for: only what the person was shown and what still holds.
 *
 * @param {SharedCollaboration} shared
 * @param {MembershipOffer["documents"][number]} agreed
 */
export const membershipChange = (shared, { gains, loses }) => ({
  purpose: { kind: /** @type {const} */ ("membership") }, participants: gains,
  removed: shared.participants.filter(({ account }) => loses.includes(account))
    .map(({ root }) => root),
});

/**
 * What gives accounts new identities. Where an earlier replacement came to no known end, whichever
 * root the server has is removed: that account proves again, and no root stays behind that nobody
 * knows of.
 *
 * @param {SharedCollaboration} shared
 * @param {Map<string, string>} old each account's root
 */
export function renewalChange(shared, old) {
  const suspects = new Set(shared.participants
    .filter(({ account, isSuspect }) => isSuspect && old.has(account))
    .map(({ account }) => account));
  if (suspects.size === 0) {
    const participants = [...old.keys()].sort(compareIdentifiers);
    const purpose = { kind: /** @type {const} */ ("replacement"), old };
    return { purpose, participants, removed: [] };
  }
  const [gains, loses] = [[...suspects].sort(compareIdentifiers), [...suspects]];
  return membershipChange(shared, {
    collaboration: shared.collaboration, title: shared.title, gains, loses,
  });
}

/**
 * Participants whose identity no longer fits their devices.
 *
 * @param {Reader} records
 * @param {import("../message/statement-chain.js").StatementChain} [newest] of one account only, not
 *   yet stored
 * @returns {Promise<IdentityRenewal[]>}
 */
export async function renewals(records, newest) {
  const found = [];
  for (const { collaboration, conversationID, participants } of await sharedIn(records)) {
    for (const { account, root, statement } of participants) {
      if (!statement || (newest && newest.accountID !== account)) continue;
      const chain = newest ?? (await readAccount(/** @type {any} */ (records), account))?.chain;
      const then = chain?.find(statement);
      const reason = chain && then && changeBetween(then, chain.newest);
      if (reason) found.push({ collaboration, conversationID, account, root, reason });
    }
  }
  return found;
}

/**
 * @param {import("../message/account-statement.js").AccountStatement} then
 * @param {import("../message/account-statement.js").AccountStatement} now
 * @returns {IdentityRenewal["reason"] | undefined}
 */
function changeBetween(then, now) {
  const [before, after] = [collaborationKeys(then), collaborationKeys(now)];
  if (before.some((key) => !after.includes(key))) return "device_removed";
  return after.length === before.length ? undefined : "device_added";
}

/**
 * The base keys that get a leaf in an identity (protocol 5.3).
 *
 * @param {import("../message/account-statement.js").AccountStatement} statement
 * @returns {string[]}
 */
export const collaborationKeys = (statement) =>
  statement.devices.filter((entry) => entry.has(takesPartInCollaborations))
    .map((entry) => entry.baseKey.text);
