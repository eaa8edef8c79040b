import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// Who is told what by a notice of this device, and through which conversations.
struct NoticePostingTranscript: TranscriptRule {
  static let name = "notice-posting"
  private static let key = MembershipTranscript.key

  private var rows = MemorySharingRows()
  private var conversations: [ConversationID: ConversationRecord] = [:]
  private let me: AccountID
  private var order: UInt64 = 0

  init(start: JSONValue) throws { me = try start["me"].fixed() }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    switch try event["is"].text() {
    case "invited":
      order += 1
      for change in try Self.invitation(event, order: order, me: me, rows) { rows.apply(change) }
    case "revoked":
      for change in try Self.revocation(event["root"].fixed(), rows) { rows.apply(change) }
    case "roster":
      let record = try ConversationRecord(
        event.with("version", "1").with("lastActivityAt", 0))
      conversations[record.conversationID] = record
    case "posted":
      let attestation = NoticeAttestation(
        keyID: "key-1", root: RootHash(unchecked: [UInt8](repeating: 9, count: 32)),
        signature: Base64URLBytes([1, 2, 3]))
      let post = NoticePost(
        noticeID: try event["noticeID"].fixed(),
        kind: NoticeKind(rawValue: try event["kind"].text()) ?? .edit,
        mentionedRoot: try event["root"].map { try $0.fixed() },
        title: try event["title"].map { try $0.text() }, at: try event["at"].number(),
        attestation: event["isAttested"].flag ? attestation : nil)
      return try said(
        event,
        NoticeRules.post(post, in: Self.key, myAccount: me, reader: rows) { conversations[$0] })
    default:
      return try said(
        event,
        NoticeRules.retract(
          noticeID: event["noticeID"].fixed(), at: event["at"].number(), in: Self.key,
          myAccount: me, reader: rows
        ) { conversations[$0] })
    }
    return TranscriptStep(event: event)
  }

  private mutating func said(
    _ event: JSONValue, _ decision: SharingDecision<NoticeRules.Outcome>
  ) throws -> TranscriptStep {
    for change in decision.changes { rows.apply(change) }
    var answer: JSONValue
    switch decision.answer {
    case .failure(let refusal): answer = ["refused": .text(refusal.rawValue)]
    case .success(let told):
      answer = [
        "told": .list(told) { .bytes($0) },
        "messages": .list(try decision.outgoing.map(Self.json)),
      ]
    }
    if answer == .object([]) { answer = .null }
    return TranscriptStep(event: event, changes: decision.changes.map(\.json), answer: answer)
  }

  private static func json(_ message: SharingMessage) throws -> JSONValue {
    let content = try JSONValue(parsing: Data(message.contents.values.first ?? []))
    return [
      "messageID": .bytes(message.messageID), "conversationID": .bytes(message.conversationID),
      "accounts": .list(message.contents.keys.sorted()) { .bytes($0) }, "content": content.sorted,
    ]
  }

  /// An invitation that has passed its check, as an event of transcripts: this device's own where `me` is in
  /// the map.
  static func invitation(
    _ event: JSONValue, order: UInt64, me: AccountID, _ rows: MemorySharingRows
  ) throws -> [SharingChange] {
    let inviter: AccountID = try event["by"].fixed()
    let map = try event["map"].list.map {
      IdentityMapEntry(account: try $0["account"].fixed(), root: try $0["root"].fixed())
    }
    let known = try KnownMembership.merging(
      map, epoch: event["epoch"].decimal(), of: inviter, in: Self.key, order: order, reader: rows)
    guard let known else { return [] }
    guard let mine = map.first(where: { $0.account == me }) else { return [try .put(known)] }
    let invitation = ReceivedInvitation(
      collaboration: Self.key, order: order, messageID: .zero,
      link: "https://docs.example/d/1",
      title: try event["title"].map { try $0.text() } ?? "Recipes",
      optionsSummary: "", inviter: inviter,
      conversationID: try event["conversationID"].fixed(), receivedAt: 0, root: mine.root,
      statement: StatementReference(seq: 0, hash: .zero))
    return [try .put(known), try .put(invitation)]
  }

  static func revocation(
    _ root: RootHash, ended: MembershipUpdate.Ended? = nil, _ rows: MemorySharingRows
  ) throws -> [SharingChange] {
    try rows.records(ReceivedInvitation.self).filter { $0.root == root }.map { one in
      var one = one
      one.isRevoked = true
      one.ended = ended
      return try .put(one)
    }
  }
}

extension NoticePostingTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    switch script.upTo(10) {
    case 0, 1: return Self.invitation(&script)
    case 2, 3: return Self.roster(&script)
    case 4: return ["is": "revoked", "root": .bytes(Fixed.root(10 + script.upTo(3)))]
    case 5:
      return [
        "is": "retracted", "noticeID": .bytes(Fixed.bytes(script.upTo(9), NoticeID.self)),
        "at": .number(script.upTo(9)),
      ]
    default:
      let kind = script.one([.mention, .mention] + NoticeKind.allCases)
      let roots = [10, 20, 21, 30, 31, 40, 99]
      let hasRoot = kind == .mention || (kind.event == 2 && script.chance(50))
      return [
        "is": "posted", "noticeID": .bytes(Fixed.bytes(script.upTo(9), NoticeID.self)),
        "kind": .text(kind.rawValue), "at": .number(script.upTo(9)),
        "root": hasRoot && script.chance(90) ? .bytes(Fixed.root(script.one(roots))) : .null,
        "title": kind == .renamed && script.chance(80) ? .text(script.one(["Rye", "Oat"])) : .null,
        "isAttested": script.chance(50) ? true : .null,
      ]
    }
  }

  static func roster(_ script: inout RandomScript) -> JSONValue {
    [
      "is": "roster", "conversationID": .bytes(script.one(DeviceRows.conversations)),
      "members": .list([1] + script.some([2, 3, 4])) { .bytes(Fixed.account(UInt8($0))) },
      "state": .text(script.one(["active", "active", "active", "pending", "left", "refused"])),
    ]
  }

  static func invitation(_ script: inout RandomScript) -> JSONValue {
    let accounts = (script.chance(85) ? [1] : []) + script.some([2, 3, 4])
    return [
      "is": "invited", "by": .bytes(Fixed.account(UInt8(2 + script.upTo(2)))),
      "epoch": .decimal(UInt64(1 + script.upTo(3))),
      "conversationID": .bytes(script.one(DeviceRows.conversations)),
      "map": .list(accounts) { account in
        [
          "account": .bytes(Fixed.account(UInt8(account))),
          "root": .bytes(Fixed.root(account * 10 + script.upTo(2))),
        ]
      },
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let kind = (try? step.event["kind"].text()) ?? ""
    let states = Set(conversations.values.map { $0.state.rawValue }).sorted()
    return [
      (try? step.event["is"].text()) ?? "",
      ["mention", "deleted", "removedCollaborator"].contains(kind) ? kind : "",
      step.event["isAttested"].flag ? "attested" : "", (try? step.answer["refused"].text()) ?? "",
      step.answer["told"].isNull ? "" : "\(step.answer["told"].list.count) told",
      step.answer["messages"].isNull ? "" : "\(step.answer["messages"].list.count) messages",
      states.contains("left") ? "left one" : "",
      step.changes.compactMap { try? $0["put"].text() }.joined(separator: " and "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
