import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// What a device was told of a document since it was shared, and what it shows of it.
struct DocumentStateTranscript: TranscriptRule {
  static let name = "document-state"
  private static let key = MembershipTranscript.key

  private var rows = MemorySharingRows()
  private let me: AccountID
  private var order: UInt64 = 0

  init(start: JSONValue) throws { me = try start["me"].fixed() }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let changes = try decide(event)
    for change in changes { rows.apply(change) }
    let state = try DocumentState(of: Self.key, in: rows)
    let answer = try standing(state)
    return TranscriptStep(
      event: event, changes: changes.map(\.json), answer: answer,
      sentence: state.ending.map {
        "\($0.sentence) \($0.sentence(opening: state.title ?? ""))"
      })
  }

  private mutating func decide(_ event: JSONValue) throws -> [SharingChange] {
    switch try event["is"].text() {
    case "invited":
      order += 1
      let kept = try NoticePostingTranscript.invitation(event, order: order, me: me, rows)
      guard !kept.isEmpty else { return [] }
      let roots = try event["map"].list.map { try $0["root"].fixed(RootHash.self) }
      return try kept + DocumentRules.namedAnew(roots, of: Self.key, in: rows)
    case "revoked":
      return try NoticePostingTranscript.revocation(
        event["root"].fixed(),
        ended: try event["ended"].map { MembershipUpdate.Ended(rawValue: try $0.text()) } ?? nil,
        rows)
    case "retitled":
      return try ReceivedInvitation.retitle(
        event["title"].text(), in: Self.key, by: event["by"].fixed(), rows)
    case "replaced": return try replacement(event)
    case "shared": return [try .put(try Self.shared(event))]
    case "addressed":
      rows.apply(try .put(try PushInboxTranscript.address()))
      return []
    case "asked":
      return try DocumentRules.proofAsked(
        of: Self.key, refused: Set(event["refused"].list.map { try $0.fixed(RootHash.self) }),
        in: rows)
    case "signed": return try DocumentRules.proofSigned(of: Self.key, in: rows)
    default:
      return try DocumentRules.told(Self.deed(event), of: Self.key, in: rows)
    }
  }

  /// An inviter gives somebody another identity in the place of one.
  private func replacement(_ event: JSONValue) throws -> [SharingChange] {
    let inviter: AccountID = try event["by"].fixed()
    let name = Self.key.bytes + inviter.bytes
    guard let before = try rows.record(KnownMembership.self, key: name) else { return [] }
    let entry = IdentityMapEntry(
      account: try event["account"].fixed(), root: try event["root"].fixed())
    var known = before
    let update = MembershipUpdate(
      audience: Self.key.audience, collaborationID: Self.key.collaborationID,
      epoch: try event["epoch"].decimal(), added: [entry], removed: [try event["old"].fixed()])
    guard known.apply(update, from: inviter) == nil else { return [] }
    return [try .put(known.notingFurther(since: before, reader: rows))]
  }

  private static func deed(_ event: JSONValue) throws -> DocumentRules.Deed {
    let kind = try event["kind"].map { NoticeKind(rawValue: try $0.text()) } ?? nil
    let notice = Notice(
      noticeID: .zero, audience: key.audience, collaborationID: key.collaborationID,
      action: try kind.map { .post($0, root: try event["root"].map { try $0.fixed() }) } ?? .clear,
      title: try event["title"].map { try $0.text() }, at: try event["at"].number(), counter: 1)
    var deed = DocumentRules.Deed(
      notice, by: try event["actor"].map { try $0.fixed() },
      named: try event["name"].map { try $0.text() },
      firstLines: try event["firstLines"].map { try $0.text() },
      isOwn: event["isOwn"].flag, isEnd: event["isEnd"].flag, receivedAt: try event["now"].number())
    deed.noticeID = try event["noticeID"].map { try $0.fixed() }
    return deed
  }

  private static func shared(_ event: JSONValue) throws -> SharedCollaboration {
    var metadata = CollaborationMetadata(localIdentifier: "1", title: "Recipes")
    metadata.card = try event["firstLines"].map { DocumentCard(firstLines: try $0.text()) }
    return SharedCollaboration(
      collaboration: key, conversationID: try event["conversationID"].fixed(),
      link: "https://docs.example/d/1", title: "Recipes", optionsSummary: "",
      epoch: DecimalUInt64(1),
      metadata: metadata,
      participants: try event["participants"].list.map {
        .init(account: try $0["account"].fixed(), root: try $0["root"].fixed())
      })
  }

  private func standing(_ state: DocumentState) throws -> JSONValue {
    let shared = try rows.records(SharedCollaboration.self)
    return [
      "title": state.title.map(JSONValue.text) ?? .null,
      "firstLines": state.firstLines.map(JSONValue.text) ?? .null,
      "ending": state.ending.map { .text($0.rawValue) } ?? .null,
      "isFinal": try DocumentState.isShared(Self.key, in: rows) ? .null : true,
      "participants": .list(state.accounts.sorted()) { .bytes($0) },
      "joined": .list(state.joined.sorted()) { .bytes($0) },
      "guests": .list(state.guests) { ["root": .bytes($0.root), "name": .text($0.name)] },
      "isTold": state.isTold ? true : .null, "isHeard": state.isHeard ? true : .null,
      "shared": .list(shared) {
        [
          "conversationID": .bytes($0.conversationID), "title": .text($0.metadata.title),
          "firstLines": $0.metadata.card?.firstLines.map(JSONValue.text) ?? .null,
        ]
      },
    ]
  }
}

extension DocumentStateTranscript {
  private static let titles = ["Recipes", "Rye", "Oat"]

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    if order == 0 && script.chance(80) || script.chance(10) {
      return NoticePostingTranscript.invitation(&script)
        .with("title", .text(script.one(Self.titles)))
    }
    if script.chance(3) { return ["is": "addressed"] }
    if script.chance(6) { return Self.replaced(&script) }
    switch script.upTo(17) {
    case 0: return ["is": "revoked", "root": .bytes(Self.root(&script))]
    case 1:
      return [
        "is": "shared", "conversationID": .bytes(script.one(DeviceRows.conversations)),
        "firstLines": script.chance(50) ? "Flour" : .null,
      ]
    case 2, 3:
      let roots = script.some([10, 11]) + script.some([20])
      return ["is": "asked", "refused": .list(roots) { .bytes(Fixed.root($0)) }]
    case 4: return ["is": "signed"]
    default: return Self.told(&script)
    }
  }

  /// Mostly this person's own.
  private static func root(_ script: inout RandomScript) -> RootHash {
    Fixed.root(script.one([10, 10, 11, 20, 21, 22, 30]))
  }

  private static func replaced(_ script: inout RandomScript) -> JSONValue {
    let account = script.one([1, 2, 2])
    return [
      "is": "replaced", "by": .bytes(Fixed.account(UInt8(2 + script.upTo(2)))),
      "epoch": .decimal(UInt64(1 + script.upTo(4))),
      "account": .bytes(Fixed.account(UInt8(account))),
      "old": .bytes(Fixed.root(account * 10 + script.upTo(2))),
      "root": .bytes(Fixed.root(account * 10 + 1 + script.upTo(2))),
    ]
  }

  private static func told(_ script: inout RandomScript) -> JSONValue {
    let kind = script.one(
      [.renamed, .renamed, .removedCollaborator, .removedCollaborator, .addedCollaborator]
        + NoticeKind.allCases)
    let isMembership = kind == .addedCollaborator || kind == .removedCollaborator
    let isRare = kind == .deleted && script.chance(80)
    return [
      "is": "told", "kind": script.chance(3) ? .null : .text((isRare ? .edit : kind).rawValue),
      "root": isMembership && script.chance(95) ? .bytes(root(&script)) : .null,
      "title": kind == .renamed && script.chance(95)
        ? .text(script.one(titles + titles + [""])) : .null,
      "firstLines": script.chance(30) ? .text(script.one(["Flour", "Flour\nWater", ""])) : .null,
      "at": .number(UInt64(script.upTo(9))), "now": .number(UInt64(2 + script.upTo(9))),
      "actor": script.chance(70) ? .bytes(root(&script)) : .null,
      "name": script.chance(20) ? .text(script.one(["Zoe", "Eve"])) : .null,
      "noticeID": script.chance(50)
        ? .bytes(Fixed.bytes(script.upTo(3), NoticeID.self)) : .null,
      "isOwn": isMembership && script.chance(25) ? true : .null,
      "isEnd": kind == .removedCollaborator && script.chance(15) ? true : .null,
    ]
  }

  /// Somebody's hand takes one identity, and somebody is in it no more by another.
  private func loses(_ before: Self, _ step: TranscriptStep) -> Bool {
    let root = try? step.event["root"].fixed(RootHash.self)
    let isTaken =
      (try? step.event["kind"].text()) == NoticeKind.removedCollaborator.rawValue
      && root != (try? step.event["actor"].fixed(RootHash.self))
    return isTaken && people.count < before.people.count { $0.root != root }
  }

  private var people: [ToldCame.Person] {
    (try? rows.record(ToldCame.self, key: Self.key.bytes)?.people) ?? []
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let ended = try? before.rows.record(ToldEnding.self, key: Self.key.bytes)
    let kinds = step.changes.compactMap { change in
      (try? change["put"].text()) ?? (try? change["delete"].text()).map { "no " + $0 }
    }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.event["kind"].text()) ?? "",
      step.event["isOwn"].flag ? "own" : "", step.event["isEnd"].flag ? "end" : "",
      ended.map { "after \($0.how)" } ?? "",
      (try? step.answer["firstLines"].text()).map { $0.isEmpty ? "emptied" : "written" } ?? "",
      (try? step.answer["ending"].text()) ?? "",
      // Who is in it follows from nothing else that is told at once: shown where all else is quiet.
      ended == nil && step.answer["firstLines"].isNull && kinds.contains(ToldCame.kind)
        ? step.answer["guests"].list.isEmpty ? "somebody" : "guests" : "",
      ended == nil && loses(before, step) ? "and by an earlier identity" : "",
      Set(kinds).subtracting([ToldCame.kind]).sorted().joined(separator: " and "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
