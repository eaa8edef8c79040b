import GroveIdentity
import GroveMessage

/// A device's rows as dictionaries. A value: a transaction works on it in place, alone.
struct MemoryMessengerState: Sendable {
  var counters: [MessengerCounter: UInt64] = [:]
  var accounts: [AccountID: KnownAccount] = [:]
  var alarmRows: [[UInt8]: Alarm] = [:]
  var conversationRows: [ConversationID: ConversationRecord] = [:]
  var pinsTold: [ConversationID: [UInt8]] = [:]
  /// In the order of their positions.
  var items: [ThreadItem] = []
  var undelivered: [MessageID: UndeliveredMessage] = [:]
  var seen: [MessageIdentity: UInt64] = [:]
  var held: [UInt64: HeldEnvelope] = [:]
  var ignored: [UInt64: IgnoredEvent] = [:]
  var receipts: [MessageID: Set<AccountID>] = [:]
  var owed: Set<Receipt> = []
  var outboxRows: [OutboxEntry] = []
  var lastOperation: Int64 = 0
  var sharing = MemorySharingRows()

  /// - Throws: `corrupt` where the tables of a device would refuse the row.
  mutating func apply(_ change: MessengerChange) throws {
    switch change {
    case .set(let counter, let value): counters[counter] = min(value, UInt64(Int64.max))
    case .storeAccount(let stored): accounts[stored.account.accountID] = stored.account
    case .wantStatement(let account, let seq):
      let wanted = max(accounts[account]?.wantedSeq ?? 0, min(seq, UInt64(Int64.max)))
      accounts[account]?.wantedSeq = wanted
    case .raise(let alarm):
      if alarmRows[alarm.identity] == nil { alarmRows[alarm.identity] = alarm }
    case .storeConversation(let record): store(record)
    case .insertItem(let item): try insert(item)
    case .setDelivery(let identity, let delivery): edit(identity) { $0.delivery = delivery }
    case .replaceContent(let identity, let content): edit(identity) { $0.content = content }
    case .setUndelivered(let message): undelivered[message.messageID] = message
    case .forgetUndelivered(let id): undelivered[id] = nil
    case .remember(let identity, let at):
      guard seen.updateValue(at, forKey: identity) == nil else { throw Self.taken("seen") }
    case .forgetRemembered(let before): seen = seen.filter { $0.value >= before }
    case .hold(let envelope):
      guard held.updateValue(envelope, forKey: envelope.sequence) == nil else {
        throw Self.taken("held")
      }
    case .release(let sequence): held[sequence] = nil
    case .ignore(let event): ignore(event)
    case .recordReceipt(let id, let account): receipts[id, default: []].insert(account)
    case .oweReceipt(let receipt): owed.insert(receipt)
    case .settleReceipts(let settled): owed.subtract(settled)
    case .toldPins(let id, let digest): if conversationRows[id] != nil { pinsTold[id] = digest }
    case .enqueue(let id, let operation, let at): try enqueue(id, operation, at)
    case .requeue(let id, let operation):
      for index in outboxRows.indices where outboxRows[index].operationID == id {
        outboxRows[index].operation = operation
      }
    case .dequeue(let id): outboxRows.removeAll { $0.operationID == id }
    case .sharing(let change): sharing.apply(change)
    }
  }

  private static func taken(_ table: String) -> MessengerStoreError { .corrupt(table) }

  private mutating func store(_ record: ConversationRecord) {
    var record = record
    record.lastActivityAt = max(
      record.lastActivityAt, conversationRows[record.conversationID]?.lastActivityAt ?? 0)
    conversationRows[record.conversationID] = record
  }

  private mutating func insert(_ item: NewThreadItem) throws {
    let isTaken = items.contains {
      $0.messageID != nil && $0.senderDevice != nil && $0.messageID == item.messageID
        && $0.senderDevice == item.senderDevice
    }
    guard !isTaken, var conversation = conversationRows[item.conversationID] else {
      throw Self.taken("item")
    }
    items.append(ThreadItem(item, position: (items.last?.position ?? 0) + 1))
    conversation.lastActivityAt = max(conversation.lastActivityAt, item.receivedAt)
    conversationRows[item.conversationID] = conversation
  }

  private mutating func edit(_ identity: MessageIdentity, _ change: (inout ThreadItem) -> Void) {
    for index in items.indices where items[index].identity == identity {
      change(&items[index])
    }
  }

  private mutating func ignore(_ event: IgnoredEvent) {
    ignored[event.sequence] = event
    if ignored.count > 1_000, let oldest = ignored.keys.min() { ignored[oldest] = nil }
  }

  private mutating func enqueue(_ id: RequestID, _ operation: OutboxOperation, _ at: UInt64) throws
  {
    guard !outboxRows.contains(where: { $0.operationID == id }) else { throw Self.taken("outbox") }
    lastOperation += 1
    outboxRows.append(
      OutboxEntry(position: lastOperation, operationID: id, operation: operation, createdAt: at))
  }
}
