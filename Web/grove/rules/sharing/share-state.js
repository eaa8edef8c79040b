/**
 * @typedef {import("./share-failure.js").ShareFailure} ShareFailure
 * @typedef {import("../../message/statement-chain.js").StatementReference} StatementReference
 *
 * @typedef {{ account: string, root: string, statement: StatementReference }} IssuedRoot
 * @typedef {{ old: string, new: string }} Replacement
 *
 * What it is for: new content, of which the app is asked to start first; a conversation's people
 * that have changed; participants whose devices changed, with each account's old root.
 *
 * @typedef {{ kind: "share" } | { kind: "membership" }
 *   | { kind: "replacement", old: Map<string, string> }} SharePurpose
 *
 * Where it stands. `startOverdue`, `updateOverdue`: given up, but the app has not answered, and
 * what it did is still to be learnt. `compensating`: the draft is back; `owed` is still to be
 * carried out, in this order.
 *
 * @typedef {"staged" | "resolving" | "starting" | "startOverdue" | "issuing" | "updating"
 *   | "updateOverdue" | "uploading" | "sent" | "compensating" | "ended"} SharePhase
 *
 * What must be undone after a failure, so that nothing is left (design 5.7).
 *
 * @typedef {{ undo: "removeRoots", roots: string[] }
 *   | { undo: "restoreRoots", replaced: Replacement[] } | { undo: "cancelStart" }} Compensation
 *
 * What the procedure remembers: plain data. No seed and no key.
 *
 * @typedef {object} ShareState
 * @property {string} procedureID random; every action's identifier follows from it
 * @property {SharePurpose} purpose
 * @property {string} origin the app's
 * @property {string[]} participants who gets an identity, the initiator included where it takes
 *   part
 * @property {string[]} removed identities that go
 * @property {string[]} [beside] those of the same people in other conversations, which go too
 * @property {boolean} [only] they go alone: their persons keep what else they have
 * @property {SharePhase} phase
 * @property {ShareFailure} [failure] why it failed, once it has
 * @property {Compensation[]} owed
 * @property {{ link: string, collaborationID: string, epoch: bigint }} [started] what the start
 *   action was fulfilled with
 * @property {IssuedRoot[]} issued the roots that stand, one for each participant
 * @property {string[]} offered every root the app was ever asked to add
 * @property {IssuedRoot[]} pending roots that the next upload brings into being
 * @property {number} round counts the uploads refused because recipients' devices changed
 *
 * What it asks for; the answer comes back as one of the events named.
 *
 * @typedef {{ to: "resolve", accounts: string[] } | { to: "start" | "abandonStart" | "abandonUpdate" }
 *   | { to: "issue", accounts: string[] }
 *   | { to: "update", step: string, added: string[], removed: string[], replaced: Replacement[], only?: boolean,
 *     persons?: import("../model/sharing-types.js").NamedPerson[] }
 *   | { to: "upload", roots: IssuedRoot[] } | { to: "resumeUpload" }
 *   | { to: "forget", roots: string[] } | { to: "suspect", roots: IssuedRoot[] }
 *   | { to: "keep", roots: IssuedRoot[] }
 *   | { to: "announce", added: IssuedRoot[], removed: string[] }
 *   | { to: "giveBack", failure: ShareFailure }
 *   | { to: "compensate", compensation: Compensation, step: string }} ShareDirective
 *   resolve → resolved, resolveFailed; start → started, startFailed, startLost, startTimedOut;
 *   issue → issued, issueFailed; update → updated, updateFailed, updateTimedOut; upload,
 *   resumeUpload → uploaded, devicesChanged, uploadRefused; compensate → compensated,
 *   compensationFailed. `abandonStart`, `abandonUpdate`: the call is given up, and its late answer is
 *   still to be told; nothing to do for a shell that has given it up itself. The others only concern this device's own records.
 *
 * What it is told.
 *
 * @typedef {{ is: "begin" | "startTimedOut" | "updateTimedOut" | "uploaded" | "devicesChanged"
 *     | "cancelled" | "compensated" | "compensationFailed" | "retry" | "restarted" }
 *   | { is: "resolved", resolutions: Resolution[] }
 *   | { is: "started", started: { link: string, collaborationID: string, epoch: bigint } }
 *   | { is: "issued", roots: IssuedRoot[] } | { is: "updated", epoch?: bigint }
 *   | { is: "updateFailed", failure: ShareFailure, isUnchanged?: boolean }
 *   | { is: "resolveFailed" | "startFailed" | "startLost" | "issueFailed" | "uploadRefused",
 *     failure: ShareFailure }} ShareEvent `isUnchanged`: the app was asked for nothing, as it says
 *
 * What looking an account up led to: how many of its devices take part, or why it cannot be
 * invited.
 *
 * @typedef {{ account: string, statement: StatementReference, devices: number }
 *   | { account: string, failure: "recipient_unknown" | "recipient_untrusted" }} Resolution
 */

/** Protocol 18.5; the initiator counts. */
export const maximumParticipants = 256;

/**
 * @param {Pick<ShareState, "procedureID" | "purpose" | "origin" | "participants">
 *   & Partial<ShareState>} beginning
 * @returns {ShareState}
 */
export const shareState = (beginning) => ({
  removed: [], phase: "staged", owed: [], issued: [], offered: [], pending: [], round: 0,
  ...beginning,
});

/**
 * Roots that other participants must stop believing in.
 *
 * @param {ShareState} state
 */
export const goneIn = (state) =>
  (state.purpose.kind === "replacement" ? replacedIn(state) : state.removed);

/**
 * What a replacement takes away.
 *
 * @param {ShareState} state
 * @returns {string[]}
 */
export function replacedIn({ purpose, participants }) {
  if (purpose.kind !== "replacement") return [];
  return participants.map((account) => purpose.old.get(account) ?? "").filter(Boolean);
}
