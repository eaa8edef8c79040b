package import GroveIdentity
package import GroveMessage

/// The rows a decision may look at, inside one transaction.
package protocol MessengerReader: SharingReader {
  func counter(_ name: MessengerCounter) throws -> UInt64?

  func account(_ id: AccountID) throws -> KnownAccount?
  func accountID(ofHandle handle: String) throws -> AccountID?
  /// Accounts of which a statement is wanted that their chain does not have.
  func staleAccounts() throws -> [AccountID]
  func alarms() throws -> [Alarm]
  func hasAlarm(_ identity: [UInt8]) throws -> Bool

  func conversation(_ id: ConversationID) throws -> ConversationRecord?
  /// The one with the newest activity first.
  func conversations() throws -> [ConversationRecord]
  /// The last `limit` lines before a position, oldest first.
  func items(of id: ConversationID, before: Int64?, limit: Int) throws -> [ThreadItem]
  func item(_ identity: MessageIdentity) throws -> ThreadItem?
  func item(at position: Int64) throws -> ThreadItem?
  /// Every item of that message identifier, whoever chose it.
  func items(messageID: MessageID) throws -> [ThreadItem]

  func hasSeen(_ identity: MessageIdentity) throws -> Bool
  /// Newest last; a bounded number is kept.
  func ignoredEvents() throws -> [IgnoredEvent]
  func receipts(for messageID: MessageID) throws -> Set<AccountID>
  func owedReceipts() throws -> [Receipt]
  func pinsTold(_ id: ConversationID) throws -> [UInt8]?

  func isHeld(_ sequence: UInt64) throws -> Bool
  func heldCount(of id: ConversationID) throws -> Int
  /// In the order of the mailbox, those whose conversation is no request any more.
  func releasedEnvelopes() throws -> [HeldEnvelope]
  /// Messages that are to be tried again at this time.
  func undelivered(dueAt now: UInt64) throws -> [UndeliveredMessage]

  /// In the order in which the person did it.
  func outbox() throws -> [OutboxEntry]
  func outboxEntry(_ id: RequestID) throws -> OutboxEntry?
}
