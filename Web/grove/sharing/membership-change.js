import { compareIdentifiers } from "../encoding/identifiers.js";

/**
 * @typedef {import("./shared-collaboration.js").SharedCollaboration} SharedCollaboration
 * @typedef {import("./sharing.js").MembershipOffer} MembershipOffer
 */

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
