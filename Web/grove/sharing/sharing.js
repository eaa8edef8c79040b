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
 * @typedef {{ audience: string, collaborationID: string }} CollaborationKey which collaboration:
 *   only the pair names one
 *
 * @typedef {object} CollaborationHighlight a usable invitation
 * @property {string} id the message the newest invitation came in
 * @property {string} link
 * @property {string} audience the app's origin
 * @property {string} collaborationID
 * @property {string} title
 * @property {string} optionsSummary
 * @property {string} sender account; this person's own where they are the initiator
 * @property {string} conversationID
 * @property {number} createdAt when it arrived here
 * @property {boolean} canProve false on a device the identity was not made for: it signs in to the
 *   app like anybody, until the initiator refreshes
 *
 * @typedef {object} WarnedLink a link that came as an invitation and is not usable as one
 * @property {string} messageID
 * @property {string} link
 * @property {string} title
 * @property {string} sender
 * @property {string} conversationID
 * @property {string} reason a stable code
 * @property {string} sentence one sentence for the person
 * @property {number} receivedAt
 *
 * @typedef {object} FileRepresentation what "send a copy" sends
 * @property {string} name
 * @property {string} mediaType
 * @property {Blob} data at most 25 MiB
 *
 * @typedef {object} SharedContent what an app can provide: for collaboration, as a copy, or both
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} [metadata]
 * @property {FileRepresentation} [file]
 * @property {Blob} [image] for the header
 *
 * @typedef {object} CollaborationApp an app that is here to answer: a window, through
 *   `../bridge/app-window.js`
 * @property {string} origin
 * @property {string} name shown in the share sheet
 * @property {number} [timeLimit] seconds for an action, where it is not the usual half minute
 * @property {(action: StartAction) => Promise<StartAnswer>} start
 * @property {(action: ParticipantsAction) => Promise<ActionAnswer>} updateParticipants
 * @property {(cancellation: ShareCancellation) => Promise<ActionAnswer>} shareCancelled
 *
 * @typedef {object} StartAction asks for link and identifier
 * @property {string} actionID the same when it is repeated
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} metadata with
 *   `userSelectedShareOptions`
 * @property {number} timeLimit seconds
 *
 * @typedef {{ ok: true, link: string, collaborationID: string, epoch?: string }
 *   | { ok: false, reason: string }} StartAnswer `epoch`: decimal text, where the app knows it;
 *   `reason`: a sentence for the person, or empty
 *
 * @typedef {object} ParticipantsAction asks for identities to be added, removed or replaced
 * @property {string} actionID the same when it is repeated
 * @property {string} collaborationID
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} metadata
 * @property {string[]} added roots
 * @property {string[]} removed roots
 * @property {{ old: string, new: string }[]} replaced access that was granted moves along
 * @property {number} timeLimit seconds
 *
 * @typedef {{ ok: true, epoch?: string } | { ok: false, reason: string }} ActionAnswer
 *
 * @typedef {object} ShareCancellation a start action's message will not be sent
 * @property {string} actionID the start action's
 * @property {string} [collaborationID] absent where the start action was never answered
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} metadata
 * @property {number} timeLimit seconds
 *
 * @typedef {object} Draft a share staged in the compose field: plain data
 * @property {string} draftID
 * @property {string} origin the app's
 * @property {import("./share-sheet.js").ShareHeader} header
 * @property {import("./collaboration-metadata.js").CollaborationMetadata} [metadata] present for a
 *   collaboration, with what the person selected
 * @property {FileRepresentation} [file] present for a copy
 * @property {string} [conversationID] absent where it goes to people without a conversation yet
 * @property {string[]} recipients everybody it goes to but the sender
 * @property {string} text goes along as a message of its own; may be empty
 * @property {number} createdAt
 * @property {ShareFailure} [failure] why the last attempt failed
 *
 * @typedef {object} DraftStatus
 * @property {Draft} draft
 * @property {"staged" | "queued" | "sending" | "compensating"} state `queued`: sent by the person,
 *   waits for the relay; `compensating`: failed and back, what it left is still being taken back
 * @property {string} summary the line under the title
 *
 * @typedef {import("./share-failure.js").ShareFailure} ShareFailure
 *
 * @typedef {{ outcome: "sent", conversationID: string, collaboration?: CollaborationKey }
 *   | { outcome: "waiting", conversationID: string }
 *   | { outcome: "failed", failure: ShareFailure, sentence: string }} ShareOutcome
 *   `waiting`: the relay is away; it goes on by itself. `failed`: the draft is back
 *
 * @typedef {object} ProofRequest
 * @property {string} origin of who asks: the event's, never the request's word
 * @property {string} collaborationID
 * @property {Uint8Array} data the server's opaque value (protocol 8.8)
 * @property {string[]} [refused] roots the server answered `not_verified` for
 * @property {boolean} [asksAlways] also where the account is known: anybody can have led here
 *
 * @typedef {object} AccountQuestion what the person must see and confirm before their device signs
 * @property {string} audience
 * @property {string} account the app account to be bound
 * @property {string} [previous] the account confirmed before, where it was another
 * @property {string} title of the document, from the invitation
 *
 * @typedef {"no_invitation" | "device_not_in_identity" | "raw_proofs_off"
 *   | "account_not_confirmed"} ProofRefusal stable
 *
 * @typedef {object} MadeProof
 * @property {string} json the body for the server's proof route
 * @property {string} root to be named as refused where the server answers `not_verified`
 *
 * @typedef {object} NoticePost
 * @property {import("../message/content/notice.js").NoticeKind} kind
 * @property {string} [noticeID] the app's to choose, so that its server can vouch for it first
 * @property {number} [at] default: now
 * @property {string} [root] the mentioned identity, for a mention
 * @property {import("../message/content/notice.js").NoticeAttestation} [attestation]
 *
 * @typedef {"no_collaboration" | "unknown_root" | "mentions_self" | "malformed"
 *   | "attestation_required" | "unreachable"} NoticePostRefusal stable; nothing was sent
 *
 * @typedef {object} ShownNotice a banner as a person reads it
 * @property {string} id
 * @property {CollaborationKey} collaboration
 * @property {import("../message/content/notice.js").NoticeKind} kind
 * @property {string} text "Charlie and 2 others edited"
 * @property {string} title of the document
 * @property {string} [attribution] whose word it is: absent for a fact, else "Charlie's app says"
 * @property {string} link where "Show" leads
 * @property {string} conversationID
 * @property {number} firstAt
 * @property {number} latestAt
 *
 * @typedef {object} MembershipOffer "update the documents too?"
 * @property {string} conversationID
 * @property {number} version of the conversation that the plan is for
 * @property {{ collaboration: CollaborationKey, title: string, gains: string[],
 *   loses: string[] }[]} documents accounts that gain and lose access
 *
 * @typedef {object} IdentityRenewal a participant whose devices changed since the identity was made
 * @property {CollaborationKey} collaboration
 * @property {string} conversationID
 * @property {string} account
 * @property {string} root
 * @property {"device_removed" | "device_added"} reason `device_removed`: soon to be replaced
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
    return (await this.#parts.drafts()).sheet(content, app);
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
    return (await this.#parts.views()).membershipOffers(conversationID);
  }

  /**
   * The person consents: identities are added and removed, who joined is invited, the others told.
   * The apps have to be here (`isAppHere`).
   * @param {MembershipOffer} offer as it was shown
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, result: ShareOutcome }[]>}
   *   a document that failed stays on offer
   */
  async applyMembership(offer) {
    return (await this.#parts.desk()).applyMembership(offer);
  }

  /**
   * Not now: the offer comes back when the conversation changes again.
   * @param {MembershipOffer} offer
   * @returns {Promise<void>}
   */
  async dismissMembership(offer) {
    return (await this.#parts.desk()).dismissMembership(offer);
  }

  /**
   * Participants whose devices changed since their identity was made.
   * @returns {Promise<IdentityRenewal[]>}
   */
  async renewals() {
    return (await this.#parts.views()).renewals();
  }

  /**
   * Gives participants new identities for the devices they have now; granted access moves along.
   * @param {CollaborationKey} collaboration
   * @param {string} [account] absent for everybody whose devices changed
   * @returns {Promise<ShareOutcome | undefined>} nothing where nobody's have
   */
  async renewIdentities(collaboration, account) {
    return (await this.#parts.desk()).renewIdentities(collaboration, account);
  }

  /**
   * Who takes part in a collaboration, as far as this device is told.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<string[]>} accounts
   */
  async membershipOf(collaboration) {
    return (await this.#parts.views()).membershipOf(collaboration);
  }

  /**
   * Collaborations this account shared into a conversation.
   * @param {string} conversationID
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, link: string,
   *   accounts: string[] }[]>}
   */
  async sharedIn(conversationID) {
    return (await this.#parts.views()).sharedIn(conversationID);
  }

  /**
   * Apps that something is owed to or by: a share to take back, an identity to replace. The person
   * opens them by a click.
   * @returns {Promise<{ origin: string, title: string }[]>}
   */
  async awaitedApps() {
    return (await (await this.#parts.views()).awaited())
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

/**
 * What is seldom needed is loaded when it is.
 *
 * @param {any} messenger
 * @param {Map<string, CollaborationApp>} apps
 */
function partsOf(messenger, apps) {
  const { internal } = messenger;
  const desk = once(async () =>
    new (await import("./share-desk.js")).ShareDesk(internal, apps));
  return {
    desk,
    drafts: once(async () =>
      new (await import("./draft-table.js")).DraftTable(messenger, await desk())),
    views: once(async () => new (await import("./sharing-views.js")).SharingViews(messenger)),
    proofs: once(async () => new (await import("./proof-desk.js")).ProofDesk(internal)),
    notices: once(async () => new (await import("./notice-desk.js")).NoticeDesk(internal)),
    inbox: once(async () =>
      new (await import("./collaboration-inbox.js")).CollaborationInbox(internal)),
  };
}

/**
 * What the messenger calls. Where this account has shared nothing, changes of people and devices
 * mean nothing.
 *
 * @param {any} internal
 * @param {ReturnType<typeof partsOf>} parts
 * @param {() => void} catchUp
 */
const hooksOf = ({ accountID, read }, parts, catchUp) => ({
  prepare: async (/** @type {boolean} */ isNeeded) => {
    if (isNeeded) await Promise.all([parts.inbox(), import("../store/stored-base-key.js")]);
    if ((await read.list("sharing/shared/")).size > 0) await import("./membership-rules.js");
  },
  receive: async (/** @type {[any, any, any]} */ ...received) =>
    (await parts.inbox()).receive(...received),
  rosterChanged: async (/** @type {any} */ { conversation }, /** @type {any} */ records) => {
    if ((await records.list(`sharing/shared/${conversation.conversationID}/`)).size === 0) return;
    const { rosterChanged } = await import("./membership-rules.js");
    await rosterChanged(records, conversation, accountID);
  },
  devicesChanged: async (/** @type {[any, any, any]} */ ...[, after, records]) => {
    if ((await records.list("sharing/shared/")).size === 0) return;
    const { devicesChanged } = await import("./membership-rules.js");
    await devicesChanged(records, after);
  },
  round: async () => catchUp(),
});

/**
 * @template Value
 * @param {() => Promise<Value>} load
 * @returns {() => Promise<Value>} loads once; a page that was offline tries again
 */
function once(load) {
  /** @type {Promise<Value> | undefined} */
  let loaded;
  return () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
}
