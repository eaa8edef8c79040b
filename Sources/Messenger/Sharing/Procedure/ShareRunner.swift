import GroveIdentity
import GroveMessage

/// Carries out what a share procedure asks for, one step after the other.
///
/// Every step is stored before it is carried out. Handlers are called in child tasks with a time
/// limit; one that returns late is waited for, because only then it is known what has to be undone,
/// but the draft is back before that.
struct ShareRunner {
  private let host: any SharingHost
  private let signal: CancelSignal
  /// Seconds a handler has for one action.
  private let timeLimit: Int
  private(set) var job: ShareJob
  /// The recipients' chains of this attempt; roots are made from exactly what was checked.
  private var chains: [AccountID: StatementChain] = [:]
  /// They hold seeds, and live no longer than this value (protocol 4.4.1).
  private var identities: [AccountID: PreparedIdentity] = [:]

  init(_ job: ShareJob, host: any SharingHost, signal: CancelSignal, timeLimit: Int) {
    self.job = job
    self.host = host
    self.signal = signal
    self.timeLimit = timeLimit
  }

  /// From one event until nothing is left to do now.
  /// - Throws: where the device's own database fails; the next start takes it up from there.
  mutating func run(_ event: ShareEvent) async throws {
    var directives = try await tell(event)
    while !directives.isEmpty {
      let directive = directives.removeFirst()
      if signal.isRaised, job.procedure.canBeCancelled {
        directives = try await tell(.cancelled)
        continue
      }
      directives += try await carryOut(directive)
    }
  }

  private mutating func carryOut(_ directive: ShareDirective) async throws -> [ShareDirective] {
    switch directive {
    case .resolve(let accounts): try await tell(resolve(accounts))
    case .start(let actionID): try await start(actionID)
    case .issue(let accounts): try await tell(issue(accounts))
    case .update(let update): try await self.update(update)
    case .upload(let roots): try await upload(roots)
    case .resumeUpload: try await resumeUpload()
    case .compensate(let compensation, let actionID):
      try await compensate(compensation, actionID)
    // Calls are given up where they run; rows are written by `tell`.
    case .abandonStart, .abandonUpdate, .giveBack, .forget, .suspect, .keep, .announce: []
    }
  }

  private mutating func tell(_ event: ShareEvent) async throws -> [ShareDirective] {
    let failedBefore = job.procedure.failure != nil
    let directives = job.procedure.handle(event)
    let sharer = Sharer(account: host.myAccount, device: host.myDevice, now: host.now())
    let rest = try await host.changeSharing { [job] reader in
      try ShareRows.carryOut(directives, of: job, by: sharer, reader: reader)
    }
    if !failedBefore, let failure = job.procedure.failure, let draftID = job.draftID {
      await host.report(.draftReturned(draftID, failure))
    }
    return rest
  }

  private mutating func tell(_ outcome: UploadOutcome, isResumed: Bool) async throws
    -> [ShareDirective]
  {
    switch outcome {
    case .uploaded: try await tell(.uploaded)
    // The seeds are gone, so nobody can be invited anew.
    case .devicesChanged where isResumed: try await tell(.uploadRefused(.devicesKeepChanging))
    case .devicesChanged: try await tell(.devicesChanged)
    case .refused(let failure): try await tell(.uploadRefused(failure))
    // It stays where it is and is sent again later.
    case .unreachable: []
    }
  }
}

// MARK: Identities

extension ShareRunner {
  private mutating func resolve(_ accounts: [AccountID]) async -> ShareEvent {
    var resolutions: [ShareResolution] = []
    for account in accounts {
      switch await host.resolve(account) {
      case .found(let chain):
        chains[account] = chain
        resolutions.append(
          .found(
            account, chain.newest.reference, devices: chain.newest.collaborationKeys.count))
      case .unknown: resolutions.append(.unknown(account))
      case .untrusted: resolutions.append(.untrusted(account))
      case .unreachable: return .resolveFailed(.relayUnreachable)
      }
    }
    return .resolved(resolutions)
  }

  private mutating func issue(_ accounts: [AccountID]) -> ShareEvent {
    guard let collaboration = job.collaboration else { return .issueFailed(.interrupted) }
    var issued: [ShareProcedure.IssuedRoot] = []
    for account in accounts {
      guard let chain = chains[account],
        let seed = try? IdentitySeed(host.randomBytes(IdentitySeed.byteCount)),
        case .success(let identity) = IdentityDerivation.derive(
          audience: collaboration.audience, collaborationID: collaboration.collaborationID,
          recipient: chain, seed: seed)
      else { return .issueFailed(.recipientWithoutDevices(account)) }
      identities[account] = identity
      issued.append(
        .init(account: account, root: identity.root, statement: chain.newest.reference))
    }
    return .issued(issued)
  }

  private mutating func upload(_ roots: [ShareProcedure.IssuedRoot]) async throws
    -> [ShareDirective]
  {
    // A second attempt has other contents, so it is another message.
    job.messageID = MessageID(unchecked: host.randomBytes(MessageID.byteCount))
    guard let message = try await sealable(roots) else {
      return try await tell(.uploadRefused(.invitationTooLarge))
    }
    job.own = try await ownInvitation()
    let held: HeldEnvelopes
    switch try await host.seal(message) {
    case .failure(let failure): return try await tell(.uploadRefused(failure))
    case .success(let envelopes):
      held = HeldEnvelopes(
        messageID: job.messageID, envelopes: envelopes.map(Base64URLBytes.init))
    }
    try await host.changeSharing { [job] _ in
      SharingDecision((), changes: [try .put(job), try .put(held)])
    }
    let outcome = await host.upload(held.envelopes.map(\.bytes))
    return try await tell(outcome, isResumed: false)
  }

  /// The envelopes are kept until the step after the upload is stored, so a message that may have
  /// left is never taken back: it is sent again, and the relay knows it by its identifier.
  private mutating func resumeUpload() async throws -> [ShareDirective] {
    let held = try await host.changeSharing { [job] reader in
      SharingDecision(try reader.record(HeldEnvelopes.self, key: job.messageID.bytes))
    }
    guard let held else { return try await tell(.uploadRefused(.interrupted)) }
    let outcome = await host.upload(held.envelopes.map(\.bytes))
    return try await tell(outcome, isResumed: true)
  }

  /// One invitation for each account, with its own identity and everybody's root (protocol 6.1).
  /// Nil where one does not fit into a message.
  private func sealable(_ roots: [ShareProcedure.IssuedRoot]) async throws -> SharingMessage? {
    guard let started = job.procedure.started, let key = job.sharedKey else { return nil }
    let shared = try await host.changeSharing { reader in
      SharingDecision(try reader.record(SharedCollaboration.self, key: key))
    }
    var map: [AccountID: RootHash] = [:]
    for entry in shared?.identityMap ?? [] { map[entry.account] = entry.root }
    for root in roots { map[root.account] = root.root }
    let entries = map.map { IdentityMapEntry(account: $0.key, root: $0.value) }
      .sorted { $0.account < $1.account }
    var contents: [AccountID: [UInt8]] = [:]
    for root in roots {
      guard let identity = identities[root.account] else { return nil }
      let invitation = Invitation(
        link: started.link, audience: job.procedure.origin,
        collaborationID: started.collaborationID, title: job.title,
        optionsSummary: job.optionsSummary, identity: identity.invited, identityMap: entries,
        epoch: started.epoch)
      guard let content = try? invitation.encodedContent() else { return nil }
      contents[root.account] = content
    }
    return SharingMessage(
      messageID: job.messageID, conversationID: job.conversationID, type: .invitation,
      contents: contents)
  }

  /// The initiator has an identity like everybody else (protocol 4.4.1); this device keeps its part
  /// without a message to itself.
  private func ownInvitation() async throws -> ReceivedInvitation? {
    guard let identity = identities[host.myAccount], let started = job.procedure.started,
      let collaboration = job.collaboration
    else { return nil }
    let inbox = try await host.invitationInbox()
    let leaf = inbox.baseKeys.lazy.compactMap { try? identity.leaf(of: $0.publicKey) }.first
    return ReceivedInvitation(
      collaboration: collaboration, order: 0, messageID: job.messageID, link: started.link,
      title: job.title, optionsSummary: job.optionsSummary, inviter: host.myAccount,
      conversationID: job.conversationID, receivedAt: host.now(), root: identity.root,
      statement: identity.statement.reference,
      leaf: try leaf.flatMap { try inbox.sealed($0, identity) })
  }
}

// MARK: Actions

extension ShareRunner {
  private mutating func start(_ actionID: RequestID) async throws -> [ShareDirective] {
    let action = StartCollaborationAction(
      actionID: actionID, metadata: job.metadata, timeLimit: timeLimit)
    return try await call(timedOut: .startTimedOut, missing: .startFailed(.appUnavailable)) {
      switch await $0.start(action) {
      case .fulfilled(let link, let collaborationID, let epoch):
        .started(.init(link: link, collaborationID: collaborationID, epoch: epoch ?? 0))
      case .failed(let reason): .startFailed(.startFailed(reason))
      }
    }
  }

  private mutating func update(_ update: ShareUpdate) async throws -> [ShareDirective] {
    guard let action = action(update) else {
      return try await tell(.updateFailed(.interrupted))
    }
    return try await call(timedOut: .updateTimedOut, missing: .updateFailed(.appUnavailable)) {
      switch await $0.updateParticipants(action) {
      case .fulfilled(let epoch): .updated(epoch: epoch)
      case .failed(let reason): .updateFailed(.updateFailed(reason))
      }
    }
  }

  private func action(_ update: ShareUpdate) -> UpdateParticipantsAction? {
    job.procedure.started.map {
      UpdateParticipantsAction(
        actionID: update.actionID, collaborationID: $0.collaborationID, metadata: job.metadata,
        addedRoots: update.added, removedRoots: update.removed, replacedRoots: update.replaced,
        timeLimit: timeLimit)
    }
  }

  private mutating func compensate(_ compensation: ShareCompensation, _ actionID: RequestID)
    async throws -> [ShareDirective]
  {
    var action: UpdateParticipantsAction?
    switch compensation {
    case .removeRoots(let roots):
      action = self.action(ShareUpdate(actionID: actionID, removed: roots))
    case .restoreRoots(let roots):
      action = self.action(ShareUpdate(actionID: actionID, replaced: roots))
    case .cancelStart: break
    }
    let cancellation = ShareCancellation(
      startActionID: job.procedure.startActionID,
      collaborationID: job.procedure.started?.collaborationID, metadata: job.metadata)
    return try await call(timedOut: nil, missing: .compensationFailed) { [action] handler in
      let answer =
        if let action { await handler.updateParticipants(action) } else {
          await handler.shareCancelled(cancellation)
        }
      if case .fulfilled = answer { return .compensated }
      return .compensationFailed
    }
  }

  private enum Moment: Sendable {
    case answered(ShareEvent)
    case timeOver
    case cancelled
  }

  /// Calls the handler, for as long as the time limit and the person allow.
  ///
  /// - Parameter timedOut: told at once when the call is given up; its late answer is told as well.
  ///   Nil where only the answer counts.
  private mutating func call(
    timedOut: ShareEvent?, missing: ShareEvent,
    _ work: @escaping @Sendable (any CollaborationActionHandler) async -> ShareEvent
  ) async throws -> [ShareDirective] {
    guard let handler = await host.actionHandler(for: job.procedure.origin) else {
      return try await tell(missing)
    }
    return try await withThrowingTaskGroup(of: Moment.self) { group in
      group.addTask { .answered(await work(handler)) }
      group.addTask { [host, timeLimit] in
        do { try await host.sleep(seconds: timeLimit) } catch { return .cancelled }
        return .timeOver
      }
      // What has to be undone is not given up because the person cancelled.
      if timedOut != nil {
        group.addTask { [signal] in
          await signal.wait()
          return .cancelled
        }
      }
      while let moment = try await group.next() {
        switch moment {
        case .answered(let event):
          group.cancelAll()
          return try await tell(event)
        case .timeOver:
          group.cancelAll()
          if let timedOut { _ = try await tell(timedOut) }
        case .cancelled:
          group.cancelAll()
          _ = try await tell(.cancelled)
        }
      }
      return []
    }
  }
}
