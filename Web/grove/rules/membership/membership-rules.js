import { compareIdentifiers } from "../../encoding/identifiers.js";
import { takesPartInCollaborations } from "../../message/device-entry.js";
import { isSame, names } from "../model/record-names.js";
import { forgetDeclined, withoutDeclined } from "./declined-changes.js";
import { accountsOf, sharedIn, withoutRoots } from "./shared-collaboration.js";
import { elsewhereOf, sharedBeside } from "./shared-elsewhere.js";
import { stillShared } from "./still-shared.js";
import { standing, toldOf } from "./told-to-have-gone.js";

/**
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").MembershipOffer} MembershipOffer
 * @typedef {import("../model/sharing-types.js").IdentityRenewal} IdentityRenewal
 * @typedef {import("./shared-collaboration.js").SharedCollaboration} SharedCollaboration
 * @typedef {MembershipOffer["documents"][number]} OfferedDocument
 * @typedef {{ conversationID: string, version: number, members: string[], state: string }} Roster
 *
 * @typedef {object} FormerMembers of a conversation
 * @property {string[]} accounts those who were in it and are no more, the last at the end; who came back may be among them
 * @property {number} [leftAt] when this person went last, by the relay's clock
 */

/**
 * The plan follows from who is there now, not from what happened on the way: several changes make
 * one offer, and one that was carried out elsewhere disappears. Who was taken out of a document has nothing to lose;
 * who left it by themselves may come back.
 *
 * @param {Reader} records
 * @param {Roster} roster
 * @param {string} me
 * @returns {MembershipOffer | undefined}
 */
export function offerFor(records, { conversationID, version, members, state }, me) {
  if (state === "left" || !members.includes(me)) return undefined;
  const dismissed = records.get(names.dismissed(conversationID));
  if (dismissed !== undefined && version <= dismissed) return undefined;
  const documents = stillShared(records, sharedIn(records, conversationID)).map((shared) => {
    const accounts = accountsOf(shared);
    const absent = accounts.filter((one) => !members.includes(one))
      .map((account) => ({ account, told: toldOf(records, shared, account) }));
    const left = absent.filter(({ told }) => told === "left").map(({ account }) => account);
    return withElsewhere(records, shared, withoutDeclined(records, conversationID, {
      collaboration: shared.collaboration, title: shared.title,
      gains: [...new Set(members)].filter((one) => !accounts.includes(one)).sort(compareIdentifiers),
      loses: absent.filter(({ told }) => told !== "removed").map(({ account }) => account),
      ...(left.length > 0 && { left }),
    }));
  }).filter(({ gains, loses }) => gains.length + loses.length > 0);
  return documents.length > 0 ? { conversationID, version, documents } : undefined;
}

/**
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {OfferedDocument} offered
 * @returns {OfferedDocument} with what those who lose it have of it by other conversations
 */
function withElsewhere(records, shared, offered) {
  const elsewhere = elsewhereOf(records, shared, offered.loses);
  return elsewhere.length > 0 ? { ...offered, elsewhere } : offered;
}

/**
 * The messenger's hook. The record only tells that there is an offer: what it says is worked out
 * when somebody looks.
 *
 * @param {Records} records
 * @param {Roster} roster
 * @param {string} me
 * @param {{ gone: string[], at: number }} change `gone`: accounts that have left it or were removed; `at`: the relay's clock
 */
export function rosterChanged(records, roster, me, { gone, at }) {
  if (gone.length > 0) rememberFormer(records, roster.conversationID, gone, gone.includes(me) ? at : undefined);
  forgetDeclined(records, roster);
  forgetRemoved(records, roster, me);
  const offer = offerFor(records, roster, me);
  const name = names.offer(roster.conversationID);
  if (offer || records.get(name)) records.put(name, offer?.version);
}

/** So many of a conversation's former members are remembered. */
const mostFormer = 256;

/**
 * What somebody did in a document is told where they did it, also when they, or this person, have gone from there.
 *
 * @param {Records} records
 * @param {string} conversationID
 * @param {string[]} gone
 * @param {number} [leftAt] when this person went, where it is them
 */
function rememberFormer(records, conversationID, gone, leftAt) {
  const name = names.formerMembers(conversationID);
  const before = records.get(name);
  const accounts = [...(before?.accounts ?? []).filter((one) => !gone.includes(one)), ...gone].slice(-mostFormer);
  records.put(name, { accounts, leftAt: leftAt ?? before?.leftAt });
}

/**
 * Who has gone from the conversation, and from whom the app had taken a document, has nothing of it: when they are added
 * again they may get it like anybody else. While they are in the conversation that was the owner's wish, and stays.
 *
 * @param {Records} records
 * @param {Roster} roster
 * @param {string} me
 */
function forgetRemoved(records, { conversationID, members, state }, me) {
  if (state === "left" || !members.includes(me)) return;
  for (const shared of sharedIn(records, conversationID)) {
    const gone = accountsOf(shared).filter((one) => !members.includes(one) && toldOf(records, shared, one) === "removed");
    if (gone.length === 0) continue;
    const roots = shared.participants.filter(({ account }) => gone.includes(account)).map(({ root }) => root);
    records.put(names.shared(conversationID, shared.collaboration), withoutRoots(shared, roots));
  }
}

/**
 * Who is removed loses the document altogether, unless they keep what other conversations give them.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {{ gains: string[], loses: string[], keeps: string[] }} change `keeps`: those of `loses`
 */
function membershipChange(records, shared, { gains, loses, keeps }) {
  const theirs = (/** @type {SharedCollaboration} */ { participants }, /** @type {string[]} */ accounts) =>
    participants.filter(({ account }) => accounts.includes(account)).map(({ root }) => root);
  const wholly = loses.filter((one) => !keeps.includes(one));
  const beside = sharedBeside(records, shared).flatMap((one) => theirs(one, wholly));
  return { purpose: { kind: /** @type {const} */ ("membership") }, participants: gains, removed: theirs(shared, loses),
    ...(beside.length > 0 && { beside }), ...(keeps.length > 0 && { only: true }) };
}

/**
 * What the person has agreed to of one document of an offer: only what they were shown and what
 * still holds.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {MembershipOffer["documents"][number]} agreed
 * @param {string} me
 */
export function agreedChange(records, shared, agreed, me) {
  const roster = records.get(names.conversation(shared.conversationID));
  const now = roster && offerFor(records, roster, me)?.documents
    .find(({ collaboration }) => isSame(collaboration, agreed.collaboration));
  if (!now) return undefined;
  const loses = now.loses.filter((one) => agreed.loses.includes(one));
  const keeps = loses.filter((one) => agreed.keeps?.includes(one));
  return membershipChange(records, shared, { gains: now.gains.filter((one) => agreed.gains.includes(one)), loses, keeps });
}

/**
 * Before somebody goes, who shared it takes it from them, or from everybody else where they go themselves: afterwards no
 * message of this conversation would tell whoever never opened it.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {(account: string) => boolean} isTheirs who loses it
 * @param {boolean} keepsElsewhere what they have by another conversation
 */
export function takenAway(records, shared, isTheirs, keepsElsewhere) {
  const loses = accountsOf(shared).filter(isTheirs);
  const keeps = keepsElsewhere ? elsewhereOf(records, shared, loses).map(({ account }) => account) : [];
  if (loses.length === 0) return undefined;
  return membershipChange(records, shared, { gains: [], loses, keeps });
}

/**
 * New identities for those of a group who are still in the conversation.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {IdentityRenewal[]} group all of the accounts it is about
 */
export function renewalOf(records, shared, group) {
  const members = records.get(names.conversation(shared.conversationID))?.members ?? [];
  const due = group.filter(({ account }) => members.includes(account));
  if (due.length === 0) return undefined;
  const suspects = new Set(shared.participants
    .filter(({ account, isSuspect }) => isSuspect && due.some((one) => one.account === account))
    .map(({ account }) => account));
  if (suspects.size > 0) return suspectsChange(records, shared, due, suspects);
  const old = new Map(due.map(({ account, root }) => [account, root]));
  const participants = [...old.keys()].sort(compareIdentifiers);
  return { purpose: { kind: /** @type {const} */ ("replacement"), old }, participants, removed: [] };
}

/**
 * Where an earlier replacement came to no known end, whichever root the server has is removed: that account proves again,
 * and no root stays behind that nobody knows of. Whoever has an identity for the devices of today keeps it, and needs no
 * other: nobody may be thrown out by what shall let them in.
 *
 * @param {Reader} records
 * @param {SharedCollaboration} shared
 * @param {IdentityRenewal[]} due
 * @param {Set<string>} suspects accounts
 */
function suspectsChange(records, shared, due, suspects) {
  const old = new Set(due.map(({ root }) => root));
  const present = standing(records, shared).participants
    .filter(({ root, statement, isSuspect }) => statement && !isSuspect && !old.has(root));
  const participants = [...suspects].filter((account) => !present.some((one) => one.account === account))
    .sort(compareIdentifiers);
  const removed = withoutRoots(shared, present.map(({ root }) => root)).participants
    .filter(({ account }) => suspects.has(account)).map(({ root }) => root);
  return { purpose: { kind: /** @type {const} */ ("membership") }, participants, removed, only: true };
}

/**
 * The base keys that get a leaf in an identity (protocol 5.3).
 *
 * @param {import("../../message/account-statement.js").AccountStatement} statement
 * @returns {string[]}
 */
export const collaborationKeys = (statement) =>
  statement.devices.filter((entry) => entry.has(takesPartInCollaborations))
    .map((entry) => entry.baseKey.text);
