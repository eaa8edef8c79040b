import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// A device's rows, with every batch that was written, so that the same can be written to another
/// store and compared.
struct DeviceRows {
  var state = MemoryMessengerState()
  private(set) var batches: [[MessengerChange]] = []
  let account: AccountID
  let device: DeviceID

  /// `start`: `me` with `account` and `device`, the conversations that are known, and how many
  /// entries are `held` for the first of them.
  init(start: JSONValue) throws {
    account = try start["me"]["account"].fixed()
    device = try start["me"]["device"].fixed()
    try commit(
      start["conversations"].list.map { .storeConversation(try ConversationRecord($0)) })
    let held = try start["held"].map { try $0.number() } ?? 0
    try commit(
      (0..<held).map {
        .hold(
          HeldEnvelope(
            sequence: 1_000_000 + $0, conversationID: Self.conversations[0], uploader: nil,
            bytes: [1, 2, 3]))
      })
  }

  mutating func commit(_ changes: [MessengerChange]) throws {
    var next = state
    for change in changes { try next.apply(change) }
    state = next
    batches.append(changes)
  }

  static let conversations = (1...3).map { Fixed.bytes($0, ConversationID.self) }
  static let now: UInt64 = 1_700_000_000_000

  static func start(_ script: inout RandomScript) -> JSONValue {
    [
      "me": [
        "account": .bytes(Fixed.account(1)), "device": .bytes(Fixed.bytes(10, DeviceID.self)),
      ],
      "conversations": .list(conversations.prefix(2)) { id -> JSONValue in
        ConversationRecord(
          conversationID: id,
          members: [Fixed.account(1)] + script.some([Fixed.account(2), Fixed.account(3)]),
          version: 1,
          state: script.chance(75) ? .active : script.one([.pending, .left, .refused]),
          requestedBy: script.chance(30) ? Fixed.account(2) : nil, lastActivityAt: now
        ).json
      },
    ]
  }
}

/// Everything a reader tells about a device, as one text: two stores with the same text hold the same.
func everything(_ reader: any MessengerReader) throws -> [String] {
  var lines: [String] = []
  for counter in MessengerCounter.allCases {
    lines.append("\(counter) \(try reader.counter(counter).map(String.init) ?? "-")")
  }
  for record in try reader.conversations() {
    let id = record.conversationID
    lines.append(record.json.line + " \(try reader.pinsTold(id) ?? [])")
    lines.append("held \(try reader.heldCount(of: id))")
    for item in try reader.items(of: id, before: nil, limit: 1000) {
      lines.append(
        "\(item.position) \(item.messageID.map(\.bytes) ?? []) \(item.sentAt) \(item.receivedAt) "
          + item.content.json.line + " " + (item.delivery?.json.line ?? "-")
          + item.undelivered.map(\.json.line).joined())
      if let messageID = item.messageID {
        lines.append("receipts \(try reader.receipts(for: messageID).sorted().map(\.bytes))")
      }
    }
  }
  lines += try reader.releasedEnvelopes().map { "released \($0.sequence) \($0.bytes)" }
  lines += try reader.undelivered(dueAt: .max >> 1).map { "undelivered " + $0.json.line }
  lines += try reader.alarms().map { "alarm \($0.raisedAt) " + $0.json.line }
  lines += try reader.staleAccounts().map { "stale \($0.bytes)" }
  lines += try reader.ignoredEvents().map { "ignored \($0.sequence) \($0.reason)" }
  lines += try reader.owedReceipts().map { "owed " + $0.json.line }
  lines += try reader.outbox().map { "outbox \($0.position) " + $0.operation.json.line }
  lines += try reader.records(Draft.self).map { "draft \($0.draftID.bytes) \($0.text)" }
  lines += try reader.records(ShareJob.self).map { "job \($0.key) \($0.procedure.phase.word)" }
  return lines
}

/// A rule over a device's rows.
protocol DeviceRule: TranscriptRule {
  var rows: DeviceRows { get }
}
