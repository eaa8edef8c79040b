import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// How something comes to be shared.
struct ShareProcedureTranscript: TranscriptRule {
  static let name = "share-procedure"
  private var procedure: ShareProcedure
  /// What was asked last, so that answers meet questions.
  private var asked: [ShareDirective] = []
  private var made = 0

  init(start: JSONValue) throws {
    let purpose: ShareProcedure.Purpose
    switch try start["purpose"]["kind"].text() {
    case "share": purpose = .share
    case "membership": purpose = .membership
    default:
      purpose = .replacement(
        Dictionary(
          uniqueKeysWithValues: try start["purpose"]["old"].list.map {
            (try $0["account"].fixed(AccountID.self), try $0["root"].fixed(RootHash.self))
          }))
    }
    procedure = ShareProcedure(
      procedureID: try start["procedureID"].fixed(), purpose: purpose,
      origin: try Origin(start["origin"].text()),
      participants: try start["participants"].list.map { try $0.fixed() },
      removed: try start["removed"].list.map { try $0.fixed() },
      beside: try start["beside"].list.map { try $0.fixed() },
      removesOnlyThese: start["only"].flag,
      started: try start["started"].map(ShareProcedure.Started.init))
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let directives = procedure.handle(try ShareEvent(event))
    asked = directives.isEmpty ? asked : directives
    var owed: [ShareCompensation] = []
    if case .compensating(_, let left) = procedure.phase { owed = left }
    var sentence: String?
    for case .giveBack(let failure) in directives { sentence = failure.sentence }
    return TranscriptStep(
      event: event, directives: directives.map(\.json),
      answer: [
        "phase": .text(procedure.phase.word), "failure": procedure.failure?.json ?? .null,
        "owed": .list(owed, \.json), "canBeCancelled": .bool(procedure.canBeCancelled),
        "isFinished": .bool(procedure.isFinished),
      ],
      sentence: sentence)
  }
}

// MARK: Made up

extension ShareProcedureTranscript {
  static let accounts = (1...4).map { Fixed.account(UInt8($0)) }
  static let origin = "https://docs.example"

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let kind = script.one(["share", "share", "membership", "replacement"])
    var participants = script.chance(4) ? [] : Array(accounts.prefix(1 + script.upTo(4)))
    if script.chance(1) { participants = (0..<257).map { Fixed.bytes($0) } }
    let old = script.some(participants)
    var purpose: [(String, JSONValue)] = [("kind", .text(kind))]
    if kind == "replacement" {
      purpose.append(
        (
          "old",
          .list(old) {
            ["account": .bytes($0), "root": .bytes(Fixed.root(900 + Int($0.bytes[0])))]
          }
        ))
    }
    let removed =
      kind == "membership" && script.chance(60)
      ? (0...script.upTo(2)).map { Fixed.root(800 + $0) } : []
    let beside = !removed.isEmpty && script.chance(40) ? [Fixed.root(850)] : []
    let start: JSONValue = [
      "procedureID": .bytes(Fixed.bytes(7, RequestID.self)), "purpose": JSONValue(purpose),
      "origin": .text(origin), "participants": .list(participants) { .bytes($0) },
      "removed": .list(removed) { .bytes($0) }, "beside": .list(beside) { .bytes($0) },
      "only": !removed.isEmpty && script.chance(30) ? true : .null,
      "started": kind == "share"
        ? .null
        : ["link": .text(origin + "/d/1"), "collaborationID": "doc-1", "epoch": "41"],
    ]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    if script.chance(12) {
      return ["is": .text(script.one(["cancelled", "restarted", "restarted", "retry"]))]
    }
    if script.chance(10) { return try anyEvent(&script) }
    switch procedure.phase {
    case .staged: return ["is": "begin"]
    case .resolving: return resolved(&script)
    case .starting, .startOverdue: return start(&script)
    case .issuing: return issued(asked[0], &script)
    case .updating, .updateOverdue: return updated(&script)
    case .uploading: return uploaded(&script)
    case .compensating: return ["is": script.chance(70) ? "compensated" : "compensationFailed"]
    case .sent, .ended: return try anyEvent(&script)
    }
  }

  private func resolved(_ script: inout RandomScript) -> JSONValue {
    if script.chance(8) {
      let failure: ShareFailure = script.chance(70) ? .relayUnreachable : .interrupted
      return ["is": "resolveFailed", "failure": failure.json]
    }
    var people = procedure.participants
    if script.chance(4), !people.isEmpty { people.removeLast() }
    return [
      "is": "resolved",
      "resolutions": .list(people) { account -> JSONValue in
        let draw = script.upTo(100)
        if draw < 2 { return ShareResolution.unknown(account).json }
        if draw < 4 { return ShareResolution.untrusted(account).json }
        let seq = UInt64(script.chance(25) ? 2 : 1)
        return ShareResolution.found(
          account, StatementReference(seq: seq, hash: Fixed.bytes(Int(seq))),
          devices: draw < 6 ? 0 : 1 + script.upTo(3)
        ).json
      },
    ]
  }

  private func start(_ script: inout RandomScript) -> JSONValue {
    switch script.upTo(10) {
    case 0: return ["is": "startTimedOut"]
    case 1: return ["is": "startFailed", "failure": ShareFailure.startFailed("no such page").json]
    case 2: return ["is": "startFailed", "failure": ShareFailure.appUnavailable.json]
    case 3: return ["is": "startLost", "failure": ShareFailure.startFailed("").json]
    default:
      let link =
        script.chance(85)
        ? Self.origin + "/d/1" : script.one(["https://other.example/d/1", "no link"])
      return [
        "is": "started",
        "started": [
          "link": .text(link), "collaborationID": "doc-1",
          "epoch": .decimal(script.one([0, 41, .max])),
        ],
      ]
    }
  }

  private func issued(_ last: ShareDirective, _ script: inout RandomScript) -> JSONValue {
    guard case .issue(let accounts) = last, script.chance(90) else {
      return [
        "is": "issueFailed",
        "failure": ShareFailure.recipientWithoutDevices(Self.accounts[0]).json,
      ]
    }
    let round = script.upTo(300)
    return [
      "is": "issued",
      "roots": .list(accounts) {
        ShareProcedure.IssuedRoot(
          account: $0, root: Fixed.root(Int($0.bytes[0]) + 10 * round),
          statement: StatementReference(seq: 1, hash: Fixed.bytes(1))
        ).json
      },
    ]
  }

  private func updated(_ script: inout RandomScript) -> JSONValue {
    switch script.upTo(10) {
    case 0: return ["is": "updateTimedOut"]
    case 1: return ["is": "updateFailed", "failure": ShareFailure.updateFailed("full").json]
    case 2:
      return [
        "is": "updateFailed", "failure": ShareFailure.updateFailed("").json, "isUnchanged": true,
      ]
    case 3: return ["is": "updateFailed", "failure": ShareFailure.appUnavailable.json]
    case 4: return ["is": "updated"]
    default: return ["is": "updated", "epoch": .decimal(UInt64(42 + script.upTo(3)))]
    }
  }

  private func uploaded(_ script: inout RandomScript) -> JSONValue {
    switch script.upTo(6) {
    case 0, 1: ["is": "devicesChanged"]
    case 2:
      [
        "is": "uploadRefused",
        "failure": script.one([
          ShareFailure.notAMember, .invitationTooLarge, .interrupted,
          .uploadRefused("mailbox_full"),
        ]).json,
      ]
    default: ["is": "uploaded"]
    }
  }

  /// One that may not belong to the phase at all.
  private func anyEvent(_ script: inout RandomScript) throws -> JSONValue {
    switch script.upTo(7) {
    case 0: resolved(&script)
    case 1: start(&script)
    case 2: issued(.issue(procedure.participants), &script)
    case 3: updated(&script)
    case 4: uploaded(&script)
    case 5: ["is": script.chance(50) ? "compensated" : "compensationFailed"]
    default: ["is": "begin"]
    }
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let (was, now) = (before.procedure.phase.word, procedure.phase.word)
    let event = (try? step.event["is"].text()) ?? ""
    if was == now, step.directives.isEmpty { return "\(was), \(event): nothing" }
    var parts = [purpose, was, event, now]
    if let link = try? step.event["started"]["link"].text(), !link.hasPrefix(Self.origin) {
      parts.append(link)
    }
    if before.procedure.round > 0, was == "updating" || was == "resolving" { parts.append("again") }
    parts += step.directives.map { directive in
      var word = (try? directive["to"].text()) ?? ""
      for list in ["added", "removed", "replaced"] where !directive[list].isNull {
        word += " " + list
      }
      if directive["only"].flag { word += " only" }
      if let undo = try? directive["compensation"]["undo"].text() { word += " " + undo }
      if let code = try? directive["failure"]["code"].text() { word += " " + code }
      return word
    }
    return parts.joined(separator: ", ")
  }

  private var purpose: String {
    switch procedure.purpose {
    case .share: "share"
    case .membership: "membership"
    case .replacement: "replacement"
    }
  }
}
