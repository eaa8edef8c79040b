import { sha256 } from "../../crypto/hash.js";
import { concat, decodeBase64URL, encodeBase64URL, utf8 } from "../../encoding/encoding.js";
import { isSame, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { failureSentence } from "./share-failure.js";
import { optionsSummary } from "./share-options.js";
import { shareState } from "./share-state.js";

/**
 * A share procedure with what it is about, as it is stored between its steps.
 *
 * @typedef {object} ShareJob
 * @property {import("./share-state.js").ShareState} state
 * @property {string} [draftID] the draft that comes back when it fails
 * @property {string} conversationID
 * @property {import("../model/sharing-types.js").CollaborationMetadata} metadata
 * @property {string} messageID of the message that carries the invitations
 * @property {import("../invitations/received-invitation.js").ReceivedInvitation} [own] this
 *   device's own part, made before the envelopes leave; kept once they have
 */

/**
 * @param {ShareJob} job
 * @returns {import("../model/sharing-types.js").CollaborationKey | undefined}
 */
export const collaborationOf = ({ state }) => collaborationIn(state);

/** @param {import("./share-state.js").ShareState} state */
const collaborationIn = ({ origin, started }) =>
  started && { audience: origin, collaborationID: started.collaborationID };

/** @param {import("../model/sharing-types.js").CollaborationMetadata} metadata */
export const summaryOf = ({ userSelectedShareOptions: options }) =>
  (options ? optionsSummary(options) : "");

/**
 * The identifier of one of a procedure's actions or messages: the same whenever it is repeated.
 *
 * @param {ShareJob} job
 * @param {string} step
 */
export async function stepID({ state: { procedureID } }, step) {
  const digest = await sha256(concat(decodeBase64URL(procedureID), utf8(step)));
  return encodeBase64URL(digest.subarray(0, 16));
}

/**
 * @param {import("./share-state.js").ShareState} state
 * @param {string} conversationID
 * @returns {import("../model/sharing-types.js").ShareOutcome}
 */
export function outcomeOf(state, conversationID) {
  const { failure, phase } = state;
  if (failure) return { outcome: "failed", failure, sentence: failureSentence(failure) };
  if (phase !== "sent") return { outcome: "waiting", conversationID };
  return { outcome: "sent", conversationID, collaboration: collaborationIn(state) };
}

/**
 * What a change of who takes part asks for.
 *
 * @typedef {Pick<import("./share-state.js").ShareState, "purpose" | "participants" | "removed" | "beside" | "only">}
 *   ParticipantsChange
 */

/**
 * Stores the job that changes who takes part in a collaboration. One change at a time: two would not
 * know of each other's roots.
 *
 * @param {import("../model/records.js").Records} records
 * @param {{ conversationID: string, procedureID: string, messageID: string,
 *   collaboration: import("../model/sharing-types.js").CollaborationKey }} place
 * @param {(records: import("../model/records.js").Reader,
 *   shared: import("../membership/shared-collaboration.js").SharedCollaboration) =>
 *   ParticipantsChange | undefined} decide
 * @returns {ShareJob | undefined} nothing where there is nothing to change
 */
export function beginChange(records, place, decide) {
  const { conversationID, collaboration, procedureID, messageID } = place;
  const shared = records.get(names.shared(conversationID, collaboration));
  const isChanging = all(records, names.job()).some((job) => {
    const key = collaborationOf(job);
    return key && job.conversationID === conversationID && isSame(key, collaboration);
  });
  const change = shared && !isChanging ? decide(records, shared) : undefined;
  if (!shared || !change) return undefined;
  const { link, epoch, metadata } = shared;
  const { audience: origin, collaborationID } = collaboration;
  const state = shareState(
    { procedureID, origin, started: { link, collaborationID, epoch }, ...change });
  const job = { state, conversationID, metadata, messageID };
  records.put(names.job(procedureID), job);
  return job;
}
