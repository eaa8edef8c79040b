import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// Which notice addresses a device knows, hands out, and tells the account's other devices of.
struct NoticeAddressesTranscript: TranscriptRule {
  static let name = "notice-addresses"
  private static let audiences = ["https://docs.example", "https://other.example"]

  private var rows = MemorySharingRows()
  private let me: AccountID

  init(start: JSONValue) throws { me = try start["me"].fixed() }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let said: [(String, JSONValue)] =
      switch try event["is"].text() {
      case "asked": try asked(event)
      case "made": try made(event)
      case "chosen": try chosen(event)
      case "shared": try shared(event)
      case "due": try due(event)
      case "invited": try invited(event)
      default: try told(event)
      }
    var answer: JSONValue = try ["addresses": known, "choices": chosenNow]
    for (name, value) in said { answer = answer.with(name, value) }
    return TranscriptStep(event: event, answer: answer)
  }

  private func asked(_ event: JSONValue) throws -> [(String, JSONValue)] {
    switch try NoticeAddressRules.known(
      in: Self.place(event), for: Self.serverKey(event), rows)
    {
    case .refused: [("isRefused", true)]
    case .given(let address): [("given", .bytes(address.addressID.bytes))]
    case .wanted: []
    }
  }

  private mutating func made(_ event: JSONValue) throws -> [(String, JSONValue)] {
    let kept = try taken(NoticeAddressRules.keep(Self.address(event), rows))
    return kept.map { [("handed", .bytes($0.addressID.bytes))] } ?? [("isRefused", true)]
  }

  private mutating func chosen(_ event: JSONValue) throws -> [(String, JSONValue)] {
    try taken(
      NoticeAddressRules.choose(
        event["isWanted"].flag, for: Origin(event["audience"].text()), at: event["at"].number(),
        rows))
    let ended = try NoticeAddressRules.ended(rows)
    // The relay has ended them, or does not answer.
    if !event["isAway"].flag { for address in ended { rows.apply(.delete(address)) } }
    let ids = ended.map { Base64URL.encode($0.addressID.bytes) }.sorted()
    return ids.isEmpty ? [] : [("ended", .list(ids) { .text($0) })]
  }

  private mutating func shared(_ event: JSONValue) throws -> [(String, JSONValue)] {
    let content = NoticeAddresses(
      addresses: try event["addresses"].list.map { one in
        let (address, key) = (try Self.address(one), try Self.serverKey(one))
        return NoticeAddresses.Address(
          audience: address.collaboration.audience,
          collaborationID: address.collaboration.collaborationID, addressID: address.addressID,
          endpoint: address.endpoint, serverKey: key, p256dh: key,
          privateKey: Base64URLBytes([UInt8](repeating: 1, count: 32)), auth: .zero)
      },
      choices: try event["choices"].list.map {
        NoticeAddresses.Choice(
          audience: try Origin($0["audience"].text()), isWanted: $0["isWanted"].flag,
          at: try $0["at"].number())
      })
    let refusal = try taken(
      NoticeAddressRules.shared(
        content, by: event["by"].fixed(), isFromRemovedDevice: event["isFromRemovedDevice"].flag,
        myAccount: me, seq: event["ownSeq"].number(), seal: { $0 }, reader: rows))
    return refusal.map { [("dropped", .text($0.rawValue))] } ?? []
  }

  /// Something was shared with this device.
  private mutating func invited(_ event: JSONValue) throws -> [(String, JSONValue)] {
    let invitation = ReceivedInvitation(
      collaboration: try Self.place(event), order: 1, messageID: .zero,
      link: "https://docs.example/d/1", title: "Recipes", optionsSummary: "", inviter: me,
      conversationID: .zero, receivedAt: 0, root: Fixed.root(10),
      statement: StatementReference(seq: 0, hash: .zero))
    rows.apply(try .put(invitation))
    return []
  }

  private func due(_ event: JSONValue) throws -> [(String, JSONValue)] {
    let due =
      event["isAlone"].flag
      ? NoticeAddressRules.Due() : try NoticeAddressRules.due(seq: event["ownSeq"].number(), rows)
    return [
      ("dueAddresses", .list(due.addresses) { .bytes($0.addressID.bytes) }),
      ("dueChoices", .list(due.choices) { .text($0.audience.text) }),
    ]
  }

  private mutating func told(_ event: JSONValue) throws -> [(String, JSONValue)] {
    let (ids, audiences) = (
      try event["addresses"].list.map { try $0.bytes() },
      try event["choices"].list.map { try $0.text() }
    )
    let sent = NoticeAddressRules.Due(
      addresses: try rows.records(NoticeAddress.self).filter { ids.contains($0.addressID.bytes) },
      choices: try rows.records(NoticeChoice.self).filter { audiences.contains($0.audience.text) })
    try taken(NoticeAddressRules.told(sent, seq: event["ownSeq"].number(), rows))
    return []
  }

  private mutating func taken<Answer>(_ decision: SharingDecision<Answer>) -> Answer {
    for change in decision.changes { rows.apply(change) }
    return decision.answer
  }

  private var known: JSONValue {
    get throws {
      .list(Self.ordered(try rows.records(NoticeAddress.self))) {
        [
          "addressID": .bytes($0.addressID.bytes),
          "toldSeq": $0.toldSeq.map(JSONValue.number) ?? .null,
          "isLater": $0.isLater == true ? true : .null,
        ]
      }
    }
  }

  /// As text: that is how they are compared in every language.
  private static func ordered(_ addresses: [NoticeAddress]) -> [NoticeAddress] {
    addresses.sorted {
      Base64URL.encode($0.addressID.bytes) < Base64URL.encode($1.addressID.bytes)
    }
  }

  private var chosenNow: JSONValue {
    get throws {
      let choices = try rows.records(NoticeChoice.self).sorted {
        $0.audience.text < $1.audience.text
      }
      return .list(choices) {
        [
          "audience": .text($0.audience.text), "isWanted": .bool($0.isWanted),
          "at": .number($0.at), "toldSeq": $0.toldSeq.map(JSONValue.number) ?? .null,
        ]
      }
    }
  }

  private static func place(_ json: JSONValue) throws -> CollaborationKey {
    CollaborationKey(
      audience: try Origin(json["audience"].text()),
      collaborationID: try CollaborationID(json["collaborationID"].text()))
  }

  /// The keys of `key-1` and `key-2`: whoever says a transcript again makes keys of their own.
  private static func serverKey(_ json: JSONValue) throws -> PublicKey {
    let number = try json["serverKey"].text().utf8.last ?? 1
    return try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [number]).publicKey
  }

  private static func address(_ json: JSONValue) throws -> NoticeAddress {
    let key = try serverKey(json)
    return NoticeAddress(
      collaboration: try place(json), addressID: Base64URLBytes(try json["addressID"].bytes()),
      endpoint: "https://relay.example/1", serverKey: key, publicKey: key,
      sealedKeys: Base64URLBytes([]))
  }
}

// MARK: At random

extension NoticeAddressesTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let seq = JSONValue.number(UInt64(script.one([1, 1, 1, 2])))
    switch script.upTo(13) {
    case 0, 1: return Self.event("asked", Self.randomPlace(&script))
    case 2, 3, 4: return Self.event("made", Self.randomAddress(&script))
    case 5:
      let choice = Self.randomChoice(&script)
      return Self.event("chosen", choice.with("isAway", script.chance(50) ? true : .null))
    case 6, 7, 8:
      return Self.randomShared(
        &script, seq, known: try rows.records(NoticeAddress.self).map { $0.addressID.bytes })
    case 9: return Self.event("invited", Self.randomPlace(&script))
    case 10: return ["is": "due", "ownSeq": seq, "isAlone": script.chance(10) ? true : .null]
    default: return try randomTold(&script, seq)
    }
  }

  private static func event(_ name: String, _ members: JSONValue) -> JSONValue {
    guard case .object(let members) = members else { return members }
    return .object([JSONValue.Member(name: "is", value: .text(name))] + members)
  }

  private static func randomPlace(_ script: inout RandomScript) -> JSONValue {
    [
      "audience": .text(script.one(audiences + [audiences[0]])),
      "collaborationID": .text(script.one(["doc-1", "doc-1", "doc-2"])),
      "serverKey": .text(script.one(["key-1", "key-1", "key-2"])),
    ]
  }

  private static func randomAddress(_ script: inout RandomScript) -> JSONValue {
    randomPlace(&script).with(
      "addressID", .bytes([UInt8](repeating: UInt8(script.upTo(200)), count: 16)))
  }

  private static func randomChoice(_ script: inout RandomScript) -> JSONValue {
    [
      "audience": .text(script.one(audiences)), "isWanted": script.chance(60) ? true : .null,
      "at": .number(UInt64(1 + script.upTo(5))),
    ]
  }

  private static func randomShared(
    _ script: inout RandomScript, _ seq: JSONValue, known: [[UInt8]]
  ) -> JSONValue {
    var addresses: [String: JSONValue] = [:]
    for _ in 0..<script.upTo(3) {
      var address = randomAddress(&script)
      if !known.isEmpty, script.chance(30) {
        address = randomPlace(&script).with("addressID", .bytes(script.one(known)))
      }
      addresses[address["addressID"].line] = address
    }
    let choice = randomChoice(&script)
    return [
      "is": "shared", "by": .bytes(Fixed.account(script.chance(90) ? 1 : 2)),
      "isFromRemovedDevice": script.chance(8) ? true : .null, "ownSeq": seq,
      "addresses": .list(addresses.keys.sorted()) { addresses[$0] ?? .null },
      "choices": .list(addresses.isEmpty || script.chance(25) ? [choice] : []) { $0 },
    ]
  }

  private func randomTold(_ script: inout RandomScript, _ seq: JSONValue) throws -> JSONValue {
    let ids = script.some(try rows.records(NoticeAddress.self).map { $0.addressID.bytes })
    let audiences = script.some(try rows.records(NoticeChoice.self).map { $0.audience.text })
    return [
      "is": "told", "ownSeq": seq, "addresses": .list(ids) { .bytes($0) },
      "choices": .list(audiences) { .text($0) },
    ]
  }

  private func tellsKnown(_ before: Self, _ event: JSONValue) -> Bool {
    let known = (try? before.rows.records(NoticeAddress.self).map { $0.addressID.bytes }) ?? []
    let told = event["is"] == "shared" ? event["addresses"].list : []
    return told.contains { (try? known.contains($0["addressID"].bytes())) ?? false }
  }

  /// Whether what is due comes in another order than the rows are in.
  private func isReordered(_ due: [JSONValue]) -> Bool {
    let rows = (try? rows.records(NoticeAddress.self).map { $0.addressID.bytes }) ?? []
    let places = due.compactMap { one in rows.firstIndex { JSONValue.bytes($0) == one } }
    return places != places.sorted()
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let (answer, event) = (step.answer, step.event)
    let count = (try? rows.records(NoticeAddress.self).count) ?? 0
    let countBefore = (try? before.rows.records(NoticeAddress.self).count) ?? 0
    return [
      (try? event["is"].text()) ?? "", (try? answer["dropped"].text()) ?? "",
      answer["isRefused"].flag ? "refused" : "", answer["given"].isNull ? "" : "given",
      answer["handed"].isNull
        ? "" : answer["handed"] == event["addressID"] ? "kept" : "another handed",
      answer["ended"].isNull ? "" : event["isAway"].flag ? "to be ended" : "ended",
      event["isWanted"].flag && !answer["ended"].isNull ? "with a yes" : "",
      answer["dueAddresses"].list.isEmpty ? "" : "addresses due",
      answer["dueAddresses"].list.count > 1 ? "several" : "",
      isReordered(answer["dueAddresses"].list) ? "not as they are kept" : "",
      answer["addresses"].list.contains { $0["isLater"].flag } ? "later" : "",
      tellsKnown(before, event) ? "known told again" : "",
      answer["dueChoices"].list.isEmpty ? "" : "choices due",
      event["choices"].list.isEmpty ? "" : "with choices",
      count > countBefore ? "more" : count < countBefore ? "fewer" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
