import GroveIdentity
import GroveWire

@testable import GroveMessage
@testable import MessengerDomain

/// What follows from entries of a mailbox.
struct InboxTranscript: DeviceRule {
  static let name = "inbox"
  private(set) var rows: DeviceRows

  init(start: JSONValue) throws { rows = try DeviceRows(start: start) }

  private func rules(_ event: JSONValue) throws -> InboxRules {
    InboxRules(
      myAccountID: rows.account, myDeviceID: rows.device, sequence: try event["sequence"].decimal(),
      uploader: try event["uploader"].map { try $0.fixed() }, now: try event["now"].number(),
      hooks: .none, envelope: [1, 2, 3], wasHeld: event["wasHeld"].flag)
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let state = rows.state
    var changes: [MessengerChange] = []
    var answer = JSONValue.null
    let roster = RosterRules(
      myAccountID: rows.account, now: try event["now"].number(), hooks: .none)
    switch try event["is"].text() {
    case "message":
      let decision = try rules(event).receive(
        try message(event["message"]), isRefreshed: false, in: state)
      changes = decision.changes
      answer = decision.answer.map { ["refused": .text($0.rawValue)] } ?? .null
    case "unreadable":
      changes = try rules(event).ignore(reason: event["reason"].text(), in: state).changes
    case "missed":
      changes = try rules(event).missed(event["entries"].number(), in: state).changes
    case "hint":
      changes = try rules(event).hint(
        event["account"].fixed(), seq: event["seq"].decimal(), in: state
      )
      .changes
    case "told": changes = try roster.told(Self.conversation(event["conversation"]), in: state)
    case "changed":
      changes = try roster.changed(
        ConversationChange(
          kind: ConversationChange.Kind(rawValue: event["kind"].text()) ?? .photo,
          by: event["by"].fixed(), subjects: event["subjects"].list.map { try $0.fixed() },
          at: DecimalUInt64(event["now"].number()),
          conversation: Self.conversation(event["conversation"])), in: state)
    default:
      changes = try roster.reloaded(event["conversations"].list.map(Self.conversation), in: state)
    }
    try rows.commit(changes)
    return TranscriptStep(event: event, changes: changes.map(\.json), answer: answer)
  }

  private func message(_ json: JSONValue) throws -> VerifiedMessage {
    let content: (ContentType, [UInt8])
    if let text = try json["text"].map({ try $0.text() }) {
      content = (.text, try TextContent(text: text).encodedContent())
    } else if !json["acknowledges"].isNull {
      let ids: [MessageID] = try json["acknowledges"].list.map { try $0.fixed() }
      content = (
        .acknowledgement, try Acknowledgement(messageIDs: ids, state: .delivered).encodedContent()
      )
    } else if !json["content"].isNull {
      let type = ContentType(rawValue: UInt8(try json["content"]["type"].number())) ?? .text
      content = (type, Array(try json["content"]["json"].text().utf8))
    } else {
      content = (.text, try json["malformed"].bytes())
    }
    let body = try MessageBody(
      senderAccountID: try json["sender"].fixed(),
      senderDeviceID: try json["senderDevice"].fixed(),
      senderStatement: StatementReference(seq: 0, hash: .zero),
      sentAt: try json["sentAt"].number(),
      conversationID: try json["conversationID"].fixed(), contentType: content.0,
      content: content.1)
    return VerifiedMessage(
      messageID: try json["messageID"].fixed(), body: try Self.retyped(body, json["content"]),
      isFromRemovedDevice: json["isFromRemovedDevice"].flag)
  }

  /// A type this version does not know can only be read, not written.
  private static func retyped(_ body: MessageBody, _ content: JSONValue) throws -> MessageBody {
    guard let code = try content["type"].map({ UInt8(try $0.number()) }) else { return body }
    var bytes = body.encoded
    let place = bytes.count - body.content.count - 5
    bytes[place] = code
    return try MessageBody(encoded: bytes)
  }

  private static func conversation(_ json: JSONValue) throws -> Conversation {
    Conversation(
      conversationID: try json["conversationID"].fixed(),
      name: try json["name"].map { try $0.text() },
      members: try json["members"].list.map { try $0.fixed() },
      version: DecimalUInt64(try json["version"].decimal()),
      requestedBy: try json["requestedBy"].map { try $0.fixed() },
      notAdded: json["notAdded"].isNull ? nil : try json["notAdded"].list.map { try $0.fixed() })
  }
}

extension InboxTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start = DeviceRows.start(&script)
    return (start, try Self(start: start))
  }

  private static func people(_ script: inout RandomScript) -> [AccountID] {
    let others = script.some([Fixed.account(2), Fixed.account(3)])
    return script.chance(85) ? [Fixed.account(1)] + others : others
  }

  private func conversation(_ script: inout RandomScript) -> JSONValue {
    [
      "conversationID": .bytes(script.one(DeviceRows.conversations)),
      "name": script.chance(30) ? "Friends" : .null,
      "members": .list(Self.people(&script)) { .bytes($0) },
      "version": .decimal(UInt64(script.upTo(4))),
      "requestedBy": script.chance(20) ? .bytes(Fixed.account(2)) : .null,
      "notAdded": script.chance(10) ? .list([.bytes(Fixed.account(4))]) : .null,
    ]
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let position = rows.state.counter(.mailboxPosition) ?? 0
    let sequence = JSONValue.decimal(position + (script.chance(90) ? 1 : 0))
    let now = JSONValue.number(DeviceRows.now + UInt64(script.upTo(5)) * 1000)
    let event: JSONValue
    switch script.upTo(12) {
    case 0: event = ["is": "unreadable", "reason": "malformed"]
    case 1: event = ["is": "missed", "entries": .number(script.upTo(5))]
    case 2: event = ["is": "hint", "account": .bytes(Fixed.account(2)), "seq": "3"]
    case 3:
      return JSONValue.object([]).with("is", "told").with("now", now)
        .with("conversation", conversation(&script))
    case 4:
      let kind = script.one(ConversationChange.Kind.allCases)
      let by = Fixed.account(UInt8(1 + script.upTo(3)))
      return [
        "is": "changed", "now": now, "kind": .text(kind.rawValue), "by": .bytes(by),
        "subjects": kind == .added || kind == .removed
          ? .list([.bytes(script.chance(50) ? by : Fixed.account(3))]) : .null,
        "conversation": conversation(&script),
      ]
    case 5:
      return [
        "is": "reloaded", "now": now,
        "conversations": .list(script.chance(50) ? [] : [conversation(&script)]),
      ]
    default: event = message(&script)
    }
    let held = rows.state.releasedEnvelopes().first
    if let held, script.chance(70) {
      return event.with("sequence", .decimal(held.sequence)).with("wasHeld", true).with("now", now)
    }
    return event.with("sequence", sequence).with("uploader", .bytes(Fixed.account(2)))
      .with("now", now)
  }

  private func message(_ script: inout RandomScript) -> JSONValue {
    let sender = Fixed.account(UInt8(script.one([1, 2, 2, 2, 3, 4])))
    let sent = DeviceRows.now + (script.chance(6) ? 400_000 : 0)
    var message: JSONValue = [
      "messageID": .bytes(Fixed.bytes(script.upTo(12), MessageID.self)), "sender": .bytes(sender),
      "senderDevice": .bytes(Fixed.bytes(10 * Int(sender.bytes[0]), DeviceID.self)),
      "sentAt": .number(sent), "conversationID": .bytes(script.one(DeviceRows.conversations)),
      "isFromRemovedDevice": script.chance(10) ? true : .null,
    ]
    switch script.upTo(12) {
    case 0: message = message.with("malformed", .bytes([1]))
    case 10, 11: message = message.with("content", Self.content(&script))
    case 1, 2:
      let ids = (0..<1 + script.upTo(3)).map { _ in Fixed.bytes(script.upTo(12), MessageID.self) }
      message = message.with("acknowledges", .list(Array(Set(ids)).sorted()) { .bytes($0) })
    default: message = message.with("text", "hello")
    }
    return ["is": "message", "message": message]
  }

  private static func content(_ script: inout RandomScript) -> JSONValue {
    let digest = Base64URL.encode([UInt8](repeating: 7, count: 32))
    let file = """
      {"attachmentID":"a","digest":"\(digest)","key":"\(digest)","mediaType":"text/plain",\
      "name":"a.txt","size":"5"}
      """
    let seen = "{\"account\":\"\(digest)\",\"hash\":\"\(digest)\",\"seq\":\"3\"}"
    let (type, json) = script.one([
      (1, "{\"attachment\":\(file),\"text\":\"see\",\"v\":1}"),
      (
        3,
        "{\"added\":[],\"audience\":\"https://docs.example\",\"collaborationID\":\"doc-1\","
          + "\"epoch\":\"1\",\"removed\":[],\"v\":1}"
      ),
      (5, "{\"seen\":[\(seen)],\"v\":1}"), (77, "what comes later"),
    ])
    return ["type": .number(type), "json": .text(json)]
  }

  static func scripted() throws -> [Script] {
    var script = RandomScript(seed: 0)
    let request = ConversationRecord(
      conversationID: DeviceRows.conversations[0],
      members: [Fixed.account(1), Fixed.account(2)], version: 1, state: .active,
      requestedBy: Fixed.account(2), lastActivityAt: DeviceRows.now)
    let begun = ConversationRecord(
      conversationID: DeviceRows.conversations[0],
      members: [Fixed.account(1), Fixed.account(2)], version: 1, state: .active,
      lastActivityAt: DeviceRows.now)
    let start = DeviceRows.start(&script)
      .with("conversations", .list([request.json])).with("held", 256)
    let message: JSONValue = [
      "messageID": .bytes(Fixed.bytes(1, MessageID.self)), "sender": .bytes(Fixed.account(2)),
      "senderDevice": .bytes(Fixed.bytes(20, DeviceID.self)), "sentAt": .number(DeviceRows.now),
      "conversationID": .bytes(DeviceRows.conversations[0]), "text": "one too many",
    ]
    return [
      Script(
        name: "a request holds no more than so much", start: start,
        events: [
          [
            "is": "message", "sequence": "1", "now": .number(DeviceRows.now), "message": message,
          ],
          [
            "is": "message", "sequence": "7", "now": .number(DeviceRows.now), "message": message,
            "wasHeld": true,
          ],
        ]),
      Script(
        name: "nobody asks themselves",
        start: DeviceRows.start(&script).with("conversations", .list([begun.json])),
        events: [
          [
            "is": "changed", "now": .number(DeviceRows.now), "kind": "removed",
            "by": .bytes(Fixed.account(2)), "subjects": .list([.bytes(Fixed.account(2))]),
            "conversation": [
              "conversationID": .bytes(DeviceRows.conversations[0]),
              "members": .list([.bytes(Fixed.account(1))]), "version": .decimal(2),
              "requestedBy": .bytes(Fixed.account(1)),
            ],
          ]
        ]),
      Script(
        name: "a request that was declined is none of this person's conversations",
        start: start,
        events: [
          [
            "is": "changed", "now": .number(DeviceRows.now), "kind": "removed",
            "by": .bytes(Fixed.account(1)), "subjects": .list([.bytes(Fixed.account(1))]),
            "conversation": [
              "conversationID": .bytes(DeviceRows.conversations[0]),
              "members": .list([.bytes(Fixed.account(2))]), "version": .decimal(2),
            ],
          ]
        ]),
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let words = step.changes.map { change -> String in
      let word = (try? change["change"].text()) ?? ""
      let kind = (try? change["content"]["change"].text()) ?? (try? change["state"].text()) ?? ""
      let delivery = (try? change["delivery"]["state"].text()) ?? ""
      return [word, kind, delivery].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.answer["refused"].text()) ?? "",
      step.event["wasHeld"].flag ? "held" : "",
      step.event["message"]["isFromRemovedDevice"].flag ? "removed device" : "",
      (try? step.event["message"]["content"]["type"].number()).map { "type \($0)" } ?? "",
      step.event["conversation"]["notAdded"].isNull ? "" : "not added",
      (try? step.event["kind"].text()) ?? "",
    ].filter { !$0.isEmpty }.joined(separator: ", ") + ": " + words.joined(separator: ", ")
  }
}
