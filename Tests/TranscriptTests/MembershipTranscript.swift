import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// Who takes part in a collaboration, as inviters tell it, and what a conversation's changes offer.
struct MembershipTranscript: TranscriptRule {
  static let name = "membership"
  static let key = CollaborationKey(
    audience: Fixed.origin("https://docs.example"), collaborationID: Fixed.collaboration("doc-1"))
  static let conversation: ConversationID = Fixed.bytes(3)
  static let elsewhere: ConversationID = Fixed.bytes(4)

  private var rows = MemorySharingRows()
  private let me: AccountID
  private var order: UInt64 = 0

  init(start: JSONValue) throws { me = try start["me"].fixed() }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    var changes: [SharingChange] = []
    var answer = JSONValue.null
    switch try event["is"].text() {
    case "invited": (changes, answer) = try invited(event)
    case "updated":
      let decision = try MembershipInbox.receive(
        try Self.update(event), try Self.arrival(event), myAccount: me, reader: rows)
      changes = decision.changes
      switch decision.answer {
      case .applied(_, let removedMe): answer = ["is": "applied", "removedMe": .bool(removedMe)]
      case .refused(let refusal): answer = ["is": "refused", "code": .text(refusal.rawValue)]
      }
    case "told":
      let notice = Notice(
        noticeID: .zero, audience: Self.key.audience, collaborationID: Self.key.collaborationID,
        action: .post(
          event["hasCome"].flag ? .addedCollaborator : .removedCollaborator,
          root: try event["root"].fixed()), at: 0, counter: 1)
      changes = try DocumentRules.told(
        DocumentRules.Deed(notice, by: try event["actor"].fixed(), isOwn: false, receivedAt: 0),
        of: Self.key, in: rows)
      answer = ["is": "taken"]
    case "naming":
      let added = try event["added"].list.map(Self.entry)
      answer = [
        "is": "named",
        "persons": .list(try SharePersons.of(added, in: Self.key, reader: rows)) {
          ["root": .bytes($0.root), "person": .bytes($0.person)]
        },
      ]
    case "roster":
      let roster = MembershipRules.Roster(
        conversationID: Self.conversation, version: try event["version"].decimal(),
        members: try event["members"].list.map { try $0.fixed() })
      answer =
        try MembershipRules.offer(roster, myAccount: me, reader: rows).map(Self.json) ?? .null
    default:
      changes = [
        try .put(
          MembershipRules.Dismissal(
            conversationID: Self.conversation,
            version: DecimalUInt64(event["version"].decimal())))
      ]
    }
    for change in changes { rows.apply(change) }
    return TranscriptStep(
      event: event, changes: changes.map(\.json),
      answer: answer.isNull
        ? try participants()
        : answer
          .with("participants", try participants()["participants"]))
  }

  private mutating func invited(_ event: JSONValue) throws -> ([SharingChange], JSONValue) {
    let inviter: AccountID = try event["by"].fixed()
    let map = try event["map"].list.map(Self.entry)
    order += 1
    let known = try KnownMembership.merging(
      map, epoch: event["epoch"].decimal(), of: inviter, in: Self.key, order: order, reader: rows)
    guard let known else { return ([], ["is": "contradicts"]) }
    var changes: [SharingChange] = [try .put(known)]
    if let mine = map.first(where: { $0.account == me }) {
      changes.append(
        try .put(
          ReceivedInvitation(
            collaboration: Self.key, order: order, messageID: .zero,
            link: "https://docs.example/d/1",
            title: "Recipes", optionsSummary: "", inviter: inviter,
            conversationID: Self.conversation,
            receivedAt: 0, root: mine.root, statement: StatementReference(seq: 0, hash: .zero))))
    }
    if inviter == me {
      var shared = SharedCollaboration(
        collaboration: Self.key,
        conversationID: event["isElsewhere"].flag ? Self.elsewhere : Self.conversation,
        link: "https://docs.example/d/1",
        title: "Recipes", optionsSummary: "",
        epoch: DecimalUInt64(try event["epoch"].decimal()),
        metadata: CollaborationMetadata(localIdentifier: "1", title: "Recipes"), participants: [])
      for entry in map { shared.add(entry) }
      changes.append(try .put(shared))
    }
    return (changes, ["is": "taken"])
  }

  static func update(_ event: JSONValue) throws -> MembershipUpdate {
    MembershipUpdate(
      audience: key.audience, collaborationID: key.collaborationID,
      epoch: try event["epoch"].decimal(), added: try event["added"].list.map(entry),
      removed: try event["removed"].list.map { try $0.fixed() },
      ended: try event["ended"].map { .init(rawValue: try $0.text()) } ?? nil,
      title: try event["title"].map { try $0.text() })
  }

  static func arrival(_ event: JSONValue) throws -> ContentArrival {
    ContentArrival(
      messageID: .zero, sender: try event["by"].fixed(), senderDevice: .zero,
      conversationID: event["isElsewhere"].flag ? elsewhere : conversation,
      senderIsMember: !event["senderIsNoMember"].flag,
      isFromRemovedDevice: event["isFromRemovedDevice"].flag, receivedAt: 0)
  }

  private static func entry(_ json: JSONValue) throws -> IdentityMapEntry {
    IdentityMapEntry(account: try json["account"].fixed(), root: try json["root"].fixed())
  }

  private static func json(_ offer: MembershipOffer) -> JSONValue {
    [
      "is": "offer", "version": .decimal(offer.version),
      "documents": .list(offer.documents) {
        [
          "title": .text($0.title), "gains": .list($0.gains) { .bytes($0) },
          "loses": .list($0.loses) { .bytes($0) }, "left": .list($0.left) { .bytes($0) },
          "elsewhere": .list($0.elsewhere.sorted { $0.key < $1.key }) {
            ["account": .bytes($0.key), "conversations": .list($0.value) { .bytes($0) }]
          },
        ]
      },
    ]
  }

  /// Everybody who takes part, with every root that stands for them.
  private func participants() throws -> JSONValue {
    let known = try KnownParticipants(Self.key, reader: rows)
    let roots = Set(known.records.flatMap(\.roots.keys)).sorted()
    return [
      "participants": .list(known.accounts.sorted()) { account in
        [
          "account": .bytes(account),
          "roots": .list(roots.filter { known.account(of: $0) == account }) { .bytes($0) },
        ]
      }
    ]
  }
}

extension Fixed {
  static func origin(_ text: String) -> Origin {
    do { return try Origin(text) } catch {
      preconditionFailure("a test literal is wrong: \(error)")
    }
  }
  static func collaboration(_ text: String) -> CollaborationID {
    do { return try CollaborationID(text) } catch {
      preconditionFailure("a test literal is wrong: \(error)")
    }
  }
}

extension MembershipTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let by = Fixed.account(UInt8(1 + script.upTo(3)))
    func entries(_ script: inout RandomScript) -> JSONValue {
      .list(script.some([1, 2, 3, 4])) { account -> JSONValue in
        let root = script.chance(92) ? account * 10 + script.upTo(3) : 10 + script.upTo(30)
        return ["account": .bytes(Fixed.account(UInt8(account))), "root": .bytes(Fixed.root(root))]
      }
    }
    let epoch = UInt64(script.upTo(6))
    switch script.upTo(14) {
    case 12, 13:
      let given = script.some([2, 3, 4])
      return [
        "is": "naming",
        "added": .list(given) {
          ["account": .bytes(Fixed.account(UInt8($0))), "root": .bytes(Fixed.root($0 * 10 + 5))]
        },
      ]
    case 10, 11:
      let root = Fixed.root(script.one([20, 21, 30, 31, 40]))
      return [
        "is": "told", "root": .bytes(root), "hasCome": script.chance(20) ? true : .null,
        "actor": .bytes(script.chance(60) ? root : Fixed.root(10)),
      ]
    case 0, 1, 2:
      return [
        "is": "invited", "by": .bytes(by), "epoch": .decimal(epoch), "map": entries(&script),
        "isElsewhere": script.chance(30) ? true : .null,
      ]
    case 3:
      return [
        "is": "roster", "version": .decimal(epoch),
        "members": .list(script.some([1, 1, 2, 3, 4]).map { Fixed.account(UInt8($0)) }) {
          .bytes($0)
        },
      ]
    case 4: return ["is": "dismissed", "version": .decimal(epoch)]
    default:
      let removed = script.some([10, 11, 20, 21, 30, 31, 40].filter { _ in true })
      return [
        "is": "updated", "by": .bytes(by), "epoch": .decimal(epoch),
        "added": script.chance(60) ? entries(&script) : .null,
        "removed": .list(script.chance(60) ? removed : []) { .bytes(Fixed.root($0)) },
        "ended": script.chance(15) ? .text(script.chance(50) ? "deleted" : "stopped") : .null,
        "title": script.chance(15) ? .text("Rye") : .null,
        "isElsewhere": script.chance(10) ? true : .null,
        "senderIsNoMember": script.chance(5) ? true : .null,
        "isFromRemovedDevice": script.chance(5) ? true : .null,
      ]
    }
  }

  static func scripted() throws -> [Script] {
    func roster(_ version: UInt64) -> JSONValue {
      [
        "is": "roster", "version": .decimal(version),
        "members": .list([1, 2, 3]) { .bytes(Fixed.account(UInt8($0))) },
      ]
    }
    let map: JSONValue = .list([1, 2]) { account in
      [
        "account": .bytes(Fixed.account(UInt8(account))),
        "root": .bytes(Fixed.root(account * 10)),
      ]
    }
    let second: JSONValue = .list([1, 2]) { account in
      [
        "account": .bytes(Fixed.account(UInt8(account))),
        "root": .bytes(Fixed.root(account * 10 + 1)),
      ]
    }
    func takenBack(_ root: Int, epoch: UInt64) -> JSONValue {
      [
        "is": "updated", "by": .bytes(Fixed.account(2)), "epoch": .decimal(epoch),
        "added": .list([]), "removed": .list([root]) { .bytes(Fixed.root($0)) },
      ]
    }
    return [
      Script(
        name: "what was dismissed is offered again only after another change",
        start: ["me": .bytes(Fixed.account(1))],
        events: [
          ["is": "invited", "by": .bytes(Fixed.account(1)), "epoch": "1", "map": map], roster(2),
          ["is": "dismissed", "version": "2"], roster(2), roster(3),
        ]),
      Script(
        name: "who loses the identity that was given last takes part by the one before",
        start: ["me": .bytes(Fixed.account(1))],
        events: [
          ["is": "invited", "by": .bytes(Fixed.account(2)), "epoch": "1", "map": map],
          ["is": "invited", "by": .bytes(Fixed.account(2)), "epoch": "2", "map": second],
          takenBack(11, epoch: 3), takenBack(20, epoch: 4), takenBack(10, epoch: 5),
        ]),
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let mine = (try? step.event["by"].fixed(AccountID.self)) == me
    let documents = step.answer["documents"].list.first
    return [
      (try? step.event["is"].text()) ?? "", mine ? "mine" : "",
      step.event["isElsewhere"].flag ? "elsewhere" : "",
      (try? step.answer["is"].text()) ?? "nothing", (try? step.answer["code"].text()) ?? "",
      step.answer["removedMe"].flag ? "removed me" : "",
      step.event["added"].isNull ? "" : "added", step.event["removed"].isNull ? "" : "removed",
      documents.map { $0["gains"].isNull ? "" : "gains" } ?? "",
      documents.map { $0["loses"].isNull ? "" : "loses" } ?? "",
      documents.map { $0["left"].isNull ? "" : "left" } ?? "",
      documents.map { $0["elsewhere"].isNull ? "" : "elsewhere" } ?? "",
      step.answer["persons"].isNull ? "" : "persons",
      "\(step.changes.count) changes",
      "\(min(step.answer["participants"].list.count, 2)) take part",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
