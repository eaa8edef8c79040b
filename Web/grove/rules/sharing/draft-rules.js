import { compareIdentifiers } from "../../encoding/identifiers.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { failureSentence } from "./share-failure.js";
import { optionsSummary } from "./share-options.js";
import { maximumParticipants, shareState } from "./share-state.js";

/**
 * Drafts: what is in compose fields, and what may be done with it.
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../model/sharing-types.js").Draft} Draft
 * @typedef {import("../model/sharing-types.js").DraftStatus} DraftStatus
 * @typedef {import("./share-job.js").ShareJob} ShareJob
 */

/**
 * @param {Reader} records
 * @returns {DraftStatus[]} the oldest first
 */
export function draftStatuses(records) {
  const jobs = all(records, names.job());
  const drafts = all(records, names.draft());
  return drafts.sort((one, other) => one.createdAt - other.createdAt).map((draft) => {
    const states = jobs.filter(({ draftID }) => draftID === draft.draftID).map(draftStateOf);
    // Sent anew while what an earlier failure left is taken back: what is done now counts.
    const state = states.find((one) => one !== "compensating") ?? states[0] ?? "staged";
    return {
      draft, state, summary: summaryOf(draft),
      problem: draft.failure && failureSentence(draft.failure),
    };
  });
}

/**
 * Changes a draft, or throws it away.
 *
 * @param {Records} records
 * @param {string} draftID
 * @param {Draft | undefined} draft nothing: throws it away
 * @returns {boolean} false, and nothing changed, where there is none or it is being sent
 */
export function putDraft(records, draftID, draft) {
  const isFree = isAtRest(records, draftID);
  if (isFree) records.put(names.draft(draftID), draft);
  return isFree;
}

/**
 * It could not be sent, and nothing of it had begun.
 *
 * @param {Records} records
 * @param {Draft} draft
 * @param {import("./share-failure.js").ShareFailure} failure
 */
export const giveBackDraft = (records, draft, failure) =>
  putDraft(records, draft.draftID, { ...draft, failure });

/**
 * Why a draft cannot be sent: known before anybody is asked.
 *
 * @param {Draft} draft
 * @param {string} me this account
 * @returns {"no_recipients" | "too_many_recipients" | undefined}
 */
export function obstacleOf({ recipients }, me) {
  if (!recipients.some((account) => account !== me)) return "no_recipients";
  return recipients.length < maximumParticipants ? undefined : "too_many_recipients";
}

/**
 * The conversation a draft goes to, where there is one. One that still asks to be accepted is none.
 *
 * @param {Reader} records
 * @param {Draft} draft
 * @param {string} me
 * @returns {string | undefined}
 */
export function conversationOf(records, { conversationID, recipients }, me) {
  if (conversationID !== undefined) return conversationID;
  const people = new Set([...recipients, me]);
  return all(records, names.conversation()).find(({ members, state, requestedBy }) =>
    (state === "active" || state === "pending") && !requestedBy &&
    members.length === people.size && members.every((one) => people.has(one)))?.conversationID;
}

/**
 * Stores the job that sends a draft; one decision says that it is the only one.
 *
 * @param {Records} records
 * @param {Draft} draft
 * @param {{ conversationID: string, procedureID: string, messageID: string, me: string }} place
 * @returns {ShareJob | undefined} nothing where it is gone, or being sent
 */
export function beginShare(records, draft, { conversationID, procedureID, messageID, me }) {
  const { draftID, origin, metadata } = draft;
  if (!metadata || !isAtRest(records, draftID)) return undefined;
  const members = records.get(names.conversation(conversationID))?.members ?? [];
  const participants = [...new Set([...members, me])].sort(compareIdentifiers);
  const state = shareState({ procedureID, purpose: { kind: "share" }, origin, participants });
  const job = { state, draftID, conversationID, metadata, messageID };
  records.put(names.job(procedureID), job);
  records.put(names.draft(draftID), { ...draft, conversationID, failure: undefined });
  return job;
}

/** @param {Reader} records @param {string} draftID whether it is there and not being sent */
function isAtRest(records, draftID) {
  if (!records.get(names.draft(draftID))) return false;
  return !all(records, names.job()).some((job) =>
    job.draftID === draftID && draftStateOf(job) !== "compensating");
}

/**
 * @param {ShareJob} job
 * @returns {"queued" | "sending" | "compensating"} of its draft
 */
function draftStateOf({ state: { phase } }) {
  if (phase === "staged") return "queued";
  const over = ["startOverdue", "updateOverdue", "compensating", "ended"];
  return over.includes(phase) ? "compensating" : "sending";
}

/**
 * The line under the title.
 *
 * @param {Draft} draft
 */
function summaryOf({ metadata }) {
  if (!metadata) return "Send a copy";
  const { userSelectedShareOptions: options } = metadata;
  return options ? optionsSummary(options) : "Collaborate";
}
