import CollaborationDomain
import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain
import RelayDomain

/// What the messenger's runner does around the share procedure, one call at a time.
extension World {
  func beginShare(_ device: Int) async throws {
    let holder = devices[device]
    guard holder.person < Cast.owners, holder.durable.job == nil else { return }
    let procedure = ShareProcedure(
      procedureID: chance.fresh(), purpose: .share, origin: cast.audience,
      participants: Set(holder.durable.members).union([holder.address.account]).sorted())
    // Nothing of an earlier life is to be taken up again.
    devices[device].volatile.hasStarted = true
    devices[device].durable.job = Device.Job(
      procedure: procedure, document: documents[holder.person])
    try tell(.begin, on: device)
  }

  /// A share goes on after a crash, is tried again, is waited for no longer, or is cancelled.
  func nudgeShare(_ device: Int) async throws {
    guard let job = devices[device].durable.job else { return }
    let wasRestarted = !devices[device].volatile.hasStarted
    devices[device].volatile.hasStarted = true
    if wasRestarted {
      return try tell(job.procedure.phase == .staged ? .begin : .restarted, on: device)
    }
    guard !devices[device].waits(for: .share) else {
      return chance.once(in: 2) ? try loseTrust(in: job, on: device) : ()
    }
    switch job.procedure.phase {
    case .staged: try tell(.begin, on: device)
    case .compensating: try tell(.retry, on: device)
    default: try tell(.restarted, on: device)
    }
  }

  private func loseTrust(in job: Device.Job, on device: Int) throws {
    let isOver = chance.once(in: 2)
    switch job.procedure.phase {
    case .starting: try tell(isOver ? .startTimedOut : .cancelled, on: device)
    case .updating: try tell(isOver ? .updateTimedOut : .cancelled, on: device)
    case .resolving:
      hangUp(device, .share)
      try tell(.resolveFailed(.relayUnreachable), on: device)
    case .startOverdue:
      hangUp(device, .share)
      try tell(.startFailed(.startFailed("cut off")), on: device)
    case .updateOverdue:
      hangUp(device, .share)
      try tell(.updateFailed(.updateFailed("cut off")), on: device)
    case .uploading:
      hangUp(device, .share)
      try tell(.restarted, on: device)
    case .compensating:
      hangUp(device, .share)
      try tell(.retry, on: device)
    case .staged, .issuing, .sent, .ended: return
    }
  }

  /// Ends the call that a share or a renewal waits for.
  func hangUp(_ device: Int, _ kind: Device.Purpose) {
    for (ticket, purpose) in devices[device].volatile.waiting where purpose == kind {
      devices[device].volatile.waiting[ticket] = nil
      cutOff(device, ticket: ticket)
    }
  }

  // MARK: The procedure

  private func tell(_ event: ShareEvent, on device: Int) throws {
    var directives = handle(event, on: device)
    while !directives.isEmpty {
      directives += try carryOut(directives.removeFirst(), on: device)
    }
    guard let job = devices[device].durable.job, job.procedure.isFinished else { return }
    devices[device].durable.job = nil
    guard case .ended = job.procedure.phase else {
      counts.sharesSent += 1
      return
    }
    counts.sharesFailed += 1
    try checkNothingIsLeft(of: job)
  }

  private func handle(_ event: ShareEvent, on device: Int) -> [ShareDirective] {
    devices[device].durable.job?.procedure.handle(event) ?? []
  }

  private func carryOut(_ directive: ShareDirective, on device: Int) throws -> [ShareDirective] {
    guard let job = devices[device].durable.job else { return [] }
    switch directive {
    case .resolve: send(.relay(.lookUp), from: device, for: .share)
    case .start(let actionID): try prepare(job, actionID, on: device)
    case .issue(let accounts): return handle(try issue(accounts, job, on: device), on: device)
    case .update(let update): try send(update, of: job, on: device)
    case .upload(let issued): try upload(issued, of: job, on: device)
    case .resumeUpload:
      guard let held = job.held else { return handle(.uploadRefused(.interrupted), on: device) }
      devices[device].durable.job?.isResumed = true
      send(.relay(.upload(held, isFinal: true)), from: device, for: .share)
    case .compensate(let compensation, let actionID):
      guard weakness != .noCompensation else { return handle(.compensated, on: device) }
      try compensate(compensation, actionID, of: job, on: device)
    case .keep(let issued): try keep(issued, of: job, on: device)
    case .abandonStart, .abandonUpdate, .giveBack, .forget, .suspect, .announce: break
    }
    return []
  }

  private func prepare(_ job: Device.Job, _ actionID: RequestID, on device: Int) throws {
    devices[device].durable.job?.startID = actionID
    let name: RequestID = chance.fresh()
    let fresh = SharingRules.Fresh(
      id: try CollaborationID(name.description), epoch: UInt32(chance.below(1 << 30)))
    send(
      .collaboration(.prepare(job.document, actionID, fresh)), from: device, for: .share)
  }

  private func issue(_ accounts: [AccountID], _ job: Device.Job, on device: Int) throws
    -> ShareEvent
  {
    guard let id = job.procedure.started?.collaborationID else { return .issueFailed(.interrupted) }
    var issued: [ShareProcedure.IssuedRoot] = []
    for (number, person) in cast.persons.enumerated() where accounts.contains(person.id) {
      let chain = person.chains[devices[device].durable.known[number] - 1]
      let identity = try IdentityDerivation.derive(
        audience: cast.audience, collaborationID: id, recipient: chain, seed: chance.seed()
      ).get()
      try hold(
        9, identity.tree.leaves.count == IdentityTree.leafCount,
        "an identity shows how many devices it stands for")
      derived[identity.root] = person.id
      devices[device].volatile.identities[person.id] = identity
      issued.append(
        .init(account: person.id, root: identity.root, statement: chain.newest.reference))
    }
    return .issued(issued)
  }

  private func send(_ update: ShareUpdate, of job: Device.Job, on device: Int) throws {
    let replaced = update.replaced.map {
      IdentityRules.Update.Replacement(old: $0.old, new: $0.new)
    }
    devices[device].durable.job?.offered += update.added + replaced.map(\.new)
    let rows = IdentityRules.Update(
      add: update.added, remove: update.removed, replace: replaced,
      persons: persons(of: update.added, on: device, job), only: update.removesOnlyThese)
    guard let rows, let id = job.procedure.started?.collaborationID else { return }
    send(
      .collaboration(.identities(id, rows, update.actionID)), from: device, for: .share)
  }

  /// Whose the new identities are: the first that this device has kept for the same person there.
  private func persons(of added: [RootHash], on device: Int, _ job: Device.Job) -> [RootHash:
    RootHash]
  {
    guard let id = job.procedure.started?.collaborationID else { return [:] }
    let known = roots[id] ?? []
    return added.reduce(into: [:]) { persons, root in
      persons[root] = known.first { $0 != root && derived[$0] == derived[root] }
    }
  }

  private func upload(_ issued: [ShareProcedure.IssuedRoot], of job: Device.Job, on device: Int)
    throws
  {
    guard let started = job.procedure.started else { return }
    let messageID: MessageID = chance.fresh()
    let map = issued.map { IdentityMapEntry(account: $0.account, root: $0.root) }
      .sorted { $0.account < $1.account }
    var envelopes: [[UInt8]] = []
    for root in issued {
      guard let identity = devices[device].volatile.identities[root.account] else { continue }
      let invitation = Invitation(
        link: started.link, audience: cast.audience, collaborationID: started.collaborationID,
        title: "Document", optionsSummary: "", identity: identity.invited, identityMap: map,
        epoch: started.epoch)
      let message = Device.Outgoing(
        messageID: messageID, type: .invitation, content: try invitation.encodedContent())
      envelopes += sealed(message, to: [root.account], from: device)
    }
    devices[device].durable.job?.messages.append(messageID)
    devices[device].durable.job?.held = envelopes
    devices[device].durable.job?.isResumed = false
    send(.relay(.upload(envelopes)), from: device, for: .share)
  }

  private func compensate(
    _ compensation: ShareCompensation, _ actionID: RequestID, of job: Device.Job, on device: Int
  ) throws {
    guard let id = job.procedure.started?.collaborationID else {
      // Under the same identifier the server says what it has made, if anything.
      return try prepare(job, job.startID ?? actionID, on: device)
    }
    switch compensation {
    case .removeRoots(let roots):
      // What the person had before stays theirs.
      guard
        let update = IdentityRules.Update(add: [], remove: roots, replace: [], only: true)
      else { return }
      send(.collaboration(.identities(id, update, actionID)), from: device, for: .share)
    case .restoreRoots: return
    case .cancelStart:
      send(.collaboration(.end(id, onlyUnused: true)), from: device, for: .share)
    }
  }

  private func keep(_ issued: [ShareProcedure.IssuedRoot], of job: Device.Job, on device: Int)
    throws
  {
    guard let started = job.procedure.started else { return }
    roots[started.collaborationID, default: []] += issued.map(\.root)
    let holder = devices[device]
    guard let own = issued.first(where: { $0.account == holder.address.account }) else { return }
    let map = issued.map { IdentityMapEntry(account: $0.account, root: $0.root) }
    let kept = Device.Kept(
      collaborationID: started.collaborationID, root: own.root,
      identity: holder.volatile.identities[own.account],
      membership: CollaborationMembership(
        audience: cast.audience, collaborationID: started.collaborationID, inviter: own.account,
        identityMap: map, epoch: started.epoch))
    devices[device].durable.invitations.append(kept)
    try keepRows(kept, map: map, epoch: started.epoch, on: device)
  }

  // MARK: Answers

  func shareAnswered(_ answer: Answer, on device: Int) throws {
    guard let job = devices[device].durable.job else { return }
    switch answer {
    case .relay(let answer): try relayAnswered(answer, job, on: device)
    case .collaboration(let answer): try appAnswered(answer, job, on: device)
    }
  }

  private func relayAnswered(_ answer: RelayAnswer, _ job: Device.Job, on device: Int) throws {
    switch answer {
    case .lookedUp(let counts, let members):
      devices[device].durable.known = counts
      devices[device].durable.members = members
      let found = cast.persons.enumerated().map { number, person in
        ShareResolution.found(
          person.id, person.chains[counts[number] - 1].newest.reference, devices: 1)
      }
      try tell(.resolved(found), on: device)
    case .uploaded: try tell(.uploaded, on: device)
    case .refused(.devicesChanged) where !job.isResumed: try tell(.devicesChanged, on: device)
    // A device that was removed does not learn whether its message had arrived, and takes nothing back.
    case .refused(.unauthenticated) where job.procedure.phase == .uploading: return
    case .refused(let code):
      try tell(
        job.procedure.phase == .resolving
          ? .resolveFailed(.relayUnreachable) : .uploadRefused(.uploadRefused(code.rawValue)),
        on: device)
    case .page, .acknowledged, .changed, .madeAddress, .endedAddress: return
    }
  }

  private func appAnswered(_ answer: CollaborationAnswer, _ job: Device.Job, on device: Int) throws
  {
    if case .compensating = job.procedure.phase {
      switch answer {
      case .prepared(let prepared):
        send(
          .collaboration(.end(prepared.collaborationID, onlyUnused: true)), from: device,
          for: .share)
      // What is not there any more needs no taking back.
      case .changed, .refused(.gone), .refused(.notFound): try tell(.compensated, on: device)
      default: try tell(.compensationFailed, on: device)
      }
      return
    }
    switch answer {
    case .prepared(let prepared):
      try tell(
        .started(
          .init(
            link: Self.link(prepared.collaborationID, cast.audience),
            collaborationID: prepared.collaborationID, epoch: prepared.epoch)), on: device)
    case .changed(let revocation): try tell(.updated(epoch: revocation.epoch), on: device)
    case .refused(let refusal):
      let isStart = job.procedure.started == nil
      try tell(
        isStart
          ? .startFailed(.startFailed(refusal.rawValue))
          : .updateFailed(.updateFailed(refusal.rawValue)), on: device)
    default: return
    }
  }
}
