import { optionsSummary } from "./options/options-summary.js";
import { all } from "./sharing-names.js";

/** What is in compose fields. */
export class DraftViews {
  #read;

  /** @param {import("./sharing-names.js").Reader} read */
  constructor(read) {
    this.#read = read;
  }

  /** @type {import("./sharing.js").Sharing["drafts"]} */
  drafts = async () => {
    const jobs = await all(this.#read, "sharing/job/");
    const drafts = (await all(this.#read, "sharing/draft/"))
      .sort((one, other) => one.createdAt - other.createdAt);
    const failures = drafts.some(({ failure }) => failure) && await import("./share-failure.js");
    return drafts.map((draft) => {
      const job = jobs.find(({ draftID }) => draftID === draft.draftID);
      return {
        draft, state: job ? draftStateOf(job) : "staged", summary: summaryOf(draft),
        problem: failures && draft.failure ? failures.failureSentence(draft.failure) : undefined,
      };
    });
  };
}

/**
 * @param {import("./share-job.js").ShareJob} job
 * @returns {"queued" | "sending" | "compensating"} of its draft
 */
export function draftStateOf({ state: { phase } }) {
  if (phase === "staged") return "queued";
  const over = ["startOverdue", "updateOverdue", "compensating", "ended"];
  return over.includes(phase) ? "compensating" : "sending";
}

/**
 * The line under the title.
 *
 * @param {import("./sharing.js").Draft} draft
 */
function summaryOf({ metadata }) {
  if (!metadata) return "Send a copy";
  const { userSelectedShareOptions: options } = metadata;
  return options ? optionsSummary(options) : "Collaborate";
}
