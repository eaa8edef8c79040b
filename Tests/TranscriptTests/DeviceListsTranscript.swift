import GroveIdentity
import GroveMessage
import GroveWire

@testable import MessengerDomain

/// Which device lists are believed, what contradicts them, and what others are told of them.
struct DeviceListsTranscript: DeviceRule {
  static let name = "device-lists"
  private(set) var rows: DeviceRows
  private let known: SignedStatements

  init(start: JSONValue) throws {
    let known = try SignedStatements.all.get()
    self.known = known
    rows = try known.rows(start)
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let decision = try decide(event)
    try rows.commit(decision.changes)
    return TranscriptStep(
      event: event, changes: decision.changes.map(\.json), answer: decision.answer)
  }

  private func decide(_ event: JSONValue) throws -> MessengerDecision<JSONValue> {
    let (state, now) = (rows.state, DeviceRows.now)
    switch try event["is"].text() {
    case "answered": return try known.answered(event, rows) { _, _, _ in [] }
    case "heard":
      return MessengerDecision(
        try AlarmRules.heard(
          Gossip(seen: event["seen"].list.map(entry)), from: known.account(event["from"]),
          isRefreshed: event["isRefreshed"].flag, now: now, in: state), answer: .null)
    case "named":
      let alarm = try state.account(known.account(event["by"])).flatMap {
        AlarmRules.named(
          try known.reference(event["statement"]), by: $0,
          uploader: try event["uploader"].map(known.account), now: now)
      }
      return MessengerDecision(
        try alarm.map { try AlarmRules.raise($0, now: now, in: state) } ?? [], answer: .null)
    case "hinted":
      return MessengerDecision(
        try AlarmRules.want(
          known.account(event["account"]), seq: event["seq"].decimal(), in: state), answer: .null)
    default: return try told(event["conversationID"].fixed())
    }
  }

  private func told(_ id: ConversationID) throws -> MessengerDecision<JSONValue> {
    let members = rows.state.conversation(id)?.members ?? []
    guard
      let due = GossipRules.due(
        members.compactMap { rows.state.account($0) }, told: rows.state.pinsTold(id))
    else { return MessengerDecision([], answer: .null) }
    let seen = JSONValue.list(due.gossip.seen) {
      ["account": .bytes($0.account), "seq": .decimal($0.seq.value), "hash": .bytes($0.hash)]
    }
    return MessengerDecision([.toldPins(id, digest: due.digest)], answer: ["seen": seen])
  }

  /// One that exists, by its name, or one that somebody has made up.
  private func entry(_ json: JSONValue) throws -> Gossip.Entry {
    if let name = try json["statement"].map({ try $0.text() }) {
      let person = JSONValue.text(String(name.prefix { $0 != "/" }))
      return Gossip.Entry(
        account: try known.account(person), statement: try known.reference(json["statement"]))
    }
    return Gossip.Entry(
      account: try known.account(json["account"]),
      statement: StatementReference(seq: try json["seq"].decimal(), hash: try json["hash"].fixed()))
  }
}

extension DeviceListsTranscript {
  private static let people = ["ann", "bob", "me"]

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start = SignedStatements.start((0..<2).map { _ in ["me"] + script.some(["ann", "bob"]) })
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    switch script.upTo(12) {
    case 0, 1, 2:
      return [
        "is": "heard", "from": .text(script.one(["ann", "bob"])),
        "seen": .list((0..<1 + script.upTo(2)).map { _ in reference(&script) }),
        "isRefreshed": script.chance(60) ? true : .null,
      ]
    case 3:
      let person = script.one(["ann", "bob"])
      return [
        "is": "named", "by": .text(person), "uploader": .text(script.one(["ann", "ann", "bob"])),
        "statement": statement(&script, of: person),
      ]
    case 4:
      return [
        "is": "hinted", "account": .text(script.one(Self.people)),
        "seq": .decimal(UInt64(script.upTo(5))),
      ]
    case 5, 6:
      return [
        "is": "told",
        "conversationID": .bytes(script.one(Array(DeviceRows.conversations.prefix(2)))),
      ]
    default: return try known.randomAnswer(&script, rows)
    }
  }

  private func statement(_ script: inout RandomScript, of person: String) -> JSONValue {
    .text(script.one(script.one(SignedStatements.histories[person] ?? [])))
  }

  private func reference(_ script: inout RandomScript) -> JSONValue {
    let person = script.one(Self.people)
    if script.chance(75) { return ["statement": statement(&script, of: person)] }
    return [
      "account": .text(person), "seq": .decimal(UInt64(script.upTo(6))),
      "hash": .bytes(Fixed.bytes(script.upTo(3), StatementHash.self)),
    ]
  }

  static func scripted() throws -> [Script] {
    let liars: [JSONValue] = (1...20).map { number in
      ["account": "ann", "seq": "0", "hash": .bytes(Fixed.bytes(number, StatementHash.self))]
    }
    let known: JSONValue = ["is": "answered", "account": "ann", "statements": ["ann/0"]]
    let longer = known.with("statements", ["ann/0", "ann/1"])
    return [
      Script(
        name: "one account's word raises sixteen alarms and no more",
        start: SignedStatements.start([["me", "ann"]]),
        events: [
          known, ["is": "heard", "from": "bob", "seen": .list(Array(liars.prefix(3)))],
          ["is": "heard", "from": "bob", "seen": .list(liars)],
          ["is": "heard", "from": "ann", "seen": .list(liars)],
        ]),
      Script(
        name: "what one message says twice counts once",
        start: SignedStatements.start([["me", "ann"]]),
        events: [
          known, ["is": "heard", "from": "bob", "seen": [liars[0], liars[0], liars[1]]],
          [
            "is": "heard", "from": "bob",
            "seen": [
              ["statement": "ann/3"], ["statement": "ann/2"], ["statement": "ann/1"],
            ],
          ], ["is": "hinted", "account": "ann", "seq": "2"],
        ]),
      Script(
        name: "a name counts where the relay says the same, and the same list again is no news",
        start: SignedStatements.start([["me", "ann"]]),
        events: [
          longer, longer,
          ["is": "named", "by": "ann", "uploader": "ann", "statement": "ann/1"],
          ["is": "named", "by": "ann", "uploader": "bob", "statement": "ann/1b"],
          ["is": "named", "by": "ann", "uploader": "ann", "statement": "ann/1b"],
        ]),
      Script(
        name: "a device more or less of one's own is no news, a recovery of somebody else is",
        start: SignedStatements.start([["me", "ann"], ["me"]]),
        events: [
          known, ["is": "answered", "account": "me", "statements": ["me/0"]],
          ["is": "answered", "account": "me", "from": "0", "statements": ["me/0", "me/1"]],
          ["is": "answered", "account": "me", "from": "1", "statements": ["me/1", "me/2"]],
          ["is": "answered", "account": "ann", "statements": ["ann/0", "ann/1", "ann/2r"]],
        ]),
      Script(
        name:
          "what was named while the relay was being asked is asked for again, what was named before is not",
        start: SignedStatements.start([["me", "ann"]]),
        events: [
          known, hinted(1), known.with("wanted", "0"), longer.with("wanted", "0"),
          hinted(2), longer.with("wanted", "0"), hinted(2), longer.with("wanted", "2"), hinted(2),
          hinted(3), longer.with("wanted", "2"), longer.with("from", "1").with("wanted", "3"),
        ]),
    ]
  }

  private static func hinted(_ seq: UInt64) -> JSONValue {
    ["is": "hinted", "account": "ann", "seq": .decimal(seq)]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let words = step.changes.map { change in
      ["change", "kind"].compactMap { try? change[$0].text() }.joined(separator: " ")
        + ((try? change["content"]["change"].text()).map { " \($0)" } ?? "")
        + (change["signed"].list.isEmpty ? "" : " signed")
    }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.answer["is"].text()) ?? "",
      step.event["account"] == "me" ? "mine" : "", step.event["from"].isNull ? "" : "from",
      step.event["isRefreshed"].flag ? "refreshed" : "",
      step.answer["seen"].isNull ? "" : "\(step.answer["seen"].list.count) seen",
    ].filter { !$0.isEmpty }.joined(separator: ", ") + ": " + words.joined(separator: ", ")
  }
}
