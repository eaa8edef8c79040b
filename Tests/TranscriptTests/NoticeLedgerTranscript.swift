import GroveIdentity
import GroveMessage

/// What was told about collaborations, made quiet.
struct NoticeLedgerTranscript: TranscriptRule {
  static let name = "notice-ledger"
  private var ledger = NoticeLedger()
  private let names: [AccountID: String]

  init(start: JSONValue) throws {
    names = Dictionary(
      uniqueKeysWithValues: try start["names"].list.map {
        (try $0["account"].fixed(AccountID.self), try $0["name"].text())
      })
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    var receipt: NoticeLedger.Receipt?
    switch try event["is"].text() {
    case "receive":
      receipt = ledger.receive(
        try Self.notice(event["notice"]), from: try event["from"].fixed(),
        device: try event["device"].fixed(),
        authenticity: try event["authenticity"].text() == "attested" ? .attested : .claimed,
        at: try event["at"].number())
    case "dismiss": ledger.dismiss(try event["id"].fixed())
    default:
      ledger.forget(
        audience: try Origin(event["audience"].text()),
        collaborationID: try CollaborationID(event["collaborationID"].text()))
    }
    let names = names
    let texts = ledger.banners.map { banner in
      let word = banner.attribution { names[$0] ?? "Somebody" }.map { " (\($0))" } ?? ""
      return banner.text { names[$0] ?? "Somebody" } + word
    }
    let visible = ledger.visible(
      audience: Fixed.origin("https://docs.example"), collaborationID: Fixed.collaboration("doc-1"))
    return TranscriptStep(
      event: event,
      answer: [
        "receipt": receipt.map(Self.json) ?? .null, "banners": .list(ledger.banners, Self.json),
        "visible": .list(visible) { .bytes($0.id) },
      ], sentence: texts.isEmpty ? nil : texts.joined(separator: " | "))
  }

  static func notice(_ json: JSONValue) throws -> Notice {
    let kind = try json["kind"].map { NoticeKind(rawValue: try $0.text()) } ?? nil
    var notice = Notice(
      noticeID: try json["noticeID"].fixed(), audience: try Origin(json["audience"].text()),
      collaborationID: try CollaborationID(json["collaborationID"].text()),
      action: try kind.map { .post($0, root: try json["root"].map { try $0.fixed() }) } ?? .clear,
      at: try json["at"].number(), counter: try json["counter"].decimal())
    // That it was checked is said by the event's authenticity.
    if !json["attestation"].isNull {
      notice.attestation = NoticeAttestation(
        keyID: "1", root: try json["attestation"]["root"].fixed(), signature: Base64URLBytes([]))
    }
    return notice
  }

  private static func json(_ receipt: NoticeLedger.Receipt) -> JSONValue {
    switch receipt {
    case .opened(let id): ["is": "opened", "id": .bytes(id)]
    case .merged(let id): ["is": "merged", "id": .bytes(id)]
    case .cleared: ["is": "cleared"]
    case .seen: ["is": "seen"]
    case .dropped: ["is": "dropped"]
    }
  }

  private static func json(_ subject: NoticeBanner.Subject) -> JSONValue {
    [
      "root": .bytes(subject.root), "account": subject.account.map { .bytes($0) } ?? .null,
      "name": subject.name.map { .text($0) } ?? .null,
    ]
  }

  static func json(_ banner: NoticeBanner) -> JSONValue {
    [
      "id": .bytes(banner.id), "kind": .text(banner.kind.rawValue),
      "bySelf": banner.isBySelf ? true : .null,
      "audience": .text(banner.audience.text),
      "collaborationID": .text(banner.collaborationID.text), "firstAt": .number(banner.firstAt),
      "latestAt": .number(banner.latestAt),
      "actors": .list(banner.actors) {
        [
          "account": .bytes($0.account), "name": $0.name.map { .text($0) } ?? .null,
          "subjects": .list($0.subjects ?? [], json),
          "count": .number($0.count),
          "authenticity": .text($0.authenticity.rawValue),
        ]
      },
    ]
  }
}

extension NoticeLedgerTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let names = ["Charlie", "Dana", "Eve", "Frank"]
    let start: JSONValue = [
      "names": .list(names.indices) {
        ["account": .bytes(Fixed.account(UInt8($0 + 1))), "name": .text(names[$0])]
      }
    ]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let collaboration = script.chance(80) ? "doc-1" : "doc-2"
    if script.chance(6), let banner = ledger.banners.last {
      return ["is": "dismiss", "id": .bytes(banner.id)]
    }
    if script.chance(3) {
      return [
        "is": "forget", "audience": "https://docs.example", "collaborationID": .text(collaboration),
      ]
    }
    let account = 1 + script.upTo(4)
    let now = 1_700_000_000_000 + UInt64(script.upTo(20)) * 60_000
    let kind = script.one(NoticeKind.allCases.prefix(script.chance(70) ? 2 : 9).map(\.rawValue))
    let isClearing = script.chance(12)
    let counter = script.chance(15) ? UInt64(script.upTo(200)) : UInt64(1 + script.upTo(12))
    return [
      "is": "receive",
      "notice": [
        "noticeID": .bytes(Fixed.bytes(script.upTo(200), NoticeID.self)),
        "audience": "https://docs.example", "collaborationID": .text(collaboration),
        "kind": isClearing ? .null : .text(kind),
        "root": !isClearing && kind == "mention" ? .bytes(Fixed.root(1)) : .null,
        "at": .number(script.one([now, now, now, now - 60_000, now + 3_600_000])),
        "counter": .decimal(counter),
      ],
      "from": .bytes(Fixed.account(UInt8(account))),
      "device": .bytes(Fixed.bytes(10 * account + script.upTo(2), DeviceID.self)),
      "authenticity": script.chance(60) ? "attested" : "claimed", "at": .number(now),
    ]
  }

  static func scripted() throws -> [Script] {
    func told(_ number: Int, _ kind: JSONValue, at: UInt64, counter: UInt64, device: Int = 10)
      -> JSONValue
    {
      [
        "is": "receive",
        "notice": [
          "noticeID": .bytes(Fixed.bytes(number, NoticeID.self)),
          "audience": "https://docs.example", "collaborationID": "doc-1", "kind": kind,
          "at": .number(at), "counter": .decimal(counter),
        ],
        "from": .bytes(Fixed.account(1)), "device": .bytes(Fixed.bytes(device, DeviceID.self)),
        "authenticity": "attested", "at": .number(at),
      ]
    }
    let t: UInt64 = 1_700_000_000_000
    func added(_ number: Int, to document: JSONValue, by actor: RootHash) -> JSONValue {
      let event = told(number, "addedCollaborator", at: t, counter: UInt64(number))
      let notice = event["notice"].with("collaborationID", document)
        .with("root", .bytes(Fixed.root(20))).with("attestation", ["root": .bytes(actor)])
      return event.with("notice", notice)
    }
    let start: JSONValue = [
      "names": [["account": .bytes(Fixed.account(1)), "name": "Charlie"]]
    ]
    return [
      Script(
        name: "a counter far behind is not believed", start: start,
        events: [told(1, "edit", at: t, counter: 100), told(2, "edit", at: t, counter: 1)]),
      Script(
        name: "nothing is told twice, whatever its counter", start: start,
        events: [told(1, "edit", at: t, counter: 1), told(1, "edit", at: t, counter: 2)]),
      Script(
        name: "of two that take back the later one counts", start: start,
        events: [
          told(1, .null, at: t + 60_000, counter: 1), told(2, .null, at: t, counter: 1, device: 20),
          told(3, "edit", at: t + 30_000, counter: 2, device: 20),
        ]),
      Script(
        name: "who joins one document may still have been added to another", start: start,
        events: [
          added(1, to: "doc-1", by: Fixed.root(10)), added(2, to: "doc-2", by: Fixed.root(10)),
          added(3, to: "doc-1", by: Fixed.root(20)),
        ]),
    ]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let kind = (try? step.event["notice"]["kind"].text()) ?? ""
    let receipt = (try? step.answer["receipt"]["is"].text()) ?? ""
    let actors = ledger.banners.last.map { min($0.actors.count, 3) } ?? 0
    let change = ledger.banners.count - before.ledger.banners.count
    let isAgain = ledger.banners.last?.actors.contains { $0.count > 1 } ?? false
    let claimed = ledger.banners.contains { !$0.isAttested }
    return [
      (try? step.event["is"].text()) ?? "", kind, receipt, "\(actors) actors",
      change == 0 ? "" : change > 0 ? "one more" : change == -1 ? "one less" : "several less",
      claimed ? "claimed" : "", isAgain && receipt == "merged" ? "again" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
