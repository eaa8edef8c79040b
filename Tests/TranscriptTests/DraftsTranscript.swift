import GroveIdentity
import GroveMessage
import GroveWire

@testable import GroveSystem
@testable import MessengerDomain

/// Shares in compose fields, and what their steps write.
struct DraftsTranscript: DeviceRule {
  static let name = "drafts"
  static let place = CollaborationKey(
    audience: Fixed.origin("https://docs.example"), collaborationID: Fixed.collaboration("doc-1"))
  private(set) var rows: DeviceRows

  init(start: JSONValue) throws { rows = try DeviceRows(start: start) }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    if try event["is"].text() == "told" { return try told(event) }
    let state = rows.state
    let (decision, answer) = try decide(event, state)
    let rules = OutboxRules(
      myAccountID: rows.account, myDeviceID: rows.device, now: DeviceRows.now)
    var made = rows.batches.count * 100
    let changes = try rules.storing(
      decision,
      operationID: {
        made += 1
        return Fixed.bytes(made)
      }, in: state
    ).changes
    try rows.commit(changes)
    return try step(event, changes, answer)
  }

  /// The relay says who is in a conversation now.
  private mutating func told(_ event: JSONValue) throws -> TranscriptStep {
    let rules = RosterRules(myAccountID: rows.account, now: DeviceRows.now, hooks: .none)
    let conversation = Conversation(
      conversationID: try event["conversationID"].fixed(), name: nil,
      members: try event["members"].list.map { try $0.fixed() },
      version: DecimalUInt64(try event["version"].decimal()))
    let changes = try rules.told(conversation, in: rows.state)
    try rows.commit(changes)
    return try step(event, changes, [])
  }

  private func step(
    _ event: JSONValue, _ changes: [MessengerChange], _ answer: [(String, JSONValue)]
  ) throws -> TranscriptStep {
    let drafts = JSONValue.list(try DraftRules.all(rows.state), Self.json)
    return TranscriptStep(
      // Not every device gives its operations identifiers.
      event: event, changes: changes.map { $0.json.with("operationID", .null) },
      answer: JSONValue(answer + [("drafts", drafts), ("shared", try shared())]))
  }

  private func decide(_ event: JSONValue, _ state: MemoryMessengerState) throws -> (
    SharingDecision<Void>, [(String, JSONValue)]
  ) {
    func done(_ decision: SharingDecision<Bool>) -> (SharingDecision<Void>, [(String, JSONValue)]) {
      (decision.answering(()), [("isDone", .bool(decision.answer))])
    }
    func begun(_ decision: SharingDecision<ShareJob?>) -> (
      SharingDecision<Void>, [(String, JSONValue)]
    ) {
      let people = decision.answer?.procedure.participants ?? []
      return (
        decision.answering(()),
        [
          ("isDone", .bool(decision.answer != nil)),
          ("people", .list(people) { .bytes($0) }),
        ]
      )
    }
    switch try event["is"].text() {
    case "staged": return (try DraftRules.stage(Self.draft(event)), [])
    case "changed": return done(try DraftRules.change(Self.draft(event), reader: state))
    case "discarded":
      return done(try DraftRules.discard(event["draftID"].fixed(), reader: state))
    case "givenBack":
      guard let draft = try draft(event) else { break }
      return done(
        try DraftRules.giveBack(draft, ShareFailure(event["failure"]), reader: state))
    case "sent":
      guard let draft = try draft(event) else { break }
      return begun(
        try ShareJob.begin(
          draft, in: event["conversationID"].fixed(), procedureID: event["procedureID"].fixed(),
          messageID: event["procedureID"].fixed(), myAccount: rows.account, reader: state))
    case "renewed":
      let old = try event["old"].list.map {
        IdentityMapEntry(account: try $0["account"].fixed(), root: try $0["root"].fixed())
      }
      return begun(
        try ShareJob.renew(
          old, of: Self.place,
          in: event["conversationID"].fixed(), procedureID: event["procedureID"].fixed(),
          messageID: event["procedureID"].fixed(), reader: state))
    case "agreed":
      let document = MembershipOffer.Document(
        collaboration: Self.place, title: "Recipes",
        gains: try event["gains"].list.map { try $0.fixed() },
        loses: try event["loses"].list.map { try $0.fixed() })
      let offer = MembershipOffer(
        conversationID: try event["conversationID"].fixed(), version: 0, documents: [document])
      return begun(
        try ShareJob.begin(
          document, of: offer, procedureID: event["procedureID"].fixed(),
          messageID: event["procedureID"].fixed(), myAccount: rows.account, reader: state))
    default:
      guard let procedureID: RequestID = try? event["procedureID"].fixed(),
        let job = try state.record(ShareJob.self, key: procedureID.bytes)
      else { break }
      return try carryOut(event, job, state)
    }
    return (SharingDecision(()), [])
  }

  private func carryOut(_ event: JSONValue, _ stored: ShareJob, _ state: MemoryMessengerState)
    throws -> (SharingDecision<Void>, [(String, JSONValue)])
  {
    var job = stored
    let directives = job.procedure.handle(try ShareEvent(event["event"]))
    if let root = try event["own"].map({ try $0.fixed(RootHash.self) }) {
      job.own = ReceivedInvitation(
        collaboration: Self.place, order: 0, messageID: job.messageID, link: "", title: job.title,
        optionsSummary: "", inviter: rows.account, conversationID: job.conversationID,
        receivedAt: DeviceRows.now, root: root,
        statement: StatementReference(seq: 1, hash: .zero))
    }
    let sharer = Sharer(account: rows.account, device: rows.device, now: DeviceRows.now)
    let decision = try ShareRows.carryOut(directives, of: job, by: sharer, reader: state)
    let outcome: JSONValue =
      switch ShareOutcome(job.procedure) {
      case .sent: "sent"
      case .waiting: "waiting"
      case .failed: "failed"
      }
    return (decision.answering(()), [("outcome", outcome)])
  }

  private func draft(_ event: JSONValue) throws -> Draft? {
    try rows.state.record(Draft.self, key: event["draftID"].fixed(RequestID.self).bytes)
  }

  private static func draft(_ event: JSONValue) throws -> Draft {
    Draft(
      draftID: try event["draftID"].fixed(), origin: place.audience,
      header: ShareSheet.Header(title: "Recipes", image: [], appName: "Recipes"),
      metadata: event["isCopy"].flag
        ? nil : CollaborationMetadata(localIdentifier: "1", title: "Recipes"), file: nil,
      conversation: nil, recipients: [Fixed.account(2)],
      text: try event["text"].map { try $0.text() } ?? "",
      createdAt: try event["at"].number(), failure: nil)
  }

  private static func json(_ status: DraftStatus) -> JSONValue {
    [
      "draftID": .bytes(status.draft.draftID), "text": .text(status.draft.text),
      "state": .text(status.state.rawValue), "failure": status.draft.failure?.json ?? .null,
    ]
  }

  /// What is shared in each conversation, and with whom.
  private func shared() throws -> JSONValue {
    .list(try rows.state.records(SharedCollaboration.self)) { shared in
      [
        "conversationID": .bytes(shared.conversationID), "epoch": .decimal(shared.epoch.value),
        "participants": .list(shared.participants) {
          [
            "account": .bytes($0.account), "root": .bytes($0.root),
            "isSuspect": $0.isSuspect == true ? true : .null,
          ]
        },
      ]
    }
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
    let conversation = JSONValue.bytes(
      DeviceRows.conversations[script.chance(85) ? 0 : 1 + script.upTo(2)])
    let procedure = JSONValue.bytes(Fixed.bytes(60 + rows.batches.count, RequestID.self))
    if let job = try rows.state.records(ShareJob.self).first, script.chance(70) {
      return try procedureEvent(job, &script)
    }
    switch script.upTo(14) {
    case 12:
      let people = script.some([Fixed.account(1), Fixed.account(2), Fixed.account(3)])
      return [
        "is": "told", "conversationID": conversation, "version": "2",
        "members": .list(people.isEmpty ? [Fixed.account(1)] : people) { .bytes($0) },
      ]
    case 13:
      return [
        "is": "agreed", "conversationID": conversation, "procedureID": procedure,
        "gains": .list(script.some([Fixed.account(2), Fixed.account(3)])) { .bytes($0) },
        "loses": .list([.bytes(Fixed.account(2)), .bytes(Fixed.account(3))]),
      ]
    case 0, 1, 2:
      return [
        "is": "staged", "draftID": id, "text": script.chance(80) ? "look" : .null, "at": at,
        "isCopy": script.chance(15) ? true : .null,
      ]
    case 3: return ["is": "changed", "draftID": id, "text": "changed", "at": at]
    case 4: return ["is": "discarded", "draftID": id]
    case 5: return ["is": "givenBack", "draftID": id, "failure": ShareFailure.noRecipients.json]
    case 6, 7:
      let shared = try rows.state.records(SharedCollaboration.self).first
      let place = shared.map { JSONValue.bytes($0.conversationID) }
      return [
        "is": "renewed", "conversationID": place ?? conversation, "procedureID": procedure,
        "old": .list((shared?.identityMap ?? []).filter { _ in script.chance(70) }) {
          ["account": .bytes($0.account), "root": .bytes($0.root)]
        },
      ]
    case 8: return ["is": "procedure", "procedureID": id, "event": ["is": "begin"]]
    default:
      return [
        "is": "sent", "draftID": id, "conversationID": conversation, "procedureID": procedure,
      ]
    }
  }

  private func procedureEvent(_ job: ShareJob, _ script: inout RandomScript) throws -> JSONValue {
    let event: JSONValue = ["is": "procedure", "procedureID": .bytes(job.procedure.procedureID)]
    if script.chance(4) { return event.with("event", ["is": "cancelled"]) }
    let next = self.next(job.procedure, &script)
    let mine = next["roots"].list.first { (try? $0["account"].fixed()) == rows.account }
    return event.with("event", next).with("own", mine?["root"] ?? .null)
  }

  private func next(_ procedure: ShareProcedure, _ script: inout RandomScript) -> JSONValue {
    let failure = ShareFailure.updateFailed("no").json
    switch procedure.phase {
    case .resolving:
      return [
        "is": "resolved",
        "resolutions": .list(procedure.participants) {
          ShareResolution.found($0, StatementReference(seq: 1, hash: Fixed.bytes(1)), devices: 1)
            .json
        },
      ]
    case .starting:
      switch script.upTo(10) {
      case 0: return ["is": "startFailed", "failure": ShareFailure.startFailed("no").json]
      case 1: return ["is": "startLost", "failure": ShareFailure.startFailed("").json]
      default:
        let started = ShareProcedure.Started(
          link: "https://docs.example/d/1", collaborationID: Self.place.collaborationID, epoch: 1)
        return ["is": "started", "started": started.json]
      }
    case .issuing:
      return [
        "is": "issued",
        "roots": .list(procedure.participants) {
          ShareProcedure.IssuedRoot(
            account: $0, root: Fixed.root(rows.batches.count * 10 + Int($0.bytes[0])),
            statement: StatementReference(seq: 1, hash: Fixed.bytes(1))
          ).json
        },
      ]
    case .updating, .updateOverdue:
      return script.chance(80)
        ? ["is": "updated", "epoch": .decimal(UInt64(rows.batches.count))]
        : script.chance(70)
          ? ["is": "updateFailed", "failure": failure] : ["is": "updateTimedOut"]
    case .uploading:
      return script.chance(85)
        ? ["is": "uploaded"]
        : ["is": "uploadRefused", "failure": ShareFailure.notAMember.json]
    case .startOverdue: return ["is": "startLost", "failure": failure]
    case .compensating: return ["is": "compensated"]
    case .staged, .sent, .ended: return ["is": "begin"]
    }
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let states = step.answer["drafts"].list.map {
      ((try? $0["state"].text()) ?? "") + ($0["failure"].isNull ? "" : " failed")
    }
    let words = step.changes.map { change in
      [change["put"], change["delete"], change["change"]].compactMap { try? $0.text() }
        .joined()
    }
    let suspects = step.answer["shared"].list.flatMap { $0["participants"].list }
      .contains { $0["isSuspect"].flag }
    return [
      (try? step.event["is"].text()) ?? "", (try? step.event["event"]["is"].text()) ?? "",
      step.answer["isDone"].isNull ? "" : step.answer["isDone"].flag ? "done" : "not done",
      (try? step.answer["outcome"].text()) ?? "",
      words.joined(separator: " "), suspects ? "suspects" : "",
      Set(states).sorted().joined(separator: " and "),
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
