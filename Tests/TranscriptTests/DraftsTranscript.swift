import GroveIdentity
import GroveMessage

@testable import GroveSystem
@testable import MessengerDomain

/// Shares in compose fields.
struct DraftsTranscript: DeviceRule {
  static let name = "drafts"
  private(set) var rows: DeviceRows

  init(start: JSONValue) throws { rows = try DeviceRows(start: start) }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    let state = rows.state
    let id: RequestID = try event["draftID"].fixed()
    var changes: [SharingChange] = []
    var answer: [(String, JSONValue)] = []
    switch try event["is"].text() {
    case "staged": changes = try DraftRules.stage(Self.draft(event)).changes
    case "changed":
      let decision = try DraftRules.change(Self.draft(event), reader: state)
      (changes, answer) = (decision.changes, [("isDone", .bool(decision.answer))])
    case "discarded":
      let decision = try DraftRules.discard(id, reader: state)
      (changes, answer) = (decision.changes, [("isDone", .bool(decision.answer))])
    case "givenBack":
      guard let draft = try state.record(Draft.self, key: id.bytes) else { break }
      changes = try DraftRules.giveBack(draft, ShareFailure(event["failure"])).changes
    case "sent":
      guard let draft = try state.record(Draft.self, key: id.bytes) else { break }
      let decision = try ShareJob.begin(
        draft, in: event["conversationID"].fixed(), procedureID: event["procedureID"].fixed(),
        messageID: .zero, myAccount: rows.account, reader: state)
      changes = decision.changes
      answer = [
        ("isDone", .bool(decision.answer != nil)),
        ("participants", .list(decision.answer?.procedure.participants ?? []) { .bytes($0) }),
      ]
    default:
      guard var job = try state.records(ShareJob.self).first(where: { $0.draftID == id }) else {
        break
      }
      let directives = job.procedure.handle(try ShareEvent(event["event"]))
      let sharer = Sharer(account: rows.account, device: rows.device, now: DeviceRows.now)
      changes = try ShareRows.carryOut(directives, of: job, by: sharer, reader: state).changes
    }
    try rows.commit(changes.map(MessengerChange.sharing))
    answer.append(("drafts", .list(try DraftRules.all(rows.state), Self.json)))
    return TranscriptStep(event: event, changes: changes.map(\.json), answer: JSONValue(answer))
  }

  private static func draft(_ event: JSONValue) throws -> Draft {
    Draft(
      draftID: try event["draftID"].fixed(), origin: try Origin("https://docs.example"),
      header: ShareSheet.Header(title: "Recipes", image: [], appName: "Recipes"),
      metadata: event["isCopy"].flag
        ? nil : CollaborationMetadata(localIdentifier: "1", title: "Recipes"), file: nil,
      conversation: nil, recipients: [Fixed.account(2)], text: try event["text"].text(),
      createdAt: try event["at"].number(), failure: nil)
  }

  private static func json(_ status: DraftStatus) -> JSONValue {
    [
      "draftID": .bytes(status.draft.draftID), "text": .text(status.draft.text),
      "state": .text(status.state.rawValue), "failure": status.draft.failure?.json ?? .null,
    ]
  }
}

extension DraftsTranscript {
  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let start = DeviceRows.start(&script)
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let id = JSONValue.bytes(Fixed.bytes(1 + script.upTo(2), RequestID.self))
    let at = JSONValue.number(DeviceRows.now + UInt64(script.upTo(3)))
    switch script.upTo(12) {
    case 0, 1:
      return [
        "is": "staged", "draftID": id, "text": "look", "at": at,
        "isCopy": script.chance(15) ? true : .null,
      ]
    case 2: return ["is": "changed", "draftID": id, "text": "changed", "at": at]
    case 3: return ["is": "discarded", "draftID": id]
    case 4:
      return ["is": "givenBack", "draftID": id, "failure": ShareFailure.noRecipients.json]
    case 5, 6:
      return [
        "is": "sent", "draftID": id, "conversationID": .bytes(DeviceRows.conversations[0]),
        "procedureID": .bytes(Fixed.bytes(60 + rows.batches.count, RequestID.self)),
      ]
    default:
      return ["is": "procedure", "draftID": id, "event": try procedureEvent(id, &script)]
    }
  }

  private func procedureEvent(_ id: JSONValue, _ script: inout RandomScript) throws -> JSONValue {
    let job = try rows.state.records(ShareJob.self).first { try $0.draftID == id.fixed() }
    if script.chance(15) { return ["is": "cancelled"] }
    switch job?.procedure.phase {
    case .resolving:
      return [
        "is": "resolved",
        "resolutions": .list(job?.procedure.participants ?? []) {
          ShareResolution.found($0, StatementReference(seq: 1, hash: Fixed.bytes(1)), devices: 1)
            .json
        },
      ]
    case .starting:
      return script.chance(40)
        ? ["is": "startFailed", "failure": ShareFailure.startFailed("no").json]
        : ["is": "startLost", "failure": ShareFailure.startFailed("").json]
    case .compensating: return ["is": "compensated"]
    default: return ["is": "begin"]
    }
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let states = step.answer["drafts"].list.map {
      ((try? $0["state"].text()) ?? "") + ($0["failure"].isNull ? "" : " failed")
    }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.event["event"]["is"].text()) ?? "",
      step.answer["isDone"].isNull ? "" : step.answer["isDone"].flag ? "done" : "not done",
      "\(step.changes.count) changes", states.sorted().joined(separator: " and "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
