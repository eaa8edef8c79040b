public import GroveIdentity
public import GroveMessage

/// The rows a decision may look at: each method is an indexed look-up, so what a command costs is
/// what it touches. Times are milliseconds.
public protocol RelayReader {
  // MARK: Accounts
  /// Nil where it has not signed up here.
  func account(_ id: AccountID) throws -> AccountRecord?
  /// Nil where the handle is free.
  func accountID(of handle: Handle) throws -> AccountID?
  /// The chain from a sequence number on, in order.
  func statements(of account: AccountID, from seq: UInt64) throws -> [SignedStatement]
  /// The same: so many that they reach a number of bytes, at least one where there is one.
  func statements(of account: AccountID, from seq: UInt64, bytes: Int) throws -> [SignedStatement]
  /// Nil beyond the newest.
  func statement(of account: AccountID, seq: UInt64) throws -> SignedStatement?

  // MARK: Devices: those in the newest statement, and no others
  /// Empty for an account that is not here.
  func devices(of account: AccountID) throws -> Set<DeviceID>
  /// Whether the device may still act for its account.
  func isListed(_ address: DeviceAddress) throws -> Bool
  /// Nil where the device is not listed.
  func identityKey(of address: DeviceAddress) throws -> PublicKey?
  /// The same with the time each was last seen.
  func lastSeen(of account: AccountID) throws -> [DeviceID: UInt64]
  /// Devices with a key that can be sealed to at this time.
  func reachableDevices(of account: AccountID, at now: UInt64) throws -> Set<DeviceID>

  // MARK: KEM keys
  /// Whatever became of it: expired, or its device removed.
  func kemKey(_ keyID: UInt32, of address: DeviceAddress) throws -> SignedKEMKey?
  /// Of devices in the newest statement, not expired, in a stable order.
  func kemKeys(of account: AccountID, unexpiredAt now: UInt64) throws -> [SignedKEMKey]
  /// Against `RelayLimits.kemKeysPerDevice`.
  func kemKeyCount(of address: DeviceAddress, unexpiredAt now: UInt64) throws -> Int
  /// When the last key of each device ends.
  func lastKeyEnds(of account: AccountID) throws -> [DeviceID: UInt64]

  // MARK: Sign-in
  /// Whatever its age.
  func session(_ tokenHash: [UInt8]) throws -> Session?
  /// Whether a sign-in has used it; each is used once.
  func isUsed(challenge nonce: [UInt8]) throws -> Bool
  /// The hashes of a device's tokens but for the `kept` that expire last.
  func olderSessions(of address: DeviceAddress, besides kept: Int) throws -> [[UInt8]]

  // MARK: Conversations
  /// Nil where nobody has made it; one whose members have all left is still there.
  func conversation(_ id: ConversationID) throws -> ConversationRecord?
  /// Ascending by identifier.
  func conversations(of account: AccountID) throws -> [ConversationRecord]
  /// The identifiers of those that follow one, ascending.
  func conversationIDs(of account: AccountID, after id: ConversationID?, limit: Int) throws
    -> [ConversationID]
  /// Whether it has accepted or not.
  func isMember(_ account: AccountID, of conversation: ConversationID) throws -> Bool
  /// Any conversation both are in.
  func sharedConversation(_ one: AccountID, _ other: AccountID) throws -> ConversationID?
  /// Any conversation both are in that `one` has accepted.
  func acceptedConversation(of one: AccountID, with other: AccountID) throws -> ConversationID?
  /// A member's standing; nil for who is none.
  func membership(_ account: AccountID, of conversation: ConversationID) throws -> Membership?
  /// Those who have still to accept, with who put them in.
  func requested(in conversation: ConversationID) throws -> [AccountID: AccountID]
  /// Whether it has left by itself and has not accepted since.
  func hasLeft(_ account: AccountID, _ conversation: ConversationID) throws -> Bool
  /// Everybody who shares a conversation with the account and has accepted it; not the account
  /// itself.
  func contacts(of account: AccountID) throws -> Set<AccountID>
  /// Nil where it has none.
  func photo(of conversation: ConversationID) throws -> [UInt8]?

  // MARK: Message requests
  /// Policy, admitted and blocked accounts together.
  func admission(of account: AccountID) throws -> Admission
  /// `ask` where the account has not said otherwise.
  func policy(of account: AccountID) throws -> RequestPolicy
  /// Whether the account lets the other one in without being asked.
  func hasAdmitted(_ account: AccountID, _ other: AccountID) throws -> Bool
  /// How many accounts this one lets in without being asked.
  func admittedCount(of account: AccountID) throws -> Int
  /// Whether the account keeps the other one out.
  func hasBlocked(_ account: AccountID, _ other: AccountID) throws -> Bool
  /// What an account has used of its requests to another; nil where it made none.
  func requestUse(of account: AccountID, by other: AccountID) throws -> MailboxUsage?
  /// How many accounts have requests with this one.
  func requesterCount(of account: AccountID) throws -> Int

  // MARK: Mailboxes
  /// All zeros for a device that never had an entry.
  func mailbox(_ address: DeviceAddress) throws -> MailboxPosition
  /// What waits in the mailboxes of an account's devices, in all and from one account; nothing for devices that never had
  /// an entry.
  func waiting(for account: AccountID, from origin: AccountID) throws -> [DeviceID: WaitingMail]
  /// Mailboxes whose oldest entry came before the time, and what of it did: so many entries at most.
  func expiredMail(before time: UInt64, mailboxes: Int, entries: Int) throws -> [ExpiredMail]
  /// Entries with a sequence above `position`, oldest first, at least one where there is one.
  ///
  /// - Parameter bytes: the page ends with the entry that reaches it, so that envelopes of the
  ///   largest size do not make a page nobody can hold.
  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int) throws
    -> [MailboxEntry]
  /// Devices to which an envelope of this message was queued before, delivered or not.
  func recipients(of message: MessageID, from sender: DeviceAddress) throws -> Set<DeviceAddress>

  // MARK: Notice addresses
  /// Nil for a token nobody has.
  func noticeAddress(tokenHash: [UInt8]) throws -> NoticeAddressRecord?
  /// Ascending by identifier.
  func noticeAddresses(of account: AccountID) throws -> [NoticeAddressRecord]
  /// What waits in a mailbox of what was pushed.
  func waitingNotices(in mailbox: DeviceAddress, of address: NoticeAddressID, topic: String?) throws
    -> WaitingNotices

  // MARK: Web push
  /// Nil where the device has handed over no subscription.
  func webPush(of device: DeviceAddress) throws -> WebPushSubscription?

  // MARK: Rendezvous
  /// Whatever its age.
  func rendezvous(_ id: RendezvousID) throws -> RendezvousState?
  /// How many there are at this time.
  func openRendezvous(at now: UInt64) throws -> Int
  /// In order; empty beyond the last.
  func rendezvousMessages(_ id: RendezvousID, from index: Int) throws -> [[UInt8]]

  // MARK: Attachments
  /// Whatever its age.
  func attachment(_ id: AttachmentID) throws -> AttachmentRecord?
  /// Of all its files, whatever their age.
  func attachmentUse(of account: AccountID) throws -> AttachmentUse
  /// Those that expired first come first.
  func expiredAttachments(at now: UInt64, limit: Int) throws -> [AttachmentID]
}
