import { isEntryCandidate, isKeptForEntries } from "../../identity/entry-labels.js";
import { names } from "../model/record-names.js";

/**
 * Which of this person's accounts an app may find again (protocol 8.9.4): those born of a proof, for which this device has
 * signed in the very collaboration that is entered. The app's server has each of these signatures, so showing it the
 * identity that the account was born of tells it nothing new.
 *
 * @typedef {import("../invitations/received-invitation.js").ReceivedInvitation} ReceivedInvitation
 *
 * @typedef {object} Birth an identity of this device, and the account it made
 * @property {string} collaborationID
 * @property {string} root
 * @property {string} account
 *
 * @typedef {{ account: string, births: Birth[] }} Entering `account`: what an entry is expected to lead to; `births` are
 *   shown along
 */

/** Accounts that are remembered for a collaboration; as many identities are shown at most. */
export const maximumSigned = 4;

/**
 * Notes for which account this device signs. Others than those born of a proof are signed in to in another way.
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {string} account
 */
export function proofSigned(records, collaboration, account) {
  if (!isKeptForEntries(account) || isEntryCandidate(account)) return;
  const name = names.signedAccounts(collaboration);
  const known = records.get(name) ?? [];
  if (known.at(-1) === account) return;
  records.put(name, [...known.filter((one) => one !== account), account].slice(-maximumSigned));
}

/**
 * Who has no account there is about to enter the one that it was last signed for, where that was born of an identity of
 * this device; else the one that this very identity makes. Shown along are the identities that the accounts signed for
 * were born of, the latest account's first: also those of what has ended or was taken back.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {ReceivedInvitation} chosen
 * @param {readonly Birth[]} entered what each identity of this device enters at that audience
 * @returns {Entering}
 */
export function decideEntering(records, { collaboration, root }, entered) {
  const own = entered.find((one) =>
    one.collaborationID === collaboration.collaborationID && one.root === root)?.account ?? "";
  const born = birthsSignedIn(records, collaboration, entered);
  return { account: born[0]?.account ?? own, births: born.filter(({ account }) => account !== own) };
}

/**
 * By which of several invitations the account that was last signed for is reached: by the one it was born of, or one of the
 * same conversation, which may have taken its place. Another one of this person, not in use yet, would lead nowhere
 * (protocol 9.3.1).
 *
 * @param {import("../model/records.js").Reader} records
 * @param {ReceivedInvitation[]} provable
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {readonly Birth[]} entered
 * @returns {ReceivedInvitation | undefined} nothing: none is better than the newest
 */
export function entranceAmong(records, provable, collaboration, entered) {
  const [birth] = birthsSignedIn(records, collaboration, entered);
  if (birth?.collaborationID !== collaboration.collaborationID) return undefined;
  const known = records.get(names.invitation(collaboration, birth.root));
  return provable.find(({ root }) => root === birth.root)
    ?? provable.find(({ conversationID }) => conversationID === known?.conversationID);
}

/**
 * What the accounts signed for there were born of, the latest account's first.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {readonly Birth[]} entered
 */
function birthsSignedIn(records, collaboration, entered) {
  const signed = records.get(names.signedAccounts(collaboration)) ?? [];
  return [...signed].reverse().flatMap((account) => entered.find((one) => one.account === account) ?? []);
}
