import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire

@testable import MessengerDomain

/// Whose devices changed after something was shared with them, and who gets a new identity unasked.
struct IdentityRenewalsTranscript: DeviceRule {
  static let name = "identity-renewals"
  private(set) var rows: DeviceRows
  private let known: SignedStatements
  /// How many identities were made: each gets another root.
  private var roots = 0

  init(start: JSONValue) throws {
    let known = try SignedStatements.all.get()
    self.known = known
    rows = try known.rows(start)
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let decision = try decide(event)
    try rows.commit(decision.changes)
    return TranscriptStep(
      event: event, changes: decision.changes.map(\.json),
      answer: try standing(decision.answer))
  }

  private mutating func decide(_ event: JSONValue) throws -> MessengerDecision<JSONValue> {
    switch try event["is"].text() {
    case "shared": return try shared(event)
    case "answered":
      return try known.answered(event, rows) { _, chain, reader in
        try MembershipRules.devicesChanged(chain, in: reader).map(MessengerChange.sharing)
      }
    case "chosen":
      let decision = try MembershipRules.chooseToLetIn(event["isWanted"].flag, in: rows.state)
      return MessengerDecision(decision.changes.map(MessengerChange.sharing), answer: .null)
    case "roundEnded":
      let decision = try MembershipRules.forgetRenewed(in: rows.state)
      return MessengerDecision(decision.changes.map(MessengerChange.sharing), answer: .null)
    case "ended": return try told(.deleted, root: nil, event)
    case "taken": return try taken(event)
    default: return try renewed(event)
    }
  }

  /// The app's server tells that somebody was taken out, under the newest identity that they were given.
  private func taken(_ event: JSONValue) throws -> MessengerDecision<JSONValue> {
    let account = try known.account(event["account"])
    let key = try DeviceRows.conversations[0].bytes + Self.key(event).bytes
    let row = try rows.state.record(SharedCollaboration.self, key: key)
    guard let root = row?.participants.last(where: { $0.account == account })?.root else {
      return MessengerDecision([], answer: .null)
    }
    return try told(.removedCollaborator, root: root, event)
  }

  private func told(_ kind: NoticeKind, root: RootHash?, _ event: JSONValue) throws
    -> MessengerDecision<JSONValue>
  {
    let notice = Notice(
      noticeID: .zero, audience: try Self.key(event).audience,
      collaborationID: try Self.key(event).collaborationID, action: .post(kind, root: root),
      at: 0, counter: 1)
    return MessengerDecision(
      try DocumentRules.told(
        DocumentRules.Deed(notice, isOwn: false, receivedAt: 0), of: Self.key(event),
        in: rows.state
      ).map(MessengerChange.sharing), answer: .null)
  }

  /// This device has shared something, or has learnt what another of its account has: then it does not know for
  /// which devices an identity is.
  private mutating func shared(_ event: JSONValue) throws -> MessengerDecision<JSONValue> {
    var row = SharedCollaboration(
      collaboration: try Self.key(event), conversationID: DeviceRows.conversations[0],
      link: "https://docs.example/d/1", title: "Recipes", optionsSummary: "",
      epoch: DecimalUInt64(1),
      metadata: CollaborationMetadata(localIdentifier: "1", title: "Recipes"),
      participants: [])
    for one in event["participants"].list {
      row.add(
        IdentityMapEntry(account: try known.account(one["account"]), root: nextRoot()),
        statement: try one["statement"].map(known.reference))
    }
    return MessengerDecision([.sharing(try .put(row))], answer: .null)
  }

  /// An account has an identity for the devices it has now, in place of those it had or, “given”, beside them.
  private mutating func renewed(_ event: JSONValue) throws -> MessengerDecision<JSONValue> {
    let account = try known.account(event["account"])
    let key = try DeviceRows.conversations[0].bytes + Self.key(event).bytes
    guard var row = try rows.state.record(SharedCollaboration.self, key: key),
      let newest = rows.state.account(account)?.chain.newest
    else { return MessengerDecision([], answer: .null) }
    if try event["is"].text() == "renewed" {
      row.remove(row.participants.filter { $0.account == account }.map(\.root))
    }
    row.add(IdentityMapEntry(account: account, root: nextRoot()), statement: newest.reference)
    return MessengerDecision([.sharing(try .put(row))], answer: .null)
  }

  private mutating func nextRoot() -> RootHash {
    roots += 1
    return Fixed.root(roots)
  }

  private static func key(_ event: JSONValue) throws -> CollaborationKey {
    CollaborationKey(
      audience: Fixed.origin("https://docs.example"),
      collaborationID: Fixed.collaboration(try event["collaborationID"].text()))
  }

  private func standing(_ answer: JSONValue) throws -> JSONValue {
    let found = try MembershipRules.renewals(in: rows.state)
    let unasked = try MembershipRules.renewedUnasked(found, in: rows.state)
    let renewals = found.map { one -> JSONValue in
      [
        "collaborationID": .text(one.collaboration.collaborationID.text),
        "account": .bytes(one.account), "root": .bytes(one.root),
        "reason": .text(one.reason.rawValue), "since": .number(one.since),
        "isAlarmed": .bool(one.isAlarmed),
      ]
    }
    let letsIn = try MembershipRules.letsDevicesIn(rows.state)
    return (answer.isNull ? [:] : answer)
      .with("letsIn", letsIn ? true : .null).with("renewals", .list(renewals))
      .with("unasked", .list(unasked) { .bytes($0.root) })
  }
}

extension IdentityRenewalsTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start = SignedStatements.start([["me", "ann", "bob"]])
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    switch script.upTo(10) {
    case 0, 1:
      let people = ["me", "ann", "bob"].filter { _ in script.chance(70) }
      return [
        "is": "shared", "collaborationID": .text(script.one(["doc-1", "doc-2"])),
        "participants": .list(people) { person -> JSONValue in
          [
            "account": .text(person),
            "statement": script.chance(80)
              ? .text(script.one(script.one(SignedStatements.histories[person] ?? []))) : .null,
          ]
        },
      ]
    case 2: return ["is": "chosen", "isWanted": .bool(script.chance(60))]
    case 3: return ["is": "roundEnded"]
    case 4 where script.chance(20):
      return ["is": "ended", "collaborationID": .text(script.one(["doc-1", "doc-2"]))]
    case 4 where script.chance(30):
      return [
        "is": "taken", "account": .text(script.one(["ann", "bob"])),
        "collaborationID": .text(script.one(["doc-1", "doc-2"])),
      ]
    case 4:
      return [
        "is": "renewed", "account": .text(script.one(["me", "ann", "bob"])),
        "collaborationID": .text(script.one(["doc-1", "doc-2"])),
      ]
    default: return try known.randomAnswer(&script, rows)
    }
  }

  private static func answer(_ statements: [JSONValue]) -> JSONValue {
    ["is": "answered", "account": "ann", "statements": .list(statements)]
  }

  private static func happens(_ kind: String) -> JSONValue {
    ["is": .text(kind), "account": "ann", "collaborationID": "doc-1"]
  }

  static func scripted() throws -> [Script] {
    let start = SignedStatements.start([["me", "ann", "bob"]])
    let share: JSONValue = [
      "is": "shared", "collaborationID": "doc-1",
      "participants": [
        ["account": "me", "statement": "me/0"], ["account": "ann", "statement": "ann/0"],
      ],
    ]
    let renewed = happens("renewed")
    let wanted: JSONValue = ["is": "chosen", "isWanted": true]
    let ended: JSONValue = ["is": "roundEnded"]
    return [
      Script(
        name: "a device that comes while another is let in is looked at in the next round",
        start: start,
        events: [
          answer(["ann/0"]), share, wanted, answer(["ann/0", "ann/1"]),
          answer(["ann/0", "ann/1", "ann/2"]),
          ended, renewed, ended,
        ]),
      Script(
        name: "an added device waits until somebody asks, and is let in by the choice",
        start: start,
        events: [
          answer(["ann/0"]), share, answer(["ann/0", "ann/1"]), wanted, renewed,
          ["is": "chosen", "isWanted": false],
        ]),
      Script(
        name: "of a document that was deleted nothing is left to be let in to", start: start,
        events: [
          answer(["ann/0"]), share, answer(["ann/0", "ann/1"]),
          ["is": "ended", "collaborationID": "doc-1"], wanted, answer(["ann/0", "ann/1", "ann/2"]),
        ]),
      Script(
        name: "what was taken is not renewed, what was given afterwards is", start: start,
        events: [
          answer(["ann/0"]), share, happens("taken"), happens("given"),
          answer(["ann/0", "ann/1"]), wanted, ended,
        ]),
      Script(
        name: "a removed device is renewed unasked, whatever was chosen", start: start,
        events: [
          answer(["ann/0", "ann/1"]),
          share.with("participants", [["account": "ann", "statement": "ann/1"]]),
          answer(["ann/0", "ann/1", "ann/2"]), renewed,
        ]),
      Script(
        name: "where an alarm stands about an account nothing happens by itself", start: start,
        events: [
          answer(["ann/0"]), share, wanted, answer(["ann/0", "ann/1"]),
          answer(["ann/0", "ann/1b"]), answer(["ann/0", "ann/1", "ann/2r"]), renewed,
        ]),
      Script(
        name: "who did not make an identity does not know for which devices it is", start: start,
        events: [
          answer(["ann/0"]), share.with("participants", [["account": "ann"]]),
          answer(["ann/0", "ann/1"]), wanted,
        ]),
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let renewals = step.answer["renewals"].list
    let reasons = Set(
      renewals.map { one in
        ((try? one["reason"].text()) ?? "") + (one["isAlarmed"].flag ? " alarmed" : "")
      }
    ).sorted()
    let kinds = step.changes.compactMap { change in
      (try? change["put"].text()) ?? (try? change["delete"].text()).map { "no " + $0 }
        ?? (try? change["kind"].text())
    }
    return [
      (try? step.event["is"].text()) ?? "", reasons.joined(separator: " and "),
      "\(min(step.answer["unasked"].list.count, 2)) unasked",
      step.answer["letsIn"].flag ? "lets in" : "", Set(kinds).sorted().joined(separator: ", "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
