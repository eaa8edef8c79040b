import { loaded } from "../device/loading.js";

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

/**
 * @typedef {object} Sharing
 * @property {(origin?: string) => Promise<CollaborationHighlight[]>} highlights Everything that
 *   can be opened, the newest first. `origin`: of one app only.
 * @property {(link: string) => Promise<CollaborationHighlight | undefined>} highlightForLink The
 *   collaboration a link leads to; its fragment does not count. Answers nothing for a plain link.
 * @property {(collaboration: CollaborationKey) => Promise<CollaborationHighlight | undefined>}
 *   highlight The
 *   newest usable invitation to it.
 * @property {(conversationID: string) => Promise<WarnedLink[]>} warnedLinks Links that came as
 *   invitations and are none, the oldest first.
 * @property {(link: string) => Promise<string>} addressFor The address for the person's click on a
 *   link: with `#collab-messenger=<this origin>` where it is a highlight's (protocol 13.1).
 * @property {(content: SharedContent, app: { origin: string, name: string }) =>
 *   Promise<import("./share-sheet.js").ShareSheet | undefined>} shareSheet A share sheet for
 *   content of an app, with the conversations the person is likely to mean. Answers nothing where
 *   the content is neither metadata nor file.
 * @property {(sheet: import("./share-sheet.js").ShareSheet) => Promise<Draft>} stage Puts a draft
 *   into the compose field. Nothing is sent and nobody is asked.
 * @property {() => Promise<DraftStatus[]>} drafts What is in compose fields, the oldest first.
 * @property {(draft: Draft) => Promise<void>} updateDraft Changes options, recipients or text of a
 *   draft that is not being sent. For options use `setOption` of `options/share-options.js` on
 *   `draft.metadata.userSelectedShareOptions`. Throws `item_unknown`.
 * @property {(draftID: string) => Promise<void>} discardDraft Throws a draft away; one that is
 *   being sent has to be cancelled first. Throws `item_unknown`.
 * @property {(draftID: string) => Promise<ShareOutcome>} send Sends a draft: the app starts and
 *   adds identities, then everybody is invited. The app has to be here (`isAppHere`); open it in
 *   the person's click otherwise (`../bridge/app-actions.js`). Answers when it is decided. A draft
 *   that failed is back at once; an app that answers has undone what it did before this returns,
 *   or has had ten seconds for it. Throws `item_unknown` where there is no such draft or it is
 *   being sent; `limit_exceeded` for a text that fits into no message.
 * @property {(draftID: string) => Promise<boolean>} cancelShare Cancels a share that is being
 *   sent, by whichever tab. Once its message may have left it is too late. Answers whether it
 *   could be cancelled.
 * @property {(request: ProofRequest, confirm: (question: AccountQuestion) => Promise<boolean>) =>
 *   Promise<import("../encoding/answer.js").Answer<MadeProof, ProofRefusal>>} proof Makes this
 *   device's proof. Asks the person the first time for an audience and whenever the account
 *   changes. Show
 *   refusals to the person; tell the app only where `hasConsent` (protocol 13.3).
 * @property {(origin: string) => Promise<boolean>} hasConsent Whether the person has let this app
 *   in before: confirmed an account for it, or shared from it. Before that an app gets no answer
 *   at all (protocol 13.3).
 * @property {() => Promise<{ audience: string, account: string, confirmedAt: number }[]>}
 *   confirmedAccounts The confirmed app accounts, by origin, for settings.
 * @property {(audience: string) => Promise<void>} forgetConfirmation Asks again the next time.
 * @property {(audience: string, allowed: boolean) => Promise<void>} setRawProofs Raw proofs
 *   (protocol 8.8) for an audience; off unless somebody turned it on.
 * @property {(collaboration: CollaborationKey, post: NoticePost) =>
 *   Promise<import("../encoding/answer.js").Answer<string[], NoticePostRefusal>>} postNotice Tells
 *   the other participants; a mention only the mentioned one. `collaboration`: its audience is the
 *   origin that asks. Answers the accounts that are told.
 * @property {(collaboration: CollaborationKey) => Promise<void>} retractNotices Takes back, on
 *   everybody's devices, what this person's app told.
 * @property {(conversationID: string) => Promise<ShownNotice[]>} notices The banners to show in a
 *   conversation, the oldest first.
 * @property {(notice: ShownNotice) => Promise<void>} dismissNotice What the person does not want
 *   any more.
 * @property {(collaboration: CollaborationKey) => Promise<void>} clearNotices The person has seen
 *   it in the app: removes what this device shows of a collaboration.
 * @property {(conversationID?: string) => Promise<MembershipOffer[]>} membershipOffers Plans for
 *   conversations whose people changed: what updating the documents would mean. `conversationID`:
 *   of one conversation only.
 * @property {(offer: MembershipOffer, cancelled?: AbortSignal) => Promise<{ collaboration:
 *   CollaborationKey, title: string, result: ShareOutcome }[]>} applyMembership The person
 *   consents: identities are added and removed, who joined is invited, the others told. The apps
 *   have to be here (`isAppHere`). `offer`: as it was shown. `cancelled`: the person has thought
 *   better of it: what no app has carried out by then is withdrawn, and fails as `cancelled`; what
 *   one has goes on. A document that failed stays on offer.
 * @property {(offer: MembershipOffer) => Promise<void>} dismissMembership Not now: the offer comes
 *   back when the conversation changes again.
 * @property {() => Promise<IdentityRenewal[]>} renewals Participants whose devices changed since
 *   their identity was made.
 * @property {(collaboration: CollaborationKey, account?: string) => Promise<ShareOutcome |
 *   undefined>} renewIdentities Gives participants new identities for the devices they have now;
 *   granted access moves along. `account`: absent for everybody whose devices changed. Answers
 *   nothing where nobody's have.
 * @property {(collaboration: CollaborationKey) => Promise<string[]>} membershipOf Who takes part
 *   in a collaboration, as far as this device is told. Accounts.
 * @property {(conversationID: string) => Promise<{ collaboration: CollaborationKey, title: string,
 *   link: string, accounts: string[] }[]>} sharedIn Collaborations this account shared into a
 *   conversation.
 * @property {() => Promise<{ origin: string, title: string }[]>} awaitedApps Apps that something
 *   is owed to or by: a share to take back, an identity to replace. The person opens them by a
 *   click.
 * @property {() => Promise<void>} settled Resolves when everything that can be done in this tab is
 *   done: after `register`, before an app's window is closed again.
 * @property {(app: CollaborationApp) => void} register From now on this app answers actions for
 *   its origin in this tab. One app for an origin; what waited for it goes on.
 * @property {(origin: string) => void} unregister
 * @property {(origin: string) => boolean} isAppHere In this tab.
 * @property {(origin: string, published: unknown) => Promise<void>} takePublishedKeys Keys an
 *   app's page publishes for attestations, as it handed them over (protocol 12.4). `origin`: of
 *   the page. `published`: parsed `/.well-known/collab-keys.json`. Throws `malformed`.
 */

/**
 * Which part does what. A part is loaded when it is first asked for something.
 *
 * @type {Record<string, string>}
 */
const methods = {
  address: "addressFor",
  views: "highlight highlightForLink highlights notices warnedLinks",
  memberViews: "membershipOffers renewals sharedIn",
  participants: "membershipOf",
  awaited: "awaitedApps",
  sheets: "shareSheet",
  draftViews: "drafts",
  drafts: "discardDraft send stage updateDraft",
  desk: "cancelShare settled",
  memberships: "applyMembership dismissMembership renewIdentities",
  proofs: "confirmedAccounts forgetConfirmation hasConsent proof setRawProofs",
  notices: "clearNotices dismissNotice postNotice retractNotices",
};

/**
 * Questions whose answer is nothing while there are no records of these kinds.
 *
 * @type {Record<string, string[]>}
 */
const nothingWithout = {
  awaitedApps: ["job", "changed-devices"], confirmedAccounts: ["confirmed-account"],
  drafts: ["draft"], highlights: ["invitation"], membershipOffers: ["shared"],
  notices: ["notice-ledger"], renewals: ["shared"], sharedIn: ["shared"], warnedLinks: ["plain-link"],
};

/** What somebody has to go on with. */
const unfinished = ["job", "pending", "changed-devices"];

/**
 * The sharing side of a messenger. Most of a day people only write to each other: then this is all of
 * it that is loaded.
 *
 * @param {any} messenger whose `internal` this uses; before its `start()`
 * @returns {Sharing}
 */
export function sharingOf(messenger) {
  const { internal } = messenger;
  const { accountID, read } = internal;
  /** @type {Map<string, CollaborationApp>} */
  const apps = new Map();
  /** @type {Record<string, () => Promise<any>>} */
  const parts = {
    address: async () => new (await import("./link-address.js")).LinkAddress(messenger),
    views: async () => new (await import("./sharing-views.js")).SharingViews(messenger),
    memberViews: async () =>
      new (await import("./membership-views.js")).MembershipViews(internal),
    participants: async () => new (await import("./known-participants.js")).ParticipantViews(read),
    awaited: async () => new (await import("./awaited-apps.js")).AwaitedApps(read, apps),
    sheets: async () => new (await import("./make-sheet.js")).SheetMaker(read),
    draftViews: async () => new (await import("./draft-views.js")).DraftViews(read),
    drafts: async () =>
      new (await import("./draft-table.js")).DraftTable(messenger, () => part("desk")),
    desk: async () =>
      new (await import("./share-desk.js")).ShareDesk(internal, apps, await part("watch")),
    watch: async () =>
      new (await import("./share-watch.js")).ShareWatch(internal, apps, catchUp),
    memberships: async () =>
      new (await import("./membership-desk.js")).MembershipDesk(internal, () => part("desk")),
    proofs: async () => new (await import("./proof-desk.js")).ProofDesk(internal),
    notices: async () => new (await import("./notice-desk.js")).NoticeDesk(internal),
    inbox: async () => new (await import("./collaboration-inbox.js")).CollaborationInbox(internal),
    rules: async () => import("./change-rules.js"),
  };
  /** @type {Map<string, Promise<any>>} */
  const begun = new Map();
  /** Loads a part once; a page that was offline tries again. */
  const part = (/** @type {string} */ name) => {
    const loading = begun.get(name) ?? loaded(parts[name]());
    begun.set(name, loading);
    loading.catch(() => begun.delete(name));
    return loading;
  };
  const hasNone = async (/** @type {string[]} */ kinds, from = read) => {
    const found = await Promise.all(kinds.map((kind) => from.page(`sharing/${kind}/`, { limit: 1 })));
    return found.every(({ length }) => length === 0);
  };
  /** Answers nothing: an app may take its time, and receiving and sending do not wait for it. */
  const catchUp = async () => {
    if (await hasNone(unfinished)) return;
    if (await (await part("watch")).isDeskCalledFor()) void (await part("desk")).catchUp();
  };
  const catchUpIfItCan = () => void catchUp().catch(() => undefined);

  /** @type {any} */
  const sharing = {
    isAppHere: (/** @type {string} */ origin) => apps.has(origin),
    // It may have been waited for.
    register: (/** @type {CollaborationApp} */ app) => {
      apps.set(app.origin, app);
      catchUpIfItCan();
    },
    unregister: (/** @type {string} */ origin) => void apps.delete(origin),
    takePublishedKeys: async (/** @type {string} */ origin, /** @type {unknown} */ published) => {
      // An origin that nothing here belongs to could fill the store.
      if ((await sharing.highlights(origin)).length === 0) return;
      await (await part("notices")).keepKeys(origin, published);
      catchUpIfItCan();
    },
  };
  for (const [place, names] of Object.entries(methods)) {
    for (const name of names.split(" ")) {
      sharing[name] = async (/** @type {unknown[]} */ ...given) => {
        if (nothingWithout[name] && (await hasNone(nothingWithout[name]))) return [];
        return (await part(place))[name](...given);
      };
    }
  }
  // Where this account has shared nothing, changes of people and devices mean nothing.
  /** @type {import("../device/local-device.js").SharingHooks} */
  const hooks = {
    prepare: async (contentType, message, mayAlarm) => {
      if (contentType) await (await part("inbox")).prepare(contentType, message, mayAlarm);
      if (!(await hasNone(["shared"]))) await part("rules");
    },
    receive: async (...received) => (await part("inbox")).receive(...received),
    rosterChanged: async ({ conversation }, records) => {
      if (await hasNone(["shared"], records)) return;
      await (await part("rules")).rosterChanged(records, conversation, accountID);
    },
    devicesChanged: async (...[, after, records]) => {
      if (!(await hasNone(["shared"], records))) await (await part("rules")).devicesChanged(records, after);
    },
    round: catchUp,
  };
  internal.use(hooks);
  messenger.addEventListener("connection", (/** @type {any} */ { detail }) => {
    if (detail.state === "online") catchUpIfItCan();
  });
  // A share in another tab, which may be closed in the middle.
  messenger.addEventListener("sharing", (/** @type {any} */ { detail }) => {
    if (detail.kind === "job") catchUpIfItCan();
  });
  return sharing;
}
