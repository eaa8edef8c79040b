/**
 * What records are called, and what is kept under each name. Positions are written so that the order
 * of the names is their order. Values are plain data, maps, sets and bytes included.
 *
 * @typedef {import("./sharing-types.js").CollaborationKey} CollaborationKey
 */

/** @param {number | bigint} position */
const numbered = (position) => String(position).padStart(12, "0");

/**
 * One collaboration in a name: an origin has no newline and JSON escapes them, so no pair is the
 * beginning of another.
 *
 * @param {CollaborationKey} collaboration
 */
export const place = ({ audience, collaborationID }) =>
  `${audience}\n${JSON.stringify(collaborationID)}\n`;

/**
 * @template Value
 * @typedef {import("./records.js").Name<Value>} Name
 */

/** Without an identifier: the beginning of all names of the kind. */
export const names = Object.freeze({
  /** @returns {Name<import("./stored-device.js").DeviceRecord>} */
  device: () => "device",
  /** @returns {Name<import("./known-account.js").StoredAccount>} */
  account: (account = "") => `account/${account}`,
  /** @param {string} handle @returns {Name<string>} an account */
  handle: (handle) => `handle/${handle}`,
  /** Somebody named a statement that is not in the known chain. @returns {Name<bigint>} */
  wanted: (account = "") => `wanted/${account}`,
  /** @returns {Name<import("../conversations/roster-rules.js").StoredConversation>} */
  conversation: (id = "") => `conversation/${id}`,
  /**
   * Who was in it.
   *
   * @param {string} conversation
   * @returns {Name<import("../membership/membership-rules.js").FormerMembers>}
   */
  formerMembers: (conversation) => `former-members/${conversation}`,
  /**
   * What of it is unread.
   *
   * @returns {Name<import("./unread.js").Reading>}
   */
  reading: (conversation = "") => `reading/${conversation}`,
  /**
   * What of it its person wants to be told.
   *
   * @returns {Name<import("../attention/attention-rules.js").StoredAttention>}
   */
  attention: (conversation = "") => `attention/${conversation}`,
  /**
   * Mentions that other devices of the account have read before they came here.
   *
   * @returns {Name<string[]>}
   */
  mentionsRead: () => "mentions-read",
  /**
   * How this device calls attention.
   *
   * @returns {Name<import("../attention/raising-rules.js").Raising>}
   */
  raising: () => "raising",
  /** @param {string} id @returns {Name<{ photoVersion: number, image: Uint8Array }>} */
  photo: (id) => `photo/${id}`,
  /**
   * @param {string} conversation
   * @param {number} [position]
   * @returns {Name<import("./messenger-types.js").ThreadItem>}
   */
  item: (conversation, position) =>
    `item/${conversation}/${position === undefined ? "" : numbered(position)}`,
  /**
   * The position of the newest card of a document there.
   *
   * @param {string} conversation
   * @param {CollaborationKey} collaboration
   * @returns {Name<number>}
   */
  card: (conversation, collaboration) => `card/${conversation}/${place(collaboration)}`,
  /**
   * The name of the line that shows a message.
   *
   * @param {string} message
   * @returns {Name<Name<import("./messenger-types.js").ThreadItem>>}
   */
  message: (message, device = "") => `message/${message}/${device}`,
  /** @param {string} [device] @param {string} [message] @returns {Name<number>} when it was seen */
  seen: (device, message) => (device ? `seen/${device}/${message}` : "seen/"),
  /** @param {string} message @returns {Name<true>} */
  receipt: (message, account = "") => `receipt/${message}/${account}`,
  /**
   * @param {string} [conversation]
   * @param {string} [to]
   * @param {string} [message]
   * @returns {Name<true>}
   */
  owed: (conversation, to, message) => (conversation ? `owed/${conversation}/${to}/${message}` : "owed/"),
  /** @param {string} conversation @returns {Name<string>} a digest of the lists it was told of */
  told: (conversation) => `told/${conversation}`,
  /** @param {bigint} [sequence] @returns {Name<import("./stored-device.js").IgnoredEntry>} */
  ignored: (sequence) => `ignored/${sequence === undefined ? "" : numbered(sequence)}`,
  /**
   * An envelope of a message request, until it is accepted.
   *
   * @param {bigint} [sequence]
   * @returns {Name<import("../conversations/inbox-rules.js").HeldEnvelope>}
   */
  held: (sequence) => `held/${sequence === undefined ? "" : numbered(sequence)}`,
  /**
   * Whom a message has not reached, while it is tried again.
   *
   * @returns {Name<import("../conversations/undelivery-rules.js").Waiting>}
   */
  undelivered: (message = "") => `undelivered/${message}`,
  /**
   * @param {number} [position]
   * @returns {Name<import("../conversations/outbox-rules.js").OutboxEntry>}
   */
  outbox: (position) => `outbox/${position === undefined ? "" : numbered(position)}`,
  /** @param {string} message @returns {Name<Uint8Array>} a sealed file, until it is uploaded */
  attachment: (message) => `attachment/${message}`,
  /** @param {number} [keyID] @returns {Name<import("../devices/kem-key-rules.js").StoredKEMKey>} */
  kem: (keyID) => `kem/${keyID ?? ""}`,
  /**
   * The private half of a KEM key.
   *
   * @param {number} keyID
   * @returns {Name<unknown>}
   */
  kemSecret: (keyID) => `keys/kem/${keyID}`,
  /** @returns {Name<import("../devices/alarm-rules.js").StoredAlarm>} */
  alarm: (rest = "") => `alarm/${rest}`,
  /**
   * @param {"position" | "outbox" | "kemKey" | "missedEntries" | "dailyAt" | "deviceRemoved"
   *   | "conversationsLoaded"} series
   * @returns {Name<number>}
   */
  counter: (series) => `counter/${series}`,
  /** The newest mailbox entry that was taken in. @returns {Name<bigint>} */
  mailbox: () => "counter/mailbox",
  /** When the mailbox was last read to its end. @returns {Name<bigint>} */
  drainedAt: () => "counter/drainedAt",

  /**
   * What this device can prove in a collaboration; an origin has no newline.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<import("../invitations/usable-identity.js").StoredIdentity[]>}
   */
  identities: ({ audience, collaborationID }) => `identities/${audience}\n${collaborationID}`,

  /** @returns {Name<import("./sharing-types.js").Draft>} */
  draft: (id = "") => `sharing/draft/${id}`,
  /** @returns {Name<import("../sharing/share-job.js").ShareJob>} */
  job: (procedure = "") => `sharing/job/${procedure}`,
  /**
   * Of a message that may have left.
   *
   * @param {string} message
   * @returns {Name<Uint8Array[]>}
   */
  sealedEnvelopes: (message) => `sharing/held/${message}`,
  /**
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../invitations/received-invitation.js").ReceivedInvitation>}
   */
  invitation: (collaboration, root = "") => placed("invitation", collaboration, root),
  /**
   * The app accounts born of a proof for which this device has signed there, the latest last.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<string[]>}
   */
  signedAccounts: (collaboration) => placed("signed-accounts", collaboration),
  /** @param {CollaborationKey} collaboration @returns {Name<bigint>} the own statement whose devices were told of it */
  toldDocument: (collaboration) => placed("told-document", collaboration),
  /**
   * The root of the invitation by which the account's other devices were told who is in it.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<string>}
   */
  toldPeople: (collaboration) => placed("told-people", collaboration),
  /**
   * What another device of the account told of, until this one is let in.
   *
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../../message/content/own-documents.js").OwnDocument>}
   */
  awaited: (collaboration) => placed("awaited-document", collaboration),
  /** Whether people's added devices are let in without a click. @returns {Name<true>} */
  letsDevicesIn: () => "sharing/lets-devices-in",
  /** @param {CollaborationKey} collaboration @returns {Name<import("../invitations/document-state.js").ToldTitle>} */
  toldTitle: (collaboration) => placed("told-title", collaboration),
  /** @param {CollaborationKey} collaboration @returns {Name<import("../invitations/document-state.js").ToldFirstLines>} */
  toldFirstLines: (collaboration) => placed("told-first-lines", collaboration),
  /** @param {CollaborationKey} collaboration @returns {Name<import("../invitations/document-state.js").ToldEnding>} */
  toldEnding: (collaboration) => placed("told-ending", collaboration),
  /**
   * Roots of those who have gone.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<string[]>}
   */
  toldGone: (collaboration) => placed("told-gone", collaboration),
  /**
   * Roots of those of them who went by themselves.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<string[]>}
   */
  toldLeft: (collaboration) => placed("told-left", collaboration),
  /**
   * When its app's server said last that this person has it open: milliseconds, by that server's clock.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Name<bigint>}
   */
  toldOpened: (collaboration) => placed("told-opened", collaboration),
  /**
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../attention/put-away.js").PutAway>}
   */
  putAway: (collaboration) => placed("put-away", collaboration),
  /** @param {CollaborationKey} collaboration @returns {Name<import("../invitations/document-state.js").ToldCame[]>} */
  toldCame: (collaboration) => placed("told-came", collaboration),
  /**
   * @param {string} conversation
   * @returns {Name<Omit<import("./sharing-types.js").WarnedLink, "sentence">>}
   */
  plainLink: (conversation, message = "") => `sharing/plain-link/${conversation}/${message}`,
  /**
   * @param {CollaborationKey} collaboration
   * @returns {Name<import("../membership/known-membership.js").KnownMembership>}
   */
  membership: (collaboration, inviter = "") => placed("membership", collaboration, inviter),
  /**
   * @param {string} [conversation]
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../membership/shared-collaboration.js").SharedCollaboration>}
   */
  shared: (conversation, collaboration) =>
    `sharing/shared/${conversation ? `${conversation}/` : ""}${collaboration ? place(collaboration) : ""}`,
  /** @returns {Name<{ audience: string, account: string, confirmedAt: number }>} */
  confirmed: (audience = "") => `sharing/confirmed-account/${audience}`,
  /** @param {string} audience @returns {Name<true>} */
  rawProofs: (audience) => `sharing/raw-proofs/${audience}`,
  /** @param {string} audience @returns {Name<import("../arrivals/notice-inbox.js").KeptKeys>} */
  publishedKeys: (audience) => `sharing/published-keys/${audience}`,
  /**
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../../message/notice-ledger.js").LedgerState>}
   */
  ledger: (collaboration) => placed("notice-ledger", collaboration),
  /**
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../notices/notice-address-rules.js").NoticeAddress>}
   */
  noticeAddress: (collaboration, addressID = "") => placed("notice-address", collaboration, addressID),
  /** @returns {Name<import("../notices/notice-address-rules.js").EndedNoticeAddress>} */
  endedNoticeAddress: (addressID = "") => `sharing/ended-notice-address/${addressID}`,
  /** @returns {Name<import("../notices/notice-address-rules.js").NoticeChoice>} */
  noticeChoice: (audience = "") => `sharing/notice-choice/${audience}`,
  /** @param {CollaborationKey} collaboration @returns {Name<string>} the notice of the renaming that was said last to the invited */
  saidTitle: (collaboration) => placed("said-title", collaboration),
  /** @param {CollaborationKey} collaboration @returns {Name<bigint>} */
  noticeCounter: (collaboration) => placed("notice-counter", collaboration),
  /** @returns {Name<number>} a version of its conversation */
  offer: (conversation = "") => `sharing/membership-offer/${conversation}`,
  /** @param {string} conversation @returns {Name<number>} a version of it */
  dismissed: (conversation) => `sharing/dismissed-offer/${conversation}`,
  /**
   * What the person has decided of single people, when they changed who is in the conversation.
   *
   * @param {string} conversation
   * @param {CollaborationKey} [collaboration]
   * @returns {Name<import("../membership/declined-changes.js").DeclinedChanges>}
   */
  declined: (conversation, collaboration) =>
    `sharing/declined-offer/${conversation}/${collaboration ? place(collaboration) : ""}`,
  /** @returns {Name<string>} the account */
  changedDevices: (account = "") => `sharing/changed-devices/${account}`,
  /**
   * @param {string} [device]
   * @param {string} [message]
   * @returns {Name<import("../arrivals/content-arrival.js").PendingContent>}
   */
  pending: (device, message) => (device ? `sharing/pending/${device}/${message}` : "sharing/pending/"),
});

/** @param {string} kind @param {CollaborationKey} [collaboration] */
const placed = (kind, collaboration, rest = "") =>
  `sharing/${kind}/${collaboration ? place(collaboration) + rest : ""}`;

/**
 * The next of a growing series.
 *
 * @param {import("./records.js").Records} records
 * @param {"position" | "outbox"} series
 * @returns {number} 1, 2, 3, …
 */
export function nextNumber(records, series) {
  const next = (records.get(names.counter(series)) ?? 0) + 1;
  records.put(names.counter(series), next);
  return next;
}

/** @param {CollaborationKey} one @param {CollaborationKey} other */
export const isSame = (one, other) =>
  one.audience === other.audience && one.collaborationID === other.collaborationID;

/** @param {CollaborationKey} value @returns {CollaborationKey} nothing else of it */
export const keyOf = ({ audience, collaborationID }) => ({ audience, collaborationID });
