import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// What becomes of what an app's server pushes to a device's address for one collaboration.
struct PushInboxTranscript: TranscriptRule {
  static let name = "push-inbox"
  private static let key = MembershipTranscript.key

  private var rows = MemorySharingRows()
  private let me: AccountID
  private var order: UInt64 = 0
  private var conversations: [ConversationID: ConversationRecord] = [:]
  private let names = (1...4).map { (Fixed.account(UInt8($0)), "Person \($0)") }

  init(start: JSONValue) throws { me = try start["me"].fixed() }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    switch try event["is"].text() {
    case "pushed": return try pushed(event)
    case "putAway": return try putAway(event)
    case "invited":
      order += 1
      let row = try NoticePostingTranscript.invitation(event, order: order, me: me, rows)
      for change in row { rows.apply(change) }
    case "roster":
      let record = try ConversationRecord(
        event.with("version", "1").with("lastActivityAt", 0))
      conversations[record.conversationID] = record
    case "awaited":
      let document = AwaitedDocument(
        collaboration: Self.key, link: "https://docs.example/d/1", title: "Recipes",
        inviter: Fixed.account(2), conversationID: .zero)
      rows.apply(try .put(document))
    case "updated":
      let decision = try MembershipInbox.receive(
        try MembershipTranscript.update(event), try MembershipTranscript.arrival(event),
        myAccount: me, reader: rows)
      for change in decision.changes { rows.apply(change) }
    case "revoked":
      for change in try NoticePostingTranscript.revocation(event["root"].fixed(), rows) {
        rows.apply(change)
      }
    default:
      let chosen = try NoticeAddressRules.choose(
        event["isWanted"].flag, for: Self.key.audience, at: 0, rows)
      for change in chosen.changes { rows.apply(change) }
    }
    return TranscriptStep(event: event, answer: ["banners": banners, "news": try news()])
  }

  private mutating func pushed(_ event: JSONValue) throws -> TranscriptStep {
    let decision = try PushInbox.receive(
      PushedNotice(
        notice: try Self.notice(event["notice"]),
        firstLines: try? event["notice"]["firstLines"].text(),
        name: try? event["notice"]["name"].text(),
        isEnd: event["notice"]["stopped"].flag),
      at: Self.address(), receivedAt: event["at"].number(),
      myAccount: me, reader: rows)
    for change in decision.changes { rows.apply(change) }
    var answer: JSONValue = ["banners": banners, "news": try news()]
    if case .dropped(let reason) = decision.answer {
      answer = answer.with("dropped", .text(reason.rawValue))
    }
    let texts = try ledger.banners.map(words)
    return TranscriptStep(
      event: event, changes: decision.changes.map(\.json), answer: answer,
      sentence: texts.isEmpty ? nil : texts.joined(separator: " | "))
  }

  /// Another device of an account tells.
  private mutating func putAway(_ event: JSONValue) throws -> TranscriptStep {
    let told = NoticesPutAway.Document(
      audience: Self.key.audience,
      collaborationID: event["isElsewhere"].flag
        ? Fixed.collaboration("doc-2") : Self.key.collaborationID,
      notices: try event["notices"].list.map { try $0.fixed() })
    let decision = try PutAwayRules.came(
      NoticesPutAway(documents: [told]), from: event["by"].fixed(),
      isFromRemovedDevice: event["isFromRemovedDevice"].flag, myAccount: me, reader: rows)
    for change in decision.changes { rows.apply(change) }
    return TranscriptStep(
      event: event, changes: decision.changes.map(\.json),
      answer: [
        "dropped": decision.answer.map { .text($0.rawValue) } ?? .null, "banners": banners,
        "news": try news(),
      ])
  }

  private func words(_ banner: NoticeBanner) throws -> String {
    func name(_ account: AccountID) -> String {
      names.first { $0.0 == account }?.1 ?? "Somebody"
    }
    let told = try rows.record(ToldEnding.self, key: Self.key.bytes)
    return banner.text(name: name, deed: told?.deed(in: banner))
      + (banner.attribution(name: name).map { " (\($0))" } ?? "")
  }

  /// What each conversation tells.
  private func news() throws -> JSONValue {
    let all = try ConversationNews.all(for: me, reader: rows) { conversations[$0] }
    let told = all.flatMap { one in one.banners.map { (one.conversationID, $0) } }
    return .list(
      try told.map { conversation, banner in
        [
          "conversationID": .bytes(conversation), "id": .bytes(banner.id),
          "text": .text(try words(banner)), "latestAt": .number(banner.latestAt),
        ]
      })
  }

  private var ledger: NoticeLedger {
    (try? rows.record(NoticeInbox.Ledger.self, key: Self.key.bytes))?.ledger ?? NoticeLedger()
  }

  private var banners: JSONValue { .list(ledger.banners, NoticeLedgerTranscript.json) }

  /// The key pairs of `key-1`, which pushes to the address, and `key-2`: whoever says a transcript again makes
  /// pairs of their own.
  private static func signer(_ name: String) throws -> SigningKey {
    try SigningKey(
      scalar: [UInt8](repeating: 0, count: 31) + [UInt8(name.utf8.last ?? 1)])
  }

  static func address() throws -> NoticeAddress {
    let anyKey = try signer("key-1").publicKey
    return NoticeAddress(
      collaboration: key, addressID: Base64URLBytes([1]), endpoint: "https://relay.example/1",
      serverKey: anyKey, publicKey: anyKey, sealedKeys: Base64URLBytes([]))
  }

  private static func notice(_ json: JSONValue) throws -> Notice {
    var notice = try NoticeLedgerTranscript.notice(json)
    if notice.kind == .renamed { notice.title = try json["title"].map { try $0.text() } }
    let attestation = json["attestation"]
    guard !attestation.isNull, let kind = notice.kind else { return notice }
    let actor: RootHash = try attestation["root"].fixed()
    let signed = NoticeAttestation.signedBytes(
      audience: notice.audience, collaborationID: notice.collaborationID,
      noticeID: notice.noticeID, kind: kind,
      at: notice.at + (attestation["isOfAnother"].flag ? 1 : 0), actorRoot: actor)
    notice.attestation = NoticeAttestation(
      keyID: try attestation["keyID"].text(), root: actor,
      signature: Base64URLBytes(
        try signer(attestation["signedBy"].text()).sign(signed)))
    return notice
  }
}

extension PushInboxTranscript {
  private static let now: UInt64 = 1_700_000_000_000

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    if script.chance(order == 0 ? 70 : 10) {
      return NoticePostingTranscript.invitation(&script)
    }
    if script.chance(4) { return ["is": "awaited"] }
    if script.chance(8) { return NoticePostingTranscript.roster(&script) }
    if script.chance(8) { return putAway(&script) }
    switch script.upTo(20) {
    case 0: return ["is": "revoked", "root": .bytes(Fixed.root(10 + script.upTo(3)))]
    case 1: return ["is": "wanted", "isWanted": script.chance(75) ? true : .null]
    default: return pushed(&script)
    }
  }

  private func putAway(_ script: inout RandomScript) -> JSONValue {
    let here = ledger.banners.flatMap(\.newestNotices)
    var notices: [NoticeID] = []
    for _ in 0...script.upTo(3) {
      let isHere = script.chance(60) && !here.isEmpty
      let one = isHere ? script.one(here) : Fixed.bytes(script.upTo(60), NoticeID.self)
      if !notices.contains(one) { notices.append(one) }
    }
    return [
      "is": "putAway", "by": .bytes(Fixed.account(script.chance(90) ? 1 : 2)),
      "isFromRemovedDevice": script.chance(8) ? true : .null,
      "isElsewhere": script.chance(8) ? true : .null, "notices": .list(notices) { .bytes($0) },
    ]
  }

  private func pushed(_ script: inout RandomScript) -> JSONValue {
    let kind = script.one(
      [.edit, .edit, .addedCollaborator, .removedCollaborator] + NoticeKind.allCases)
    let actor = Fixed.root(script.one([10, 20, 21, 30, 31, 40, 99]))
    let isClearing = script.chance(5)
    let root = script.chance(50) ? actor : Fixed.root(script.one([10, 20, 30]))
    let now = Self.now + UInt64(script.upTo(8)) * 60_000
    return [
      "is": "pushed", "at": .number(now),
      "notice": [
        "noticeID": .bytes(Fixed.bytes(script.upTo(60), NoticeID.self)),
        "audience": "https://docs.example",
        "collaborationID": script.chance(95) ? "doc-1" : "doc-2",
        "kind": isClearing ? .null : .text(kind.rawValue),
        "root": !isClearing && (kind.event == 2 || kind == .mention) ? .bytes(root) : .null,
        "at": .number(script.one([now, now, now - 60_000, now + 3_600_000])),
        "counter": .decimal(UInt64(1 + script.upTo(80))),
        "title": kind == .renamed && !isClearing ? .text(script.one(["Rye", "Oat"])) : .null,
        "stopped": kind == .removedCollaborator && script.chance(30) ? true : .null,
        "name": script.chance(30) ? script.one(["Zoe", "Zoe", "Ann\n", ""]) : .null,
        "firstLines": script.chance(25)
          ? script.one(["Flour", "Flour\nWater", "", "a\nb\nc\nd", "Flour\t"]) : .null,
        "attestation": isClearing || script.chance(5)
          ? .null
          : [
            "keyID": .text(script.chance(95) ? PushedNotice.keyID : "1"), "root": .bytes(actor),
            "signedBy": .text(script.chance(95) ? "key-1" : "key-2"),
            "isOfAnother": script.chance(4) ? true : .null,
          ],
      ],
    ]
  }

  static func scripted() throws -> [Script] {
    // Long because each of its stories is written out, and what they share stands before them.
    func pushed(_ kind: NoticeKind, counter: UInt64, signer: String = "key-1") -> JSONValue {
      let notice: JSONValue = [
        "noticeID": .bytes(Fixed.bytes(Int(counter), NoticeID.self)),
        "audience": "https://docs.example", "collaborationID": "doc-1",
        "kind": .text(kind.rawValue), "at": .number(now), "counter": .decimal(counter),
        "attestation": [
          "keyID": .text(PushedNotice.keyID), "root": .bytes(Fixed.root(20)),
          "signedBy": .text(signer),
        ],
      ]
      return ["is": "pushed", "at": .number(now), "notice": notice]
    }
    /// By somebody whom no identity map knows, called so by the app.
    func edited(_ counter: UInt64, firstLines: String) -> JSONValue {
      let told = pushed(.edit, counter: counter)
      let attestation = told["notice"]["attestation"].with("root", .bytes(Fixed.root(99)))
      let notice = told["notice"].with("attestation", attestation).with("name", "Zoe")
        .with("firstLines", .text(firstLines))
      return told.with("notice", notice)
    }
    func added(_ counter: UInt64, _ root: RootHash) -> JSONValue {
      let told = pushed(.addedCollaborator, counter: counter)
      return told.with("notice", told["notice"].with("root", .bytes(root)))
    }
    func joined(_ counter: UInt64) -> JSONValue {
      let told = added(counter, Fixed.root(99))
      let attestation = told["notice"]["attestation"].with("root", .bytes(Fixed.root(99)))
      return told.with(
        "notice", told["notice"].with("attestation", attestation).with("name", "Zoe"))
    }
    let invited: JSONValue = [
      "is": "invited", "by": .bytes(Fixed.account(2)), "epoch": "1",
      "conversationID": .bytes(DeviceRows.conversations[0]),
      "map": .list([1, 2]) { account in
        [
          "account": .bytes(Fixed.account(UInt8(account))),
          "root": .bytes(Fixed.root(account * 10)),
        ]
      },
    ]
    let stopped = pushed(.removedCollaborator, counter: 4)
    return [
      Script(
        name: "what waits to be let in waits no more for what has ended, by the server's word only",
        start: ["me": .bytes(Fixed.account(1))],
        events: [
          pushed(.deleted, counter: 1), ["is": "awaited"], pushed(.edit, counter: 2),
          pushed(.deleted, counter: 3, signer: "key-2"), stopped,
          stopped.with("notice", stopped["notice"].with("stopped", true)), ["is": "awaited"],
          pushed(.deleted, counter: 5),
        ]),
      Script(
        name: "whom only the app names edits again, until nothing is written any more",
        start: ["me": .bytes(Fixed.account(1))],
        events: [
          invited, edited(1, firstLines: "Flour\nWater"), edited(2, firstLines: ""),
          edited(3, firstLines: "a\nb\nc\nd"),
        ]),
      Script(
        name: "of somebody added nobody may know who it is, and then who another is",
        start: ["me": .bytes(Fixed.account(1))],
        events: [
          invited, pushed(.addedCollaborator, counter: 1), joined(2), added(3, Fixed.root(40)),
        ]),
    ] + conversations() + ends() + seen()
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let notice = step.event["notice"]
    let kind = (try? notice["kind"].text()) ?? ""
    let isOwn = !notice["root"].isNull && notice["root"] == notice["attestation"]["root"]
    let change = ledger.banners.count - before.ledger.banners.count
    return [
      (try? step.event["is"].text()) ?? "", kind, isOwn ? "of oneself" : "",
      (try? step.answer["dropped"].text()) ?? "",
      change > 0 ? "one more" : "", ledger.banners.contains { $0.actors.count > 1 } ? "merged" : "",
      notice["attestation"]["isOfAnother"].flag ? "of another" : "",
      notice["stopped"].flag ? "stopped" : "",
      ledger.banners.contains { $0.actors.contains { $0.name != nil } } ? "named" : "",
      step.changes.compactMap { try? ($0["put"].isNull ? $0["delete"] : $0["put"]).text() }
        .joined(separator: " and "),
      step.sentence?.contains("took you out of it") == true ? "taken out" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
