import { optionsSummary, selectedIdentifiers, setOption } from "./share-options.js";
import { maximumParticipants } from "./share-state.js";

/**
 * Above everything else in a share sheet.
 *
 * @typedef {object} ShareHeader
 * @property {string} title
 * @property {Blob} [image]
 * @property {string} appName
 * @property {string} [initiatorHandle] the app account the person shares from: shown to them only
 * @property {string} [initiatorName]
 */

/**
 * What a person sees before they share (design 3, step 2), without a screen: a header, whether to
 * collaborate or to send a copy, the options with their one-line summary, who it goes to. A page
 * shows it in its own way and calls back; `draft` is what is staged then.
 */
export class ShareSheet {
  #metadata;
  #file;
  /** @type {string[]} */
  #recipients = [];
  /** @type {string | undefined} */
  #conversationID;
  /** @type {import("./share-options.js").ShareOptions | undefined} */
  #chosen;

  /** Goes along as a message of its own; may be empty. */
  text = "";

  /**
   * @param {string} origin the app's
   * @param {string} appName
   * @param {import("../model/sharing-types.js").SharedContent} content at least metadata or file
   * @param {string[]} [suggestedConversations] best first
   */
  constructor(origin, appName, { metadata, file, image }, suggestedConversations = []) {
    this.origin = origin;
    this.#metadata = metadata;
    this.#file = file;
    /** @type {ShareHeader} */
    this.header = {
      title: metadata?.title ?? file?.name ?? "", image, appName,
      initiatorHandle: metadata?.initiatorHandle, initiatorName: metadata?.initiatorName,
    };
    /**
     * What the app can provide.
     *
     * @type {("collaborate" | "sendCopy")[]}
     */
    this.modes = [];
    if (metadata) this.modes.push("collaborate");
    if (file) this.modes.push("sendCopy");
    this.mode = this.modes[0];
    this.suggestedConversations = suggestedConversations;
    this.#chosen = metadata?.userSelectedShareOptions ?? metadata?.defaultShareOptions;
  }

  /** The app's icon as the card in the conversation shows it (base64url), for where there is no image of the document. */
  get icon() {
    return this.#metadata?.card?.icon;
  }

  /** Nothing where the app offers none, and when a copy is sent. */
  get options() {
    return this.mode === "collaborate" ? this.#chosen : undefined;
  }

  /** The line under the title: what the options amount to. */
  get summary() {
    if (this.mode === "sendCopy") return "Send a copy";
    return this.#chosen ? optionsSummary(this.#chosen) : "Collaborate";
  }

  /** Identifiers of the selected options. */
  get selected() {
    return this.options ? selectedIdentifiers(this.options) : [];
  }

  /**
   * @param {"collaborate" | "sendCopy"} mode
   * @returns {boolean} false, and nothing changed, where the app cannot provide it
   */
  choose(mode) {
    if (!this.modes.includes(mode)) return false;
    this.mode = mode;
    return true;
  }

  /**
   * @param {string} identifier
   * @param {boolean} isSelected
   * @returns {import("./share-options.js").OptionRefusal | undefined} what the person has
   *   to do first
   */
  setOption(identifier, isSelected) {
    if (!this.options) return { reason: "unknown_option" };
    const answer = setOption(this.options, identifier, isSelected);
    if (!answer.ok) return answer.refusal;
    this.#chosen = answer.value;
    return undefined;
  }

  /** The people it goes to, without the sender, in the order they were added. */
  get recipients() {
    return [...this.#recipients];
  }

  /** The conversation they were taken from, as long as it is exactly those. */
  get conversationID() {
    return this.#conversationID;
  }

  /**
   * Takes a conversation's people, in place of whoever was chosen before.
   *
   * @param {string} conversationID
   * @param {string[]} members everybody in it but the sender
   */
  chooseConversation(conversationID, members) {
    this.#conversationID = conversationID;
    this.#recipients = [...members];
  }

  /** @param {string} account */
  addRecipient(account) {
    if (this.#recipients.includes(account)) return;
    this.#recipients.push(account);
    this.#conversationID = undefined;
  }

  /** @param {string} account */
  removeRecipient(account) {
    if (!this.#recipients.includes(account)) return;
    this.#recipients = this.#recipients.filter((one) => one !== account);
    this.#conversationID = undefined;
  }

  /** Why it cannot be sent yet: codes of `share-failure.js`. */
  get obstacle() {
    if (this.#recipients.length === 0) return "no_recipients";
    return this.#recipients.length < maximumParticipants ? undefined : "too_many_recipients";
  }

  /**
   * What the person has put together, to be staged.
   *
   * @param {string} draftID
   * @param {number} createdAt
   * @returns {import("../model/sharing-types.js").Draft}
   */
  draft(draftID, createdAt) {
    const isCopy = this.mode === "sendCopy";
    return {
      draftID, origin: this.origin, header: this.header,
      metadata: isCopy || !this.#metadata
        ? undefined : { ...this.#metadata, userSelectedShareOptions: this.#chosen },
      file: isCopy ? this.#file : undefined,
      conversationID: this.#conversationID, recipients: this.recipients, text: this.text, createdAt,
    };
  }
}
