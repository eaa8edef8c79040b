public import GroveIdentity
public import GroveMessage

/// The rows a decision may look at: each method is an indexed look-up, so what a command costs is
/// what it touches. Times are milliseconds.
public protocol RelayReader {
  // MARK: Accounts
  func account(_ id: AccountID) throws -> AccountRecord?
  func accountID(of handle: Handle) throws -> AccountID?
  /// The chain from a sequence number on, in order.
  func statements(of account: AccountID, from seq: UInt64) throws -> [SignedStatement]
  func statement(of account: AccountID, seq: UInt64) throws -> SignedStatement?

  // MARK: Devices: those in the newest statement, and no others
  func devices(of account: AccountID) throws -> Set<DeviceID>
  func isListed(_ address: DeviceAddress) throws -> Bool
  func identityKey(of address: DeviceAddress) throws -> PublicKey?
  /// Devices that can be written to at this time.
  func reachableDevices(of account: AccountID, at now: UInt64) throws -> Set<DeviceID>

  // MARK: KEM keys
  /// Whatever became of it: expired, or its device removed.
  func kemKey(_ keyID: UInt32, of address: DeviceAddress) throws -> SignedKEMKey?
  /// Of devices in the newest statement, not expired, in a stable order.
  func kemKeys(of account: AccountID, unexpiredAt now: UInt64) throws -> [SignedKEMKey]
  func kemKeyCount(of address: DeviceAddress, unexpiredAt now: UInt64) throws -> Int

  // MARK: Sign-in
  /// Whatever its age.
  func session(_ tokenHash: [UInt8]) throws -> Session?
  func isUsed(challenge nonce: [UInt8]) throws -> Bool

  // MARK: Conversations
  func conversation(_ id: ConversationID) throws -> ConversationRecord?
  /// Ascending by identifier.
  func conversations(of account: AccountID) throws -> [ConversationRecord]
  func isMember(_ account: AccountID, of conversation: ConversationID) throws -> Bool
  /// Any conversation both are in.
  func sharedConversation(_ one: AccountID, _ other: AccountID) throws -> ConversationID?
  /// Everybody the account shares a conversation with; not the account itself.
  func contacts(of account: AccountID) throws -> Set<AccountID>
  func photo(of conversation: ConversationID) throws -> [UInt8]?

  // MARK: Mailboxes
  func mailbox(_ address: DeviceAddress) throws -> MailboxPosition
  /// Entries with a sequence above `position`, oldest first, at least one where there is one.
  ///
  /// - Parameter bytes: the page ends with the entry that reaches it, so that envelopes of the
  ///   largest size do not make a page nobody can hold.
  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int) throws
    -> [MailboxEntry]
  func wasQueued(_ key: EnvelopeKey) throws -> Bool

  // MARK: Rendezvous
  /// Whatever its age.
  func rendezvous(_ id: RendezvousID) throws -> RendezvousState?
  func openRendezvous(at now: UInt64) throws -> Int
  func rendezvousMessages(_ id: RendezvousID, from index: Int) throws -> [[UInt8]]

  // MARK: Attachments
  /// Whatever its age.
  func attachment(_ id: AttachmentID) throws -> AttachmentRecord?
  func attachmentUse(of account: AccountID) throws -> AttachmentUse
  /// Those that expired first come first.
  func expiredAttachments(at now: UInt64, limit: Int) throws -> [AttachmentID]
}
