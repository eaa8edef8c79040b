import CollaborationDomain
import GroveIdentity
import GroveMessage
import MessengerDomain
import RelayDomain

extension CollaborationRequest {
  var collaborationID: CollaborationID? {
    switch self {
    case .prepare, .append: nil
    case .identities(let id, _, _), .end(let id, _), .openLink(let id), .challenge(let id, _),
      .grant(let id, _), .knock(let id, _), .listKnocks(let id), .answerKnock(let id, _, _, _),
      .leave(let id), .putAddress(let id, _), .takeBackAddress(let id),
      .entryChallenge(let id, _, _), .enter(let id, _, _, _):
      id
    case .inside(_, let request): request.collaborationID
    }
  }
}

extension World {
  /// What the server has answered goes into the ledger, which judges it.
  func observe(
    _ request: CollaborationRequest, _ done: CollaborationProcess.Done, _ caller: AccountLabel,
    _ person: Cast.Person
  ) throws(Violation) {
    if case .refused(let refusal) = done.answer {
      note(UInt64(refusal.rawValue.utf8.count))
      return
    }
    switch (request, done.answer) {
    case (.prepare(let document, _, _), .prepared(let prepared)):
      access.prepared(prepared, by: caller)
      guard prepared.created, let number = documents.firstIndex(of: document),
        !links.contains(where: { $0.id == prepared.collaborationID })
      else { return }
      links.append((prepared.collaborationID, number))
    case (.identities(let id, let update, _), _):
      try access.updated(update, in: id, done, at: steps)
      try hold(
        7, abandoned.roots.isDisjoint(with: update.add), "a failed share's identity came afterwards"
      )
      for pair in update.replace { try checkReplaced(pair.new, in: id) }
    case (.end(let id, _), _): try access.ended(id, done)
    case (.leave(let id), _): access.left(id, caller, done.changes)
    case (.grant(let id, let proof), _):
      counts.grants += 1
      try access.granted(proof, to: id, by: caller, changes: done.changes)
    case (.append(let document, let update, _), .appended(let number)):
      try access.appended(update, to: document, as: number)
    case (.answerKnock(let id, let knock, accept: true, let root), _):
      guard let account = knocks[knock] else { return }
      access.admitted(account, as: root, to: id, at: steps)
    case (.knock(_, let knock), _): knocks[knock] = caller
    case (.putAddress(let id, let address), _): try told.handed(address, in: id)
    case (.enter(let id, let proof, _, _), .entered(let entered, _)):
      counts.entries += 1
      try entries.entered(
        entered, by: proof.root, of: id, person: person.id, owner: derived[proof.root])
      try access.granted(
        proof, to: id, by: entered.account.account, changes: done.changes, isEntry: true)
    default: return
    }
  }

  /// Who has access is who must have it, and the rows say the same in both ways that they can be asked.
  func checkAccess(to id: CollaborationID) async throws {
    // Who was let in by a proof is looked at as if by a backend: a session of theirs may have ended.
    let born = entries.accounts(of: id)
    let callers =
      cast.persons.map(CollaborationProcess.caller)
      + born.map { Caller(account: $0, authority: .backend(session: .zero, displayName: nil)) }
    let calls = callers.map { Call($0, at: server.now) }
    let owner = links.first { $0.id == id }?.document
    let (open, joined, addresses) = try await server.read { reader in
      let open = try calls.map { call -> Bool in
        if case .success = try SharingRules.look(at: id, for: call, reading: reader) { return true }
        return false
      }
      let rows = try reader.participants(in: id, after: nil, limit: 1000, onlyBound: true)
      return (
        open, Set(rows.compactMap { $0.binding?.account }),
        try reader.noticeAddresses(in: id, after: nil, limit: 1000, isLast: false)
      )
    }
    let must = access.accounts(in: id)
    for address in addresses {
      try hold(
        5, access.account(of: address.root, in: id) == address.account,
        "a notice address outlives the identity that it was handed over for")
    }
    for (place, label) in born.enumerated() {
      try hold(
        1, open[cast.persons.count + place] == must.contains(label),
        "the access of an account that a proof has made is something else than its identity's")
    }
    for (number, person) in cast.persons.enumerated() where number != owner {
      try hold(
        5, !open[number] || must.contains(person.label),
        "\(person.name) has access that was never granted or was taken away")
      try hold(
        1, open[number] || !must.contains(person.label),
        "\(person.name) was granted access and does not have it")
      try hold(
        1, open[number] == joined.contains(person.label),
        "\(person.name)'s access is something else than an active identity with a binding")
    }
  }

  func observe(_ request: RelayRequest, _ answer: RelayAnswer, _ device: Int) throws(Violation) {
    let address = devices[device].address
    switch (request, answer) {
    case (.upload(let envelopes, _), .uploaded(let refused)):
      let shares = Set(devices[device].durable.job?.messages ?? [])
      messages.uploaded(envelopes, except: refused, isInvitation: shares.contains)
      try hold(
        7, abandoned.messages.isDisjoint(with: StandInSeal.messages(envelopes)),
        "a failed share's invitation came afterwards")
    case (.mailbox, .page(let entries)):
      try messages.given(entries, to: address)
      for case .notice(let pushed) in entries.map(\.payload) {
        try told.given(pushed, to: address)
      }
    case (.makeAddress, .madeAddress(let id, let token)):
      told.made(id, for: address.account)
      endpoints[token] = id
    case (.endAddress(let id), .endedAddress): told.ended(id)
    case (.acknowledge, .acknowledged(let position)):
      try messages.acknowledged(upTo: position, by: address, devices[device].durable.seen)
    default: return
    }
  }

  /// A share has ended without being sent: nothing of it is left anywhere.
  func checkNothingIsLeft(of job: Device.Job) throws(Violation) {
    abandoned.roots.formUnion(job.offered)
    abandoned.messages.formUnion(job.messages)
    if let id = job.procedure.started?.collaborationID {
      for root in job.offered {
        try hold(7, !access.isActive(root, in: id), "a failed share left an identity behind")
      }
    }
    for message in job.messages {
      try hold(7, !messages.invitations.contains(message), "a failed share has invited somebody")
    }
  }

  /// A device would use this root: it follows from its own list.
  func checkRoot(_ kept: Device.Kept, on device: Int) throws(Violation) {
    try hold(
      8, derived[kept.root] == devices[device].address.account,
      "a root that does not follow from the recipient's devices is used")
  }

  func checkNotices(in id: CollaborationID, on device: Int) throws(Violation) {
    guard let ledger = devices[device].durable.notices[id] else { return }
    let banners = ledger.visible(audience: cast.audience, collaborationID: id)
    let quiet = banners.filter { $0.kind != .mention }.map(\.kind)
    try hold(10, Set(quiet).count == quiet.count, "two banners of one kind are visible")
    let mine = devices[device].roots(in: id)
    for banner in banners where banner.kind == .mention {
      try hold(
        10, mentioned[banner.id].map(mine.contains) ?? false, "a mention is shown to another person"
      )
    }
  }

  /// Every fault ends, and every device fetches what is waiting for it.
  func finish() async throws {
    packets = []
    stuck = []
    for device in devices.indices where isListed(device) {
      devices[device].crash()
      var isEmpty = false
      while !isEmpty {
        let position = devices[device].durable.position
        let answer = try await relay.step(
          .mailbox(after: position), by: devices[device].address, in: conversation)
        guard case .page(let entries) = answer, !entries.isEmpty else {
          isEmpty = true
          continue
        }
        try observe(.mailbox(after: position), answer, device)
        try take(entries, on: device)
      }
      try messages.complete(devices[device].address, devices[device].durable.seen)
      try told.complete(devices[device].address, at: relay.now)
    }
    for document in documents {
      let log = try await server.read {
        try $0.events(of: document, after: 0, limit: .max, bytes: .max)
      }
      try access.check(log)
    }
  }
}
