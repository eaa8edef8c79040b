import { freshID } from "../device/local-device.js";
import { encodeContent } from "../message/content/message-content.js";
import { suggestedConversations } from "../rules/conversations/suggested-conversations.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import {
  beginShare, conversationOf, draftStatuses, giveBackDraft, obstacleOf, putDraft,
} from "../rules/sharing/draft-rules.js";
import { failureSentence } from "../rules/sharing/share-failure.js";
import { outcomeOf } from "../rules/sharing/share-job.js";
import { ShareSheet } from "../rules/sharing/share-sheet.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").Draft} Draft
 * @typedef {import("../rules/model/sharing-types.js").ShareFailure} ShareFailure
 * @typedef {import("../rules/model/sharing-types.js").ShareOutcome} ShareOutcome
 */

/** Shares staged in the compose field, and sending them. */
export class Drafts {
  #host;
  #shares;

  /**
   * @param {import("./sharing-host.js").SharingHost} host
   * @param {Pick<import("./shares.js").Shares, "run">} shares carries them out
   */
  constructor(host, shares) {
    this.#host = host;
    this.#shares = shares;
  }

  /**
   * A share sheet for content of an app, with the conversations the person is likely to mean.
   *
   * @param {import("../rules/model/sharing-types.js").SharedContent} content
   * @param {{ origin: string, name: string }} app
   * @returns {Promise<ShareSheet | undefined>} nothing where the content is neither metadata nor file
   */
  shareSheet = async (content, { origin, name }) => {
    if (!content.metadata && !content.file) return undefined;
    const suggested = await this.#host.look((records) => {
      const shared = all(records, names.shared())
        .filter(({ collaboration }) => collaboration.audience === origin);
      const candidates = all(records, names.conversation())
        .filter(({ state, requestedBy, members }) => state === "active" && !requestedBy
          && members.some((one) => one !== this.#host.accountID))
        .map(({ conversationID, lastActivityAt }) => ({
          conversationID, lastActivity: lastActivityAt,
          collaborations: shared.filter((one) => one.conversationID === conversationID).length,
        }));
      return suggestedConversations(candidates);
    });
    return new ShareSheet(origin, name, content, suggested);
  };

  /**
   * Puts a draft into the compose field. Nothing is sent and nobody is asked.
   *
   * @param {ShareSheet} sheet
   * @returns {Promise<Draft>}
   */
  stage = async (sheet) => {
    const draft = sheet.draft(freshID(), this.#host.now());
    await this.#host.change((records) => records.put(names.draft(draft.draftID), draft));
    return draft;
  };

  /** What is in compose fields, the oldest first. */
  drafts = async () => this.#host.look(draftStatuses);

  /**
   * Changes options, recipients or text of a draft that is not being sent. For options use
   * `setOption` of `rules/sharing/share-options.js` on `draft.metadata.userSelectedShareOptions`.
   *
   * @param {Draft} draft
   * @throws {MessengerError} `item_unknown`
   */
  updateDraft = async (draft) => this.#put(draft.draftID, draft);

  /**
   * Throws a draft away; one that is being sent has to be cancelled first.
   *
   * @param {string} draftID
   * @throws {MessengerError} `item_unknown`
   */
  discardDraft = async (draftID) => this.#put(draftID, undefined);

  /** @param {string} draftID @param {Draft | undefined} draft nothing: throws it away */
  async #put(draftID, draft) {
    const isDone = await this.#host.change((records) => putDraft(records, draftID, draft));
    if (!isDone) throw new MessengerError("item_unknown");
  }

  /**
   * Sends a draft: the app starts and adds identities, then everybody is invited. The app has to be
   * here (`isAppHere`); open it in the person's click otherwise (`bridge/app-actions.js`). Answers
   * when it is decided. A draft that failed is back at once; an app that answers has undone what it
   * did before this returns, or has had ten seconds for it.
   *
   * @param {string} draftID
   * @returns {Promise<ShareOutcome>}
   * @throws {MessengerError} `item_unknown` where there is no such draft or it is being sent;
   *   `limit_exceeded` for a text that fits into no message
   */
  send = async (draftID) => {
    const draft = await this.#host.store.get(names.draft(draftID));
    if (!draft) throw new MessengerError("item_unknown");
    const obstacle = obstacleOf(draft, this.#host.accountID);
    if (obstacle) return this.#giveBack(draft, { code: obstacle });
    try {
      // Its limits now, and not when the rest has been sent.
      encodeContent({ type: "text", text: draft.text });
    } catch {
      throw new MessengerError("limit_exceeded");
    }
    let conversationID;
    try {
      conversationID = await this.#conversationFor(draft);
    } catch (error) {
      const isUnknown = error instanceof MessengerError && error.code === "contact_unknown";
      if (!isUnknown) throw error;
      const account = await this.#unknownRecipient(draft);
      return this.#giveBack(draft, { code: "recipient_unknown", account });
    }
    return draft.metadata ? this.#share(draft, conversationID) : this.#sendCopy(draft, conversationID);
  };

  /**
   * @param {Draft} draft
   * @param {ShareFailure} failure
   * @returns {Promise<ShareOutcome>}
   */
  async #giveBack(draft, failure) {
    const isDone = await this.#host.change((records) => giveBackDraft(records, draft, failure));
    if (!isDone) throw new MessengerError("item_unknown");
    return { outcome: "failed", failure, sentence: failureSentence(failure) };
  }

  /** @param {Draft} draft @returns {Promise<string>} */
  async #conversationFor(draft) {
    const { accountID: me, store } = this.#host;
    const known = await this.#host.look((records) => conversationOf(records, draft, me));
    const found = known ?? (await this.#host.createConversation({ members: draft.recipients }));
    const record = await store.get(names.conversation(found));
    // The conversation itself may wait for the relay; nothing can be shared into it before.
    if (record?.state === "pending") await this.#host.sync();
    return found;
  }

  /**
   * Whom of them the relay does not know.
   *
   * @param {Draft} draft
   */
  async #unknownRecipient({ recipients }) {
    for (const account of recipients) {
      try {
        await this.#host.newestChain(account);
      } catch (error) {
        if (error instanceof MessengerError && error.code === "contact_unknown") return account;
      }
    }
    return recipients[0];
  }

  /** @param {Draft} draft @param {string} conversationID @returns {Promise<ShareOutcome>} */
  async #sendCopy(draft, conversationID) {
    const { draftID, file, text } = draft;
    if (!file) throw new MessengerError("item_unknown");
    const options = { name: file.name, text };
    const data = file.data.type === file.mediaType
      ? file.data : new Blob([file.data], { type: file.mediaType });
    const { delivery } = await this.#host.sendCopy(conversationID, data, options);
    if (delivery?.state === "failed") {
      return this.#giveBack(draft, { code: "upload_refused", reason: delivery.reason });
    }
    await this.#put(draftID, undefined);
    return { outcome: delivery?.state === "queued" ? "waiting" : "sent", conversationID };
  }

  /** @param {Draft} draft @param {string} conversationID @returns {Promise<ShareOutcome>} */
  async #share(draft, conversationID) {
    const [procedureID, messageID] = [freshID(), freshID()];
    const place = { conversationID, procedureID, messageID, me: this.#host.accountID };
    const prepare = () => this.#host.change((records) => beginShare(records, draft, place));
    const procedure = await this.#shares.run(procedureID, prepare, { is: "begin" });
    if (!procedure) throw new MessengerError("item_unknown");
    return outcomeOf(procedure.state, conversationID);
  }
}
