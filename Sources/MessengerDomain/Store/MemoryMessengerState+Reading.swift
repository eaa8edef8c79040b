import GroveIdentity
import GroveMessage

extension MemoryMessengerState: MessengerReader {
  func counter(_ name: MessengerCounter) -> UInt64? { counters[name] }
  func account(_ id: AccountID) -> KnownAccount? { accounts[id] }
  func accountID(ofHandle handle: String) -> AccountID? {
    accounts.values.filter { $0.handle == handle }.map(\.accountID).min()
  }
  func staleAccounts() -> [AccountID] {
    accounts.values.filter { $0.wantedSeq ?? 0 > $0.chain.newest.seq }.map(\.accountID).sorted()
  }
  func alarms() -> [Alarm] {
    alarmRows.values.sorted {
      $0.raisedAt == $1.raisedAt
        ? $0.identity.lexicographicallyPrecedes($1.identity) : $0.raisedAt < $1.raisedAt
    }
  }
  func hasAlarm(_ identity: [UInt8]) -> Bool { alarmRows[identity] != nil }

  func conversation(_ id: ConversationID) -> ConversationRecord? { conversationRows[id] }
  func conversations() -> [ConversationRecord] {
    conversationRows.values.sorted {
      $0.lastActivityAt == $1.lastActivityAt
        ? $0.conversationID < $1.conversationID : $0.lastActivityAt > $1.lastActivityAt
    }
  }
  func items(of id: ConversationID, before: Int64?, limit: Int) -> [ThreadItem] {
    items.filter { $0.conversationID == id && $0.position < before ?? .max }
      .suffix(max(0, limit)).map(read)
  }
  func item(_ identity: MessageIdentity) -> ThreadItem? {
    items.first { $0.identity == identity }.map(read)
  }
  func item(at position: Int64) -> ThreadItem? {
    items.first { $0.position == position }.map(read)
  }
  func items(messageID: MessageID) -> [ThreadItem] {
    items.filter { $0.messageID == messageID }.map(read)
  }
  private func read(_ item: ThreadItem) -> ThreadItem {
    var item = item
    if item.delivery != nil, let id = item.messageID {
      item.undelivered = undelivered[id]?.people ?? []
    }
    return item
  }

  func hasSeen(_ identity: MessageIdentity) -> Bool { seen[identity] != nil }
  func ignoredEvents() -> [IgnoredEvent] { ignored.values.sorted { $0.sequence < $1.sequence } }
  func receipts(for messageID: MessageID) -> Set<AccountID> { receipts[messageID] ?? [] }
  func owedReceipts() -> [Receipt] {
    owed.sorted {
      ($0.conversationID, $0.to, $0.messageID) < ($1.conversationID, $1.to, $1.messageID)
    }
  }
  func pinsTold(_ id: ConversationID) -> [UInt8]? { pinsTold[id] }

  func isHeld(_ sequence: UInt64) -> Bool { held[sequence] != nil }
  func heldCount(of id: ConversationID) -> Int {
    held.values.count { $0.conversationID == id }
  }
  func releasedEnvelopes() -> [HeldEnvelope] {
    held.values.filter { envelope in
      conversationRows[envelope.conversationID].map { $0.requestedBy == nil || $0.state != .active }
        ?? false
    }.sorted { $0.sequence < $1.sequence }
  }
  func undelivered(dueAt now: UInt64) -> [UndeliveredMessage] {
    undelivered.values.filter { $0.nextAt.map { $0 <= now } ?? false }
      .sorted { ($0.nextAt ?? 0, $0.messageID) < ($1.nextAt ?? 0, $1.messageID) }
  }

  func outbox() -> [OutboxEntry] { outboxRows }
  func outboxEntry(_ id: RequestID) -> OutboxEntry? { outboxRows.first { $0.operationID == id } }

  func sharingValue(kind: String, key: [UInt8]) -> [UInt8]? {
    sharing.sharingValue(kind: kind, key: key)
  }
  func sharingValues(kind: String, prefix: [UInt8]) -> [[UInt8]] {
    sharing.sharingValues(kind: kind, prefix: prefix)
  }
}
