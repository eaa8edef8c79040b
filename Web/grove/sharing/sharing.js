import { encodeBase64URL } from "../encoding/base64url.js";
import { textOf } from "../encoding/bytes.js";
import { encodeJSON } from "../encoding/strict-json.js";
import { encodeProofJSON } from "../identity/signed-identity-proof.js";
import { bannerAttribution, bannerText } from "../message/notice-banner.js";
import { NoticeLedger } from "../message/notice-ledger.js";
import { prove } from "../store/usable-identities.js";
import { CollaborationInbox } from "./collaboration-inbox.js";
import { DraftTable, outcomeOf } from "./draft-table.js";
import { freshID } from "./fresh-id.js";
import { usableInvitations, warningSentence } from "./invitation-inbox.js";
import { KnownParticipants } from "./known-membership.js";
import {
  devicesChanged, offerFor, renewals, rosterChanged, sharedIn,
} from "./membership-rules.js";
import { readPublishedKeys } from "./notice-inbox.js";
import { postNotice, retractNotices } from "./notice-rules.js";
import { decideProof } from "./proof-rules.js";
import { ShareDesk, grouped } from "./share-desk.js";
import { accountsOf } from "./shared-collaboration.js";
import { all, isSame, keyOf, names } from "./sharing-names.js";

/**
 * The sharing side of a messenger: `messenger.sharing`. Drafts and what becomes of them, highlights,
 * proofs, notices, offers to change who takes part. The rules, codes and sentences are those of the
 * Swift messenger.
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
  #messenger;
  #internal;
  #desk;
  #drafts;

  /** @param {any} messenger whose `internal` this uses; before its `start()` */
  constructor(messenger) {
    this.#messenger = messenger;
    this.#internal = messenger.internal;
    const inbox = new CollaborationInbox(this.#internal);
    this.#desk = new ShareDesk(this.#internal, inbox);
    this.#drafts = new DraftTable(messenger, this.#desk);
    const { accountID: me } = this.#internal;
    this.#internal.use({
      receive: inbox.receive.bind(inbox),
      rosterChanged: (/** @type {any} */ { conversation }, /** @type {any} */ records) =>
        rosterChanged(records, conversation, me),
      devicesChanged: (/** @type {any} */ _, /** @type {any} */ after, /** @type {any} */ records) =>
        devicesChanged(records, after),
      // An app may take its time: receiving and sending do not wait for it.
      round: async () => void this.#desk.catchUp(),
    });
    messenger.addEventListener("connection", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.state === "online") this.#desk.catchUp();
    });
  }

  get #read() {
    return this.#internal.read;
  }

  /** @param {(records: any) => Promise<any>} decide */
  #change(decide) {
    return this.#internal.change(decide);
  }

  /**
   * Everything that can be opened, the newest first.
   * @param {string} [origin] of one app only
   * @returns {Promise<CollaborationHighlight[]>}
   */
  async highlights(origin) {
    const invitations = (await all(this.#read, "sharing/invitation/"))
      .filter((one) => !one.isRevoked && (!origin || one.collaboration.audience === origin));
    const isNewest = (/** @type {any} */ one) => !invitations.some((other) =>
      isSame(one.collaboration, other.collaboration) && other.order > one.order);
    return invitations.filter(isNewest)
      .sort((one, other) => other.receivedAt - one.receivedAt || (other.root < one.root ? -1 : 1))
      .map(highlightOf);
  }

  /**
   * The collaboration a link leads to; its fragment does not count.
   * @param {string} link
   * @returns {Promise<CollaborationHighlight | undefined>} nothing for a plain link
   */
  async highlightForLink(link) {
    const plain = plainLink(link);
    return (await this.highlights()).find((one) => plainLink(one.link) === plain);
  }

  /**
   * @param {CollaborationKey} collaboration
   * @returns {Promise<CollaborationHighlight | undefined>}
   */
  async highlight(collaboration) {
    const [newest] = await usableInvitations(this.#read, collaboration);
    return newest && highlightOf(newest);
  }

  /**
   * Links that came as invitations and are none, the oldest first.
   * @param {string} conversationID
   * @returns {Promise<WarnedLink[]>}
   */
  async warnedLinks(conversationID) {
    return (await all(this.#read, names.plainLink(conversationID, "")))
      .sort((one, other) => one.receivedAt - other.receivedAt)
      .map((one) => ({ ...one, sentence: warningSentence(one.reason) }));
  }

  /**
   * The address for the person's click on a link: with `#collab-messenger=<this origin>` where it is
   * a highlight's (protocol 13.1).
   * @param {string} link
   * @returns {Promise<string>}
   */
  async addressFor(link) {
    if (!(await this.highlightForLink(link))) return link;
    const origin = globalThis.location?.origin ?? this.#messenger.relayOrigin;
    return `${link}${link.includes("#") ? "&" : "#"}collab-messenger=${origin}`;
  }

  /**
   * A share sheet for content of an app, with the conversations the person is likely to mean.
   * @param {SharedContent} content
   * @param {{ origin: string, name: string }} app
   * @returns {Promise<import("./share-sheet.js").ShareSheet | undefined>} nothing where the content
   *   is neither metadata nor file
   */
  async shareSheet(content, app) {
    return this.#drafts.sheet(content, app);
  }

  /**
   * Puts a draft into the compose field. Nothing is sent and nobody is asked.
   * @param {import("./share-sheet.js").ShareSheet} sheet
   * @returns {Promise<Draft>}
   */
  async stage(sheet) {
    return this.#drafts.stage(sheet);
  }

  /**
   * What is in compose fields, the oldest first.
   *
   * @returns {Promise<DraftStatus[]>}
   */
  async drafts() {
    return this.#drafts.all();
  }

  /**
   * Changes options, recipients or text of a draft that is not being sent. For options use
   * `setOption` of `options/share-options.js` on `draft.metadata.userSelectedShareOptions`.
   * @param {Draft} draft
   * @returns {Promise<void>}
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown`
   */
  async updateDraft(draft) {
    await this.#drafts.put(draft.draftID, draft);
  }

  /**
   * Throws a draft away; one that is being sent has to be cancelled first.
   * @param {string} draftID
   * @returns {Promise<void>}
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown`
   */
  async discardDraft(draftID) {
    await this.#drafts.put(draftID, undefined);
  }

  /**
   * Sends a draft: the app starts and adds identities, then everybody is invited. The app has to be
   * here (`isAppHere`); open it in the person's click otherwise (`../bridge/app-actions.js`).
   * @param {string} draftID
   * @returns {Promise<ShareOutcome>} when it is decided; a draft that failed is back before the app
   *   has finished undoing
   * @throws {import("../device/messenger-error.js").MessengerError} `item_unknown` where there is no
   *   such draft or it is being sent; `limit_exceeded` for a text that fits into no message
   */
  async send(draftID) {
    return this.#drafts.send(draftID);
  }

  /**
   * Cancels a share that is being sent, by whichever tab. Once its message may have left it is too
   * late.
   * @param {string} draftID
   * @returns {Promise<boolean>} whether it could be cancelled
   */
  async cancelShare(draftID) {
    return this.#desk.cancel(draftID);
  }

  /**
   * Makes this device's proof. Asks the person the first time for an audience and whenever the
   * account changes.
   * @param {ProofRequest} request
   * @param {(question: AccountQuestion) => Promise<boolean>} confirm
   * @returns {Promise<import("../encoding/answer.js").Answer<MadeProof, ProofRefusal>>} show refusals
   *   to the person; tell the app only where `hasConsent` (protocol 13.3)
   */
  async proof(request, confirm) {
    let answer = await decideProof(this.#read, request);
    const question = questionOf(answer, request);
    if (question) {
      if (!(await confirm(question))) return { ok: false, refusal: "account_not_confirmed" };
      const { audience, account } = question;
      const confirmed = { audience, account, confirmedAt: this.#internal.now() };
      await this.#change(async (records) => records.put(names.confirmed(audience), confirmed));
      // What was true before the person answered may not be any more.
      answer = await decideProof(this.#read, request);
    }
    if ("refuse" in answer) return { ok: false, refusal: answer.refuse };
    // Another account was confirmed for this audience meanwhile: this one was not.
    if ("confirm" in answer) return { ok: false, refusal: "account_not_confirmed" };
    return { ok: true, value: await this.#sign(answer.sign, answer.signing) };
  }

  /**
   * Whether the person has let this app in before: confirmed an account for it, or shared from it.
   * Before that an app gets no answer at all (protocol 13.3).
   * @param {string} origin
   * @returns {Promise<boolean>}
   */
  async hasConsent(origin) {
    if (await this.#read.get(names.confirmed(origin))) return true;
    return (await sharedIn(this.#read)).some(({ collaboration, participants }) =>
      collaboration.audience === origin && participants.some(({ statement }) => statement));
  }

  /**
   * The confirmed app accounts, by origin, for settings.
   * @returns {Promise<{ audience: string, account: string, confirmedAt: number }[]>}
   */
  async confirmedAccounts() {
    return all(this.#read, "sharing/confirmed-account/");
  }

  /**
   * Asks again the next time.
   *
   * @param {string} audience
   * @returns {Promise<void>}
   */
  async forgetConfirmation(audience) {
    await this.#change(async (records) => records.put(names.confirmed(audience), undefined));
  }

  /**
   * Raw proofs (protocol 8.8) for an audience; off unless somebody turned it on.
   * @param {string} audience
   * @param {boolean} allowed
   * @returns {Promise<void>}
   */
  async setRawProofs(audience, allowed) {
    await this.#change(async (records) =>
      records.put(names.rawProofs(audience), allowed ? true : undefined));
  }

  /**
   * Tells the other participants; a mention only the mentioned one.
   * @param {CollaborationKey} collaboration its audience is the origin that asks
   * @param {NoticePost} post
   * @returns {Promise<import("../encoding/answer.js").Answer<string[], NoticePostRefusal>>} the
   *   accounts that are told
   */
  async postNotice(collaboration, post) {
    const now = this.#internal.now();
    const complete = { ...post, noticeID: post.noticeID ?? freshID(), at: post.at ?? now };
    const answer = await this.#change(async (records) => {
      const posted = await postNotice(records, collaboration, complete, this.#internal.accountID);
      if (posted.ok) await this.#queue(records, posted.value.messages);
      return posted;
    });
    this.#internal.wake();
    return answer.ok ? { ok: true, value: answer.value.told } : answer;
  }

  /**
   * Takes back, on everybody's devices, what this person's app told.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<void>}
   */
  async retractNotices(collaboration) {
    const post = { noticeID: freshID(), at: this.#internal.now() };
    await this.#change(async (records) => {
      const { accountID } = this.#internal;
      const { messages } = await retractNotices(records, collaboration, post, accountID);
      await this.#queue(records, messages);
    });
    this.#internal.wake();
  }

  /**
   * The banners to show in a conversation, the oldest first.
   * @param {string} conversationID
   * @returns {Promise<ShownNotice[]>}
   */
  async notices(conversationID) {
    const invitations = (await all(this.#read, "sharing/invitation/"))
      .filter((one) => one.conversationID === conversationID && !one.isRevoked);
    const newest = new Map(invitations.sort((one, other) => one.order - other.order)
      .map((one) => [names.ledger(one.collaboration), one]));
    const shown = [];
    for (const [name, invitation] of newest) shown.push(...await this.#banners(name, invitation));
    return shown.sort((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
  }

  /** @param {ShownNotice} notice the person does not want any more @returns {Promise<void>} */
  async dismissNotice(notice) {
    await this.#changeLedger(notice.collaboration, (ledger) => ledger.dismiss(notice.id));
  }

  /**
   * The person has seen it in the app: removes what this device shows of a collaboration.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<void>}
   */
  async clearNotices(collaboration) {
    await this.#changeLedger(collaboration, (ledger) => {
      for (const { id } of ledger.state.banners) ledger.dismiss(id);
    });
  }

  /**
   * Plans for conversations whose people changed: what updating the documents would mean.
   * @param {string} [conversationID] of one conversation only
   * @returns {Promise<MembershipOffer[]>}
   */
  async membershipOffers(conversationID) {
    const rosters = (await all(this.#read, "conversation/"))
      .filter((one) => conversationID === undefined || one.conversationID === conversationID);
    const offers = [];
    for (const roster of rosters) {
      offers.push(await offerFor(this.#read, roster, this.#internal.accountID));
    }
    return offers.flatMap((offer) => offer ?? []);
  }

  /**
   * The person consents: identities are added and removed, who joined is invited, the others told.
   * The apps have to be here (`isAppHere`).
   * @param {MembershipOffer} offer as it was shown
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, result: ShareOutcome }[]>} a
   *   document that failed stays on offer
   */
  async applyMembership(offer) {
    const results = [];
    for (const document of offer.documents) {
      const { collaboration, title } = document;
      const procedure = await this.#desk.applyDocument(offer, document);
      if (!procedure) continue;
      results.push({ collaboration, title, result: outcomeOf(procedure.state, offer.conversationID) });
    }
    return results;
  }

  /**
   * Not now: the offer comes back when the conversation changes again.
   * @param {MembershipOffer} offer
   * @returns {Promise<void>}
   */
  async dismissMembership(offer) {
    await this.#change(async (records) => {
      records.put(names.dismissed(offer.conversationID), offer.version);
      records.put(names.offer(offer.conversationID), undefined);
    });
  }

  /**
   * Participants whose devices changed since their identity was made.
   * @returns {Promise<IdentityRenewal[]>}
   */
  async renewals() {
    return renewals(this.#read);
  }

  /**
   * Gives participants new identities for the devices they have now; granted access moves along.
   * @param {CollaborationKey} collaboration
   * @param {string} [account] absent for everybody whose devices changed
   * @returns {Promise<ShareOutcome | undefined>} nothing where nobody's have
   */
  async renewIdentities(collaboration, account) {
    const shared = (await sharedIn(this.#read)).filter((one) =>
      isSame(one.collaboration, collaboration));
    for (const one of new Set(shared.flatMap(accountsOf))) {
      if (account === undefined || one === account) await this.#internal.chain(one, { refresh: true });
    }
    const due = (await renewals(this.#read)).filter((one) =>
      isSame(one.collaboration, collaboration) && (account === undefined || one.account === account));
    let outcome;
    for (const group of grouped(due)) {
      const procedure = await this.#desk.renew(group);
      if (procedure) outcome = outcomeOf(procedure.state, group[0].conversationID);
    }
    return outcome;
  }

  /**
   * Who takes part in a collaboration, as far as this device is told.
   * @param {CollaborationKey} collaboration
   * @returns {Promise<string[]>} accounts
   */
  async membershipOf(collaboration) {
    return (await KnownParticipants.of(this.#read, collaboration)).accounts;
  }

  /**
   * Collaborations this account shared into a conversation.
   * @param {string} conversationID
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, link: string,
   *   accounts: string[] }[]>}
   */
  async sharedIn(conversationID) {
    return (await sharedIn(this.#read, conversationID)).map((shared) => ({
      collaboration: shared.collaboration, title: shared.title, link: shared.link,
      accounts: accountsOf(shared),
    }));
  }

  /**
   * Apps that something is owed to or by: a share to take back, an identity to replace. The person
   * opens them by a click.
   * @returns {Promise<{ origin: string, title: string }[]>}
   */
  async awaitedApps() {
    const jobs = (await all(this.#read, "sharing/job/"))
      .filter(({ state: { phase } }) => phase === "staged" || phase === "compensating")
      .map(({ state: { origin }, metadata: { title } }) => ({ origin, title }));
    const changed = await this.#read.list("sharing/changed-devices/");
    const due = changed.size === 0 ? [] : await renewals(this.#read);
    const titles = new Map((await sharedIn(this.#read)).map(({ collaboration, title }) =>
      [names.ledger(collaboration), title]));
    const renewed = due.filter(({ reason }) => reason === "device_removed")
      .map(({ collaboration }) => ({
        origin: collaboration.audience, title: titles.get(names.ledger(collaboration)) ?? "",
      }));
    const awaited = [...jobs, ...renewed].filter(({ origin }) => !this.isAppHere(origin));
    return [...new Map(awaited.map((one) => [JSON.stringify(one), one])).values()];
  }

  /**
   * From now on this app answers actions for its origin in this tab. One app for an origin; what
   * waited for it goes on.
   * @param {CollaborationApp} app
   * @returns {void}
   */
  register(app) {
    this.#desk.register(app);
  }

  /** @param {string} origin @returns {void} */
  unregister(origin) {
    this.#desk.unregister(origin);
  }

  /** @param {string} origin @returns {boolean} in this tab */
  isAppHere(origin) {
    return this.#desk.isHere(origin);
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
    const keys = readPublishedKeys(published);
    const record = { keys, storedAt: this.#internal.now() };
    // An origin that nothing here belongs to could fill the store.
    if ((await this.highlights(origin)).length === 0) return;
    await this.#change(async (records) => records.put(names.publishedKeys(origin), record));
    this.#desk.catchUp();
  }

  /** @param {any} records @param {any[]} messages */
  async #queue(records, messages) {
    for (const { contentType, ...message } of messages) {
      await this.#internal.queueContent(records, { ...message, type: contentType });
    }
  }

  /**
   * @param {string} name of the ledger
   * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
   * @returns {Promise<ShownNotice[]>}
   */
  async #banners(name, { collaboration, link, title, conversationID }) {
    const { audience, collaborationID } = collaboration;
    const ledger = new NoticeLedger(await this.#read.get(name));
    const banners = ledger.visible(audience, collaborationID);
    /** @type {Map<string, string>} */
    const known = new Map();
    for (const account of new Set(banners.flatMap(({ actors }) => actors.map((one) => one.account)))) {
      known.set(account, await this.#messenger.accountName(account));
    }
    const nameOf = (/** @type {string} */ account) => known.get(account) ?? "Somebody";
    return banners.map((banner) => ({
      id: banner.id, collaboration, kind: banner.kind, text: bannerText(banner, nameOf), title,
      attribution: bannerAttribution(banner, nameOf), link, conversationID,
      firstAt: Number(banner.firstAt), latestAt: Number(banner.latestAt),
    }));
  }

  /** @param {CollaborationKey} collaboration @param {(ledger: NoticeLedger) => void} change */
  async #changeLedger(collaboration, change) {
    const name = names.ledger(collaboration);
    await this.#change(async (records) => {
      const stored = await records.get(name);
      if (!stored) return;
      const ledger = new NoticeLedger(structuredClone(stored));
      change(ledger);
      records.put(name, ledger.state);
    });
  }

  /**
   * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
   * @param {import("./proof-rules.js").Signing} signing
   * @returns {Promise<MadeProof>}
   */
  async #sign({ collaboration, root }, signing) {
    const usable = await this.#internal.identities(this.#read).find(collaboration);
    const identity = usable.find((/** @type {any} */ one) => one.root === root);
    if (!("raw" in signing)) {
      return { json: textOf(encodeProofJSON(await prove(identity, signing))), root };
    }
    const { key, inclusion } = identity;
    const proof = {
      v: 1, profile: 2, publicKey: encodeBase64URL(key.publicKey.bytes),
      publicKeyIndex: inclusion.index, inclusionHashes: inclusion.hashes.map(encodeBase64URL),
      challenge: encodeBase64URL(signing.raw), signatureFormat: "p1363",
      signature: encodeBase64URL(await key.sign(signing.raw)),
    };
    return { json: textOf(encodeJSON(proof)), root };
  }
}

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
 * @returns {CollaborationHighlight}
 */
const highlightOf = ({ messageID, inviter, receivedAt, collaboration, ...invitation }) => ({
  id: messageID, link: invitation.link, ...keyOf(collaboration), title: invitation.title,
  optionsSummary: invitation.optionsSummary, sender: inviter,
  conversationID: invitation.conversationID, createdAt: receivedAt, canProve: invitation.canProve,
});

/**
 * The fragment is the messenger's and the app's affair, not the link's (protocol 13.1).
 *
 * @param {string} link
 */
const plainLink = (link) => link.split("#")[0];

/**
 * @param {Awaited<ReturnType<typeof decideProof>>} answer
 * @param {ProofRequest} request
 * @returns {AccountQuestion | undefined}
 */
function questionOf(answer, { origin, asksAlways }) {
  if ("confirm" in answer) return answer.confirm;
  if (!asksAlways || !("sign" in answer) || !("account" in answer.signing)) return undefined;
  return { audience: origin, account: answer.signing.account, title: answer.sign.title };
}
