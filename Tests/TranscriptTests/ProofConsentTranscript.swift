import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// Whether a device signs an identity proof, and with what.
struct ProofConsentTranscript: TranscriptRule {
  static let name = "proof-consent"
  private var rows = MemorySharingRows()
  private let audience: Origin

  init(start: JSONValue) throws {
    audience = try Origin(start["audience"].text())
    for invitation in start["invitations"].list {
      try put(
        ReceivedInvitation(
          collaboration: CollaborationKey(
            audience: Origin(invitation["audience"].text()),
            collaborationID: CollaborationID(invitation["collaborationID"].text())),
          order: try invitation["order"].number(), messageID: .zero,
          link: "https://docs.example/d/1",
          title: try invitation["title"].text(), optionsSummary: "", inviter: Fixed.account(1),
          conversationID: try invitation["conversationID"].fixed(), receivedAt: 0,
          root: try invitation["root"].fixed(),
          statement: StatementReference(seq: 0, hash: .zero),
          leaf: invitation["canProve"].flag ? try Self.leaf() : nil,
          isRevoked: invitation["isRevoked"].flag))
    }
  }

  private static func leaf() throws -> ReceivedInvitation.Leaf {
    ReceivedInvitation.Leaf(
      sealedKey: Base64URLBytes([1]),
      publicKey: try DiversificationBaseKey(scalar: [UInt8](repeating: 1, count: 32)).publicKey,
      index: 0, hashes: [])
  }

  private mutating func put(_ record: some SharingRecord) throws { rows.apply(try .put(record)) }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    var changes: [SharingChange] = []
    var answer = JSONValue.null
    switch try event["is"].text() {
    case "asked":
      let decided = try ProofRules.decide(
        CollaborationID(event["collaborationID"].text()), data: event["data"].bytes(),
        requester: Origin(event["requester"].text()),
        refused: Set(event["refused"].list.map { try $0.fixed(RootHash.self) }), reader: rows)
      answer = Self.json(decided)
      if case .sign(let invitation, _, .transcript(let request), let entering) = decided {
        changes = try ProofRules.signed(
          for: entering?.account ?? request.account, in: invitation.collaboration, reader: rows)
      }
    case "confirmed":
      changes = [
        try .put(
          ProofRules.ConfirmedAccount(
            audience: audience, account: AccountLabel(event["account"].text()),
            confirmedAt: event["at"].number()))
      ]
    default:
      let record = ProofRules.RawProofsAllowed(audience: audience)
      changes = [event["allowed"].flag ? try .put(record) : .delete(record)]
    }
    for change in changes { rows.apply(change) }
    return TranscriptStep(event: event, changes: changes.map(\.json), answer: answer)
  }

  private static func json(_ answer: ProofRules.Answer) -> JSONValue {
    switch answer {
    case .sign(let invitation, _, .transcript(let request), let entering):
      [
        "is": "sign", "root": .bytes(invitation.root), "account": .text(request.account.text),
        "challenge": .bytes(request.challenge),
        "born": (entering?.births).flatMap { births in
          births.isEmpty
            ? nil
            : .list(births) {
              [
                "collaborationID": .text($0.invitation.collaboration.collaborationID.text),
                "root": .bytes($0.invitation.root),
              ]
            }
        } ?? .null,
      ]
    case .sign(let invitation, _, .raw(let data), _):
      ["is": "sign", "root": .bytes(invitation.root), "raw": .bytes(data)]
    case .confirm(let question):
      [
        "is": "confirm", "account": .text(question.account.text),
        "previous": question.previous.map { .text($0.text) } ?? .null,
        "title": .text(question.title),
      ]
    case .refuse(let refusal): ["is": "refuse", "code": .text(refusal.rawValue)]
    }
  }
}

extension SharingChange {
  /// What is written, by kind and key; `answer` tells the values that matter.
  var json: JSONValue {
    switch self {
    case .put(let kind, let key, _): ["put": .text(kind), "key": .bytes(key)]
    case .delete(let kind, let key): ["delete": .text(kind), "key": .bytes(key)]
    }
  }
}

extension ProofConsentTranscript {
  private static let docs = "https://docs.example"
  /// What is signed in an account's place at an entry.
  private static let candidate = "new:AAAAAAAAAAAAAAAAAAAAAA"

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let count = script.upTo(4)
    let invitations = (0..<count).map { number -> JSONValue in
      [
        "audience": .text(script.chance(85) ? docs : "https://other.example"),
        "collaborationID": .text(script.chance(85) ? "doc-1" : "doc-2"),
        "order": .number(number + 1), "root": .bytes(Fixed.root(number + 1)),
        "conversationID": .bytes(Fixed.bytes(script.upTo(2), ConversationID.self)),
        "title": .text("Recipes \(number + 1)"), "canProve": .bool(script.chance(70)),
        "isRevoked": .bool(script.chance(20)),
      ]
    }
    let start: JSONValue = ["audience": .text(docs), "invitations": .list(invitations)]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let entered = try (1...4).map {
      try AccountLabel.entered(
        by: Fixed.root(($0 + 1) / 2), in: CollaborationID("doc-\(2 - $0 % 2)"),
        of: Origin(Self.docs)
      ).text
    }
    switch script.upTo(10) {
    case 0: return ["is": "rawProofs", "allowed": .bool(script.chance(70))]
    case 1, 2:
      return ["is": "confirmed", "account": .text(script.one(["bob", "work"] + entered)), "at": 5]
    default:
      let data: [UInt8]
      switch script.upTo(8) {
      case 0: data = [9, 9, 9]
      case 1: data = Array("collab/1 proof".utf8)
      case 2: data = script.chance(30) ? [UInt8](repeating: 9, count: 1025) : []
      default:
        data = try ProofRequestData(
          account: AccountLabel(
            script.one(["bob", "work", Self.candidate, Self.candidate] + entered)),
          challenge: [1, 2, 3]
        ).encoded
      }
      return [
        "is": "asked", "collaborationID": .text(script.chance(92) ? "doc-1" : "doc-3"),
        "data": .bytes(data),
        "requester": .text(script.chance(92) ? Self.docs : "https://evil.example"),
        "refused": .list(script.chance(60) ? [] : script.some([1, 2, 3])) {
          .bytes(Fixed.root($0))
        },
      ]
    }
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let answer = step.answer
    return [
      (try? step.event["is"].text()) ?? "", (try? answer["is"].text()) ?? "",
      (try? answer["code"].text()) ?? "", answer["raw"].isNull ? "" : "raw",
      answer["previous"].isNull ? "" : "another before",
      answer["born"].isNull ? "" : "\(answer["born"].list.count) shown",
      step.event["refused"].list.isEmpty ? "" : "\(step.event["refused"].list.count) refused",
      step.event["allowed"].flag ? "allowed" : "",
      ["none", "one", "several"][min(2, (try? rows.records(ReceivedInvitation.self).count) ?? 0)],
      ((try? step.event["requester"].text()) ?? "").contains("evil") ? "another's" : "",
      ((try? step.event["data"].bytes().count) ?? 0) > 1024 ? "too long" : "",
      (try? ProofRequestData(step.event["data"].bytes()).account.isEntryCandidate) == true
        ? "entry" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
