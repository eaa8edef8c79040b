import { encodeContent } from "../message/content/message-content.js";
import { compareIdentifiers } from "../encoding/identifiers.js";
import { MessengerError } from "../device/messenger-error.js";
import { freshID } from "./fresh-id.js";
import { draftStateOf } from "./draft-views.js";
import { failureSentence } from "./share-failure.js";
import { outcomeOf } from "./share-outcome.js";
import { maximumParticipants, shareState } from "./share-state.js";
import { all, names } from "./sharing-names.js";

/**
 * @typedef {import("./sharing.js").Draft} Draft
 * @typedef {import("./sharing.js").ShareOutcome} ShareOutcome
 * @typedef {import("./share-job.js").ShareJob} ShareJob
 * @typedef {import("./sharing-names.js").Reader} Reader
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 */

/** Shares staged in the compose field, and sending them. */
export class DraftTable {
  #messenger;
  #desk;

  /**
   * @param {any} messenger
   * @param {() => Promise<import("./share-desk.js").ShareDesk>} desk carries shares out
   */
  constructor(messenger, desk) {
    this.#messenger = messenger;
    this.#desk = desk;
  }

  get #internal() {
    return this.#messenger.internal;
  }

  /** @param {import("./share-sheet.js").ShareSheet} sheet @returns {Promise<Draft>} */
  async stage(sheet) {
    const draft = sheet.draft(freshID(), this.#internal.now());
    await this.#internal.change(async (/** @type {StagedRecords} */ records) =>
      records.put(names.draft(draft.draftID), draft));
    return draft;
  }

  /** @type {import("./sharing.js").Sharing["updateDraft"]} */
  updateDraft = async (draft) => this.#put(draft.draftID, draft);

  /** @type {import("./sharing.js").Sharing["discardDraft"]} */
  discardDraft = async (draftID) => this.#put(draftID, undefined);

  /** @param {string} draftID @param {Draft | undefined} draft nothing: throws it away */
  async #put(draftID, draft) {
    const isDone = await this.#internal.change(async (/** @type {StagedRecords} */ records) => {
      const isFree = await isAtRest(records, draftID);
      if (isFree) records.put(names.draft(draftID), draft);
      return isFree;
    });
    if (!isDone) throw new MessengerError("item_unknown");
  }

  /** @param {string} draftID @returns {Promise<ShareOutcome>} */
  async send(draftID) {
    /** @type {Draft | undefined} */
    const draft = await this.#internal.read.get(names.draft(draftID));
    if (!draft) throw new MessengerError("item_unknown");
    const { recipients, text } = draft;
    if (recipients.length === 0) return this.#giveBack(draft, "no_recipients");
    if (recipients.length >= maximumParticipants) {
      return this.#giveBack(draft, "too_many_recipients");
    }
    try {
      // Its limits now, and not when the rest has been sent.
      encodeContent({ type: "text", text });
    } catch {
      throw new MessengerError("limit_exceeded");
    }
    const conversationID = await this.#conversationFor(draft);
    if (!draft.metadata) return this.#sendCopy(draft, conversationID);
    return this.#share({ ...draft, metadata: draft.metadata }, conversationID);
  }

  /**
   * @param {Draft} draft
   * @param {"no_recipients" | "too_many_recipients"} code
   * @returns {Promise<ShareOutcome>}
   */
  async #giveBack(draft, code) {
    const failure = { code };
    await this.#put(draft.draftID, { ...draft, failure });
    return { outcome: "failed", failure, sentence: failureSentence(failure) };
  }

  /** @param {Draft} draft @returns {Promise<string>} */
  async #conversationFor({ conversationID, recipients }) {
    const conversations = await all(this.#internal.read, "conversation/");
    const people = new Set([...recipients, this.#internal.accountID]);
    const known = conversationID ?? conversations.find(({ members, state }) =>
      (state === "active" || state === "pending") && members.length === people.size &&
      members.every((/** @type {string} */ one) => people.has(one)))?.conversationID;
    const found = known ?? (await this.#messenger.createConversation({ members: recipients }));
    const record = await this.#internal.read.get(`conversation/${found}`);
    // The conversation itself may wait for the relay; nothing can be shared into it before.
    if (record?.state === "pending") await this.#messenger.sync();
    return found;
  }

  /** @param {Draft} draft @param {string} conversationID @returns {Promise<ShareOutcome>} */
  async #sendCopy({ draftID, file, text }, conversationID) {
    if (!file) throw new MessengerError("item_unknown");
    const options = { name: file.name, text };
    const data = file.data.type === file.mediaType
      ? file.data : new Blob([file.data], { type: file.mediaType });
    const { delivery } = await this.#messenger.sendCopy(conversationID, data, options);
    await this.#put(draftID, undefined);
    if (delivery?.state === "failed") {
      const failure = { code: /** @type {const} */ ("upload_refused"), reason: delivery.reason };
      return { outcome: "failed", failure, sentence: failureSentence(failure) };
    }
    return { outcome: delivery?.state === "queued" ? "waiting" : "sent", conversationID };
  }

  /**
   * Stores the job that sends a draft; one change decides that it is the only one.
   *
   * @param {Draft & { metadata: import("./collaboration-metadata.js").CollaborationMetadata }}
   *   draft
   * @param {string} conversationID
   * @returns {Promise<ShareOutcome>}
   */
  async #share(draft, conversationID) {
    const procedureID = freshID();
    const { draftID, origin, metadata } = draft;
    const prepare = () => this.#internal.change(async (/** @type {StagedRecords} */ records) => {
      if (!(await isAtRest(records, draftID))) return undefined;
      const members = (await records.get(`conversation/${conversationID}`))?.members ?? [];
      const participants = [...new Set([...members, this.#internal.accountID])]
        .sort(compareIdentifiers);
      const state = shareState({ procedureID, purpose: { kind: "share" }, origin, participants });
      const job = { state, draftID, conversationID, metadata, messageID: freshID() };
      records.put(names.job(procedureID), job);
      records.put(names.draft(draftID), { ...draft, conversationID, failure: undefined });
      return job;
    });
    const desk = await this.#desk();
    const procedure = await desk.run(procedureID, prepare, { is: "begin" });
    if (!procedure) throw new MessengerError("item_unknown");
    return outcomeOf(procedure.state, conversationID);
  }
}

/** @param {Reader} records @param {string} draftID whether it is there and not being sent */
async function isAtRest(records, draftID) {
  if (!(await records.get(names.draft(draftID)))) return false;
  return !(await all(records, "sharing/job/")).some((/** @type {ShareJob} */ job) =>
    job.draftID === draftID && draftStateOf(job) !== "compensating");
}
