import GroveIdentity
import GroveMessage
import GroveWire

@testable import MessengerDomain

/// What transcripts over signed device lists have in common.
extension SignedStatements {
  /// A device, and conversations with these members.
  static func start(_ members: [[String]]) -> JSONValue {
    [
      "me": ["account": "me", "device": .bytes(Fixed.bytes(10, DeviceID.self))],
      "conversations": .list(Array(zip(DeviceRows.conversations, members))) { id, names in
        [
          "conversationID": .bytes(id), "members": .list(names) { .text($0) }, "version": "1",
          "state": "active", "lastActivityAt": .number(DeviceRows.now),
        ]
      },
    ]
  }

  /// The rows of a starting state in which accounts have names.
  func rows(_ start: JSONValue) throws -> DeviceRows {
    func withID(_ name: JSONValue) throws -> JSONValue { .bytes(try account(name)) }
    let conversations = try start["conversations"].list.map {
      $0.with("members", .list(try $0["members"].list.map(withID)))
    }
    return try DeviceRows(
      start: start.with("conversations", .list(conversations))
        .with("me", start["me"].with("account", withID(start["me"]["account"]))))
  }

  /// The event `answered`.
  func answered(_ event: JSONValue, _ rows: DeviceRows, devicesChanged: @escaping DevicesChanged)
    throws -> MessengerDecision<JSONValue>
  {
    let accountID = try account(event["account"])
    let rules = ChainRules(
      accountID: accountID, myAccountID: rows.account, now: DeviceRows.now,
      wantedSeq: try event["wanted"].map { try $0.decimal() } ?? .max,
      devicesChanged: devicesChanged)
    let answer = RelayAccount(
      accountID: accountID, handle: try event["account"].text(),
      name: try event["account"].text(), statements: try event["statements"].list.map(record),
      kemKeys: [])
    let decision = try rules.adopt(
      answer, from: event["from"].map { try $0.decimal() } ?? 0, in: rows.state)
    let said: JSONValue =
      switch decision.answer {
      case .adopted(let account):
        [
          "is": "adopted", "seq": .decimal(account.chain.newest.seq),
          "wanted": account.wantedSeq.map(JSONValue.decimal) ?? .null,
        ]
      case .wholeChainNeeded: ["is": "wholeChainNeeded"]
      case .contradicted, .invalid: ["is": "refused"]
      }
    return MessengerDecision(decision.changes, answer: said)
  }

  /// What the relay says of somebody: mostly the next of a history, or all of it.
  func randomAnswer(_ script: inout RandomScript, _ rows: DeviceRows) throws -> JSONValue {
    let person = script.one(["ann", "ann", "bob", "me"])
    let history = script.one(Self.histories[person] ?? [])
    let seq = try rows.state.account(account(.text(person)))?.chain.newest.seq ?? 0
    let from = script.chance(50) ? Int(seq) : 0
    var shown = Array(history.prefix(1 + script.upTo(history.count)).dropFirst(from))
    if script.chance(6) { shown = Array(shown.dropFirst()) }
    if script.chance(5) { shown = ["bob/0"] }
    return [
      "is": "answered", "account": .text(person),
      "from": from == 0 ? .null : .decimal(UInt64(from)),
      "statements": .list(shown) { .text($0) },
    ]
  }
}
