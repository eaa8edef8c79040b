import { hooksOf, partsOf } from "./sharing-parts.js";

/**
 * The sharing side of a messenger: `messenger.sharing`. Drafts and what becomes of them,
 * highlights, proofs, notices, offers to change who takes part. The rules, codes and sentences are
 * those of the Swift messenger.
 *
 * What is true stands in the device's store; after a change every tab gets the messenger's event
 * `sharing` with `{ kind, key }`. Look again at what concerns you:
 *
 * | kind | look at |
 * |---|---|
 * | `draft`, `job` | `drafts()` |
 * | `invitation`, `plain-link` | `highlights()`, `warnedLinks()`, the thread |
 * | `notice-ledger` | `notices()` |
 * | `membership`, `membership-offer`, `dismissed-offer` | `membershipOffers()`, `membershipOf()` |
 * | `shared`, `changed-devices` | `renewals()` |
 *
 * Times are milliseconds since 1970, as numbers. Identifiers are base64url text.
 */

/**
 * @typedef {import("./sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("./sharing-types.js").CollaborationHighlight} CollaborationHighlight
 * @typedef {import("./sharing-types.js").WarnedLink} WarnedLink
 * @typedef {import("./sharing-types.js").FileRepresentation} FileRepresentation
 * @typedef {import("./sharing-types.js").SharedContent} SharedContent
 * @typedef {import("./sharing-types.js").CollaborationApp} CollaborationApp
 * @typedef {import("./sharing-types.js").StartAction} StartAction
 * @typedef {import("./sharing-types.js").StartAnswer} StartAnswer
 * @typedef {import("./sharing-types.js").ParticipantsAction} ParticipantsAction
 * @typedef {import("./sharing-types.js").ActionAnswer} ActionAnswer
 * @typedef {import("./sharing-types.js").ShareCancellation} ShareCancellation
 * @typedef {import("./sharing-types.js").Draft} Draft
 * @typedef {import("./sharing-types.js").DraftStatus} DraftStatus
 * @typedef {import("./sharing-types.js").ShareFailure} ShareFailure
 * @typedef {import("./sharing-types.js").ShareOutcome} ShareOutcome
 * @typedef {import("./sharing-types.js").ProofRequest} ProofRequest
 * @typedef {import("./sharing-types.js").AccountQuestion} AccountQuestion
 * @typedef {import("./sharing-types.js").ProofRefusal} ProofRefusal
 * @typedef {import("./sharing-types.js").MadeProof} MadeProof
 * @typedef {import("./sharing-types.js").NoticePost} NoticePost
 * @typedef {import("./sharing-types.js").NoticePostRefusal} NoticePostRefusal
 * @typedef {import("./sharing-types.js").ShownNotice} ShownNotice
 * @typedef {import("./sharing-types.js").MembershipOffer} MembershipOffer
 * @typedef {import("./sharing-types.js").IdentityRenewal} IdentityRenewal
 */

export class Sharing {
  #internal;
  #parts;
  /** @type {Map<string, CollaborationApp>} */
  #apps = new Map();

  /** @param {any} messenger whose `internal` this uses; before its `start()` */
  constructor(messenger) {
    this.#internal = messenger.internal;
    this.#parts = partsOf(messenger, this.#apps);
    this.#internal.use(hooksOf(this.#internal, this.#parts, () => this.#catchUp()));
    messenger.addEventListener("connection", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.state === "online") this.#catchUp();
    });
    // A share in another tab, which may be closed in the middle.
    messenger.addEventListener("sharing", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.kind === "job") this.#catchUp();
    });
  }

  /** Answers nothing: an app may take its time, and receiving and sending do not wait for it. */
  async #catchUp() {
    const { read } = this.#internal;
    for (const kind of ["job", "pending", "changed-devices"]) {
      const waiting = await read.list(`sharing/${kind}/`).catch(() => new Map());
      if (waiting.size > 0) return void (await this.#parts.desk()).catchUp();
    }
  }

  /**
   * Everything that can be opened, the newest first.
   * @param {string} [origin] of one app only
   * @returns {Promise<CollaborationHighlight[]>}
   */
  async highlights(origin) {
    return (await this.#parts.views()).highlights(origin);
  }

  /**
   * The collaboration a link leads to; its fragment does not count.
   * @param {string} link
   * @returns {Promise<CollaborationHighlight | undefined>} nothing for a plain link
   */
  async highlightForLink(link) {
    return (await this.#parts.views()).highlightForLink(link);
  }

  /**
   * @param {CollaborationKey} collaboration
   * @returns {Promise<CollaborationHighlight | undefined>}
   */
  async highlight(collaboration) {
    return (await this.#parts.views()).highlight(collaboration);
  }

  /**
   * Links that came as invitations and are none, the oldest first.
   * @param {string} conversationID
   * @returns {Promise<WarnedLink[]>}
   */
  async warnedLinks(conversationID) {
    return (await this.#parts.views()).warnedLinks(conversationID);
  }

  /**
   * The address for the person's click on a link: with `#collab-messenger=<this origin>` where it
   * is a highlight's (protocol 13.1).
   * @param {string} link
   * @returns {Promise<string>}
   */
  async addressFor(link) {
    return (await this.#parts.views()).addressFor(link);
  }

  /**
   * A share sheet for content of an app, with the conversations the person is likely to mean.
   * @param {SharedContent} content
   * @param {{ origin: string, name: string }} app
   * @returns {Promise<import("./share-sheet.js").ShareSheet | undefined>} nothing where the content
   *   is neither metadata nor file
   */
  async shareSheet(content, app) {
    const { makeSheet } = await import("./make-sheet.js");
    return makeSheet(this.#internal.read, content, app);
  }

  /**
   * Puts a draft into the compose field. Nothing is sent and nobody is asked.
   * @param {import("./share-sheet.js").ShareSheet} sheet
   * @returns {Promise<Draft>}
   */
  async stage(sheet) {
    return (await this.#parts.drafts()).stage(sheet);
  }

  /**
   * What is in compose fields, the oldest first.
   *
   * @returns {Promise<DraftStatus[]>}
   */
  async drafts() {
    return (await this.#parts.drafts()).all();
  }

  /**
   * Changes options, recipients or text of a draft that is not being sent. For options use
   * `setOption` of `options/share-options.js` on `draft.metadata.userSelectedShareOptions`.
   * @param {Draft} draft
   * @returns {Promise<void>}
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown`
   */
  async updateDraft(draft) {
    return (await this.#parts.drafts()).update(draft);
  }

  /**
   * Throws a draft away; one that is being sent has to be cancelled first.
   * @param {string} draftID
   * @returns {Promise<void>}
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown`
   */
  async discardDraft(draftID) {
    return (await this.#parts.drafts()).discard(draftID);
  }

  /**
   * Sends a draft: the app starts and adds identities, then everybody is invited. The app has to be
   * here (`isAppHere`); open it in the person's click otherwise (`../bridge/app-actions.js`).
   * @param {string} draftID
   * @returns {Promise<ShareOutcome>} when it is decided. A draft that failed is back at once; an
   *   app that answers has undone what it did before this returns, or has had ten seconds for it
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown` where there is
   *   no such draft or it is being sent; `limit_exceeded` for a text that fits into no message
   */
  async send(draftID) {
    return (await this.#parts.drafts()).send(draftID);
  }

  /**
   * Cancels a share that is being sent, by whichever tab. Once its message may have left it is too
   * late.
   * @param {string} draftID
   * @returns {Promise<boolean>} whether it could be cancelled
   */
  async cancelShare(draftID) {
    return (await this.#parts.desk()).cancel(draftID);
  }

  /**
   * Makes this device's proof. Asks the person the first time for an audience and whenever the
   * account changes.
   * @param {ProofRequest} request
   * @param {(question: AccountQuestion) => Promise<boolean>} confirm
   * @returns {Promise<import("../encoding/answer.js").Answer<MadeProof, ProofRefusal>>} show
   *   refusals to the person; tell the app only where `hasConsent` (protocol 13.3)
   */
  async proof(request, confirm) {
    return (await this.#parts.proofs()).proof(request, confirm);
  }

  /**
   * Whether the person has let this app in before: confirmed an account for it, or shared from it.
   * Before that an app gets no answer at all (protocol 13.3).
   * @param {string} origin
   * @returns {Promise<boolean>}
   */
  async hasConsent(origin) {
    return (await this.#parts.proofs()).hasConsent(origin);
  }

  /**
   * The confirmed app accounts, by origin, for settings.
   * @returns {Promise<{ audience: string, account: string, confirmedAt: number }[]>}
   */
  async confirmedAccounts() {
    return (await this.#parts.proofs()).confirmedAccounts();
  }

  /**
   * Asks again the next time.
   *
   * @param {string} audience
   * @returns {Promise<void>}
   */
  async forgetConfirmation(audience) {
    return (await this.#parts.proofs()).forgetConfirmation(audience);
  }

  /**
   * Raw proofs (protocol 8.8) for an audience; off unless somebody turned it on.
   * @param {string} audience
   * @param {boolean} allowed
   * @returns {Promise<void>}
   */
  async setRawProofs(audience, allowed) {
    return (await this.#parts.proofs()).setRawProofs(audience, allowed);
  }

  /**
   * Tells the other participants; a mention only the mentioned one.
   * @param {CollaborationKey} collaboration its audience is the origin that asks
   * @param {NoticePost} post
   * @returns {Promise<import("../encoding/answer.js").Answer<string[], NoticePostRefusal>>} the
   *   accounts that are told
   */
  async postNotice(collaboration, post) {
    return (await this.#parts.notices()).postNotice(collaboration, post);
  }

  /**
   * Takes back, on everybody's devices, what this person's app told.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<void>}
   */
  async retractNotices(collaboration) {
    return (await this.#parts.notices()).retractNotices(collaboration);
  }

  /**
   * The banners to show in a conversation, the oldest first.
   * @param {string} conversationID
   * @returns {Promise<ShownNotice[]>}
   */
  async notices(conversationID) {
    return (await this.#parts.views()).notices(conversationID);
  }

  /** @param {ShownNotice} notice the person does not want any more @returns {Promise<void>} */
  async dismissNotice(notice) {
    return (await this.#parts.notices()).dismissNotice(notice);
  }

  /**
   * The person has seen it in the app: removes what this device shows of a collaboration.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<void>}
   */
  async clearNotices(collaboration) {
    return (await this.#parts.notices()).clearNotices(collaboration);
  }

  /**
   * Plans for conversations whose people changed: what updating the documents would mean.
   * @param {string} [conversationID] of one conversation only
   * @returns {Promise<MembershipOffer[]>}
   */
  async membershipOffers(conversationID) {
    return (await this.#parts.memberViews()).membershipOffers(conversationID);
  }

  /**
   * The person consents: identities are added and removed, who joined is invited, the others told.
   * The apps have to be here (`isAppHere`).
   * @param {MembershipOffer} offer as it was shown
   * @param {AbortSignal} [cancelled] the person has thought better of it: what no app has carried out
   *   by then is withdrawn, and fails as `cancelled`; what one has goes on
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, result: ShareOutcome }[]>}
   *   a document that failed stays on offer
   */
  async applyMembership(offer, cancelled) {
    return (await this.#parts.memberships()).applyMembership(offer, cancelled);
  }

  /**
   * Not now: the offer comes back when the conversation changes again.
   * @param {MembershipOffer} offer
   * @returns {Promise<void>}
   */
  async dismissMembership(offer) {
    return (await this.#parts.memberships()).dismissMembership(offer);
  }

  /**
   * Participants whose devices changed since their identity was made.
   * @returns {Promise<IdentityRenewal[]>}
   */
  async renewals() {
    return (await this.#parts.memberViews()).renewals();
  }

  /**
   * Gives participants new identities for the devices they have now; granted access moves along.
   * @param {CollaborationKey} collaboration
   * @param {string} [account] absent for everybody whose devices changed
   * @returns {Promise<ShareOutcome | undefined>} nothing where nobody's have
   */
  async renewIdentities(collaboration, account) {
    return (await this.#parts.memberships()).renewIdentities(collaboration, account);
  }

  /**
   * Who takes part in a collaboration, as far as this device is told.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<string[]>} accounts
   */
  async membershipOf(collaboration) {
    return (await this.#parts.memberViews()).membershipOf(collaboration);
  }

  /**
   * Collaborations this account shared into a conversation.
   * @param {string} conversationID
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, link: string,
   *   accounts: string[] }[]>}
   */
  async sharedIn(conversationID) {
    return (await this.#parts.memberViews()).sharedIn(conversationID);
  }

  /**
   * Apps that something is owed to or by: a share to take back, an identity to replace. The person
   * opens them by a click.
   * @returns {Promise<{ origin: string, title: string }[]>}
   */
  async awaitedApps() {
    return (await (await this.#parts.memberViews()).awaited())
      .filter(({ origin }) => !this.isAppHere(origin));
  }

  /**
   * Resolves when everything that can be done in this tab is done: after `register`, before an
   * app's window is closed again.
   * @returns {Promise<void>}
   */
  async settled() {
    await (await this.#parts.desk()).settled();
  }

  /**
   * From now on this app answers actions for its origin in this tab. One app for an origin; what
   * waited for it goes on.
   * @param {CollaborationApp} app
   * @returns {void}
   */
  register(app) {
    this.#apps.set(app.origin, app);
    // It may have been waited for.
    this.#catchUp();
  }

  /** @param {string} origin @returns {void} */
  unregister(origin) {
    this.#apps.delete(origin);
  }

  /** @param {string} origin @returns {boolean} in this tab */
  isAppHere(origin) {
    return this.#apps.has(origin);
  }

  /**
   * Keys an app's page publishes for attestations, as it handed them over (protocol 12.4).
   *
   * @param {string} origin of the page
   * @param {unknown} published parsed `/.well-known/collab-keys.json`
   * @returns {Promise<void>}
   * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
   */
  async takePublishedKeys(origin, published) {
    // An origin that nothing here belongs to could fill the store.
    if ((await this.highlights(origin)).length === 0) return;
    await (await this.#parts.notices()).keepKeys(origin, published);
    this.#catchUp();
  }
}
