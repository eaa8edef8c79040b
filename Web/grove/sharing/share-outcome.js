import { failureSentence } from "./share-failure.js";
import { collaborationOf } from "./share-job.js";

/**
 * @param {import("./share-state.js").ShareState} state
 * @param {string} conversationID
 * @returns {import("./sharing.js").ShareOutcome}
 */
export function outcomeOf(state, conversationID) {
  const { failure, phase } = state;
  if (failure) return { outcome: "failed", failure, sentence: failureSentence(failure) };
  if (phase !== "sent") return { outcome: "waiting", conversationID };
  const collaboration = collaborationOf(/** @type {any} */ ({ state }));
  return { outcome: "sent", conversationID, collaboration };
}
