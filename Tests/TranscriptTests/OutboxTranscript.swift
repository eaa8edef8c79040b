import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// What a device has still to send, and what became of it.
struct OutboxTranscript: DeviceRule {
  static let name = "outbox"
  private(set) var rows: DeviceRows

  init(start: JSONValue) throws { rows = try DeviceRows(start: start) }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let state = rows.state
    let rules = OutboxRules(
      myAccountID: rows.account, myDeviceID: rows.device, now: try event["now"].number())
    var changes: [MessengerChange] = []
    var answer = JSONValue.null
    switch try event["is"].text() {
    case "written":
      let text = try event["text"].map { try $0.text() }
      let decision = try rules.enqueue(
        Self.message(event), id: event["operationID"].fixed(),
        showing: text.map { .text($0, attachment: nil) }, in: state)
      changes = decision.changes
      answer = decision.answer.map { ["refused": .text($0.code.rawValue)] } ?? .null
    case "asked":
      let id: ConversationID = try event["conversationID"].fixed()
      let operation: OutboxOperation =
        event["remove"].isNull
        ? .setPhoto(id, Base64URLBytes([]))
        : .changeConversation(
          id, name: nil, add: [], remove: try event["remove"].list.map { try $0.fixed() })
      let decision = try rules.enqueue(operation, id: event["operationID"].fixed(), in: state)
      changes = decision.changes
      answer = decision.answer.map { ["refused": .text($0.code.rawValue)] } ?? .null
    case "created":
      changes = rules.create(
        try event["conversationID"].fixed(),
        members: try event["members"].list.map { try $0.fixed() },
        name: try event["name"].map { try $0.text() }, operationID: try event["operationID"].fixed()
      )
    case "done":
      guard let entry = state.outboxEntry(try event["operationID"].fixed()) else { break }
      changes = try rules.done(entry, Self.report(event), in: state)
    case "refused":
      guard let entry = state.outboxEntry(try event["operationID"].fixed()) else { break }
      changes = try rules.refused(entry, reason: event["reason"].text(), in: state)
    case "tried":
      let id: MessageID = try event["messageID"].fixed()
      guard let left = state.undelivered(dueAt: rules.now).first(where: { $0.messageID == id })
      else { break }
      changes = try rules.tried(
        left, event["isRefused"].flag ? nil : Self.report(event), in: state)
    default:
      let ids: [MessageID] = try event["messageIDs"].list.map { try $0.fixed() }
      changes = try ReceiptRules.received(
        Acknowledgement(messageIDs: ids, state: .delivered), from: event["from"].fixed(), in: state)
    }
    try rows.commit(changes)
    return TranscriptStep(event: event, changes: changes.map(\.json), answer: answer)
  }

  private static func message(_ event: JSONValue) throws -> OutgoingMessage {
    OutgoingMessage(
      messageID: try event["messageID"].fixed(),
      conversationID: try event["conversationID"].fixed(),
      contentType: .text, content: .same(Base64URLBytes([1])))
  }

  private static func report(_ event: JSONValue) throws -> SendReport {
    var report = SendReport()
    report.unreached = try event["unreached"].list.map(Undelivery.init)
    report.others = Int(try event["others"].map { try $0.number() } ?? 1)
    return report
  }
}

extension OutboxTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start = DeviceRows.start(&script)
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let now = JSONValue.number(
      DeviceRows.now + UInt64(script.one([0, 60_000, 300_000, 9_000_000_000])))
    let entry = rows.state.outbox().first
    let draw = script.upTo(11)
    switch draw {
    case 0, 1, 2, 3, 10: return begun(draw, now, &script)
    case 4:
      let shown = rows.state.items.compactMap(\.messageID)
      return [
        "is": "received", "now": now, "from": .bytes(Fixed.account(UInt8(1 + script.upTo(4)))),
        "messageIDs": .list(script.some(shown + [Fixed.bytes(9)])) { .bytes($0) },
      ]
    case 5, 6:
      let left = rows.state.undelivered(dueAt: .max >> 1).first?.messageID ?? Fixed.bytes(9)
      return [
        "is": "tried", "now": now, "messageID": .bytes(left),
        "isRefused": script.chance(20) ? true : .null, "unreached": unreached(&script),
        "others": .number(1 + script.upTo(2)),
      ]
    default:
      let id = script.chance(92) ? entry?.operationID ?? Fixed.bytes(9) : Fixed.bytes(9)
      if script.chance(25) {
        return [
          "is": "refused", "now": now, "operationID": .bytes(id), "reason": "not_a_member",
        ]
      }
      return [
        "is": "done", "now": now, "operationID": .bytes(id), "unreached": unreached(&script),
        "others": .number(1 + script.upTo(2)),
      ]
    }
  }

  /// Something new to be sent.
  private func begun(_ draw: Int, _ now: JSONValue, _ script: inout RandomScript) -> JSONValue {
    let number = rows.batches.count
    switch draw {
    case 10:
      return [
        "is": "asked", "now": now,
        "operationID": .bytes(Fixed.bytes(100 + number, RequestID.self)),
        "conversationID": .bytes(script.one(DeviceRows.conversations)),
        "remove": script.chance(70) ? .list([.bytes(Fixed.account(2))]) : .null,
      ]
    case 0:
      return [
        "is": "created", "now": now,
        "operationID": .bytes(Fixed.bytes(100 + number, RequestID.self)),
        "conversationID": .bytes(Fixed.bytes(40 + number, ConversationID.self)),
        "members": .list([.bytes(Fixed.account(1)), .bytes(Fixed.account(2))]),
        "name": script.chance(50) ? "Friends" : .null,
      ]
    default:
      return [
        "is": "written", "now": now,
        "operationID": .bytes(Fixed.bytes(100 + number, RequestID.self)),
        "messageID": .bytes(Fixed.bytes(200 + number, MessageID.self)),
        "conversationID": .bytes(script.one(DeviceRows.conversations)),
        "text": script.chance(85) ? "hello" : .null,
      ]
    }
  }

  private func unreached(_ script: inout RandomScript) -> JSONValue {
    .list(script.chance(45) ? [] : script.some([2, 3])) { account -> JSONValue in
      Undelivery(
        accountID: Fixed.account(UInt8(account)),
        reason: script.chance(60) ? "mailbox_full" : "not_delivered"
      ).json
    }
  }

  static func scripted() throws -> [Script] {
    var script = RandomScript(seed: 0)
    let conversation = ConversationRecord(
      conversationID: DeviceRows.conversations[0],
      members: [Fixed.account(1), Fixed.account(2)], version: 1, state: .active,
      lastActivityAt: DeviceRows.now)
    let operation = JSONValue.bytes(Fixed.bytes(100, RequestID.self))
    let now = JSONValue.number(DeviceRows.now)
    return [
      Script(
        name: "what is not shown is not tried again",
        start: DeviceRows.start(&script).with("conversations", .list([conversation.json])),
        events: [
          [
            "is": "written", "now": now, "operationID": operation,
            "messageID": .bytes(Fixed.bytes(200, MessageID.self)),
            "conversationID": .bytes(DeviceRows.conversations[0]),
          ],
          [
            "is": "done", "now": now, "operationID": operation, "others": 2,
            "unreached": [Undelivery(accountID: Fixed.account(2), reason: "mailbox_full").json],
          ],
        ])
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let words = step.changes.map { change -> String in
      let word = (try? change["change"].text()) ?? ""
      let kind = (try? change["operation"]["kind"].text()) ?? (try? change["state"].text()) ?? ""
      let delivery = (try? change["delivery"]["state"].text()) ?? ""
      let next = change["nextAt"].isNull ? "" : "again"
      return [word, kind, delivery, next].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.answer["refused"].text()) ?? "",
      step.event["unreached"].isNull ? "" : "unreached",
      step.event["isRefused"].flag ? "refused" : "",
      step.event["from"].isNull ? "" : "from \((try? step.event["from"].text()) ?? "")",
    ]
    .filter { !$0.isEmpty }.joined(separator: ", ") + ": " + words.joined(separator: ", ")
  }
}
