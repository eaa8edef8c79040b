import GroveIdentity
import GroveMessage
package import GroveSystem

extension ShareProcedure {
  /// One step. An event that does not belong to the present phase changes nothing.
  public mutating func handle(_ event: ShareEvent) -> [ShareDirective] {
    switch event {
    case .cancelled: return cancel()
    case .restarted: return restart()
    case .compensated: return compensated()
    case .retry: return nextCompensation()
    case .compensationFailed: return []
    default: break
    }
    switch phase {
    case .staged: return event == .begin ? begin() : []
    case .resolving: return resolving(event)
    case .starting: return starting(event)
    case .startOverdue(let failure): return startOverdue(event, failure)
    case .issuing: return issuing(event)
    case .updating: return updating(event)
    case .updateOverdue(let failure): return updateOverdue(event, failure)
    case .uploading: return uploading(event)
    case .sent, .compensating, .ended: return []
    }
  }

  private mutating func begin() -> [ShareDirective] {
    if purpose == .share, participants.count < 2 { return fail(.noRecipients) }
    guard participants.count <= Self.maximumParticipants else { return fail(.tooManyRecipients) }
    guard !participants.isEmpty else { return update() }
    phase = .resolving
    return [.resolve(participants)]
  }

  private mutating func resolving(_ event: ShareEvent) -> [ShareDirective] {
    switch event {
    case .resolved(let resolutions):
      var found: [AccountID: ShareResolution] = [:]
      for resolution in resolutions { found[resolution.account] = resolution }
      for account in participants {
        if let failure = found[account, default: .unknown(account)].failure { return fail(failure) }
      }
      guard started != nil else {
        phase = .starting
        return [.start(actionID: startActionID)]
      }
      let stale = issued.filter { found[$0.account]?.statement != $0.statement }.map(\.account)
      return issue(issued.isEmpty ? participants : stale)
    case .resolveFailed(.relayUnreachable) where owed.isEmpty:
      // Nothing has happened anywhere: it waits, and begins again when the relay is back.
      phase = .staged
      return []
    case .resolveFailed(let failure): return fail(failure)
    default: return []
    }
  }

  private mutating func starting(_ event: ShareEvent) -> [ShareDirective] {
    switch event {
    case .started(let started):
      self.started = started
      guard (try? Origin(ofLink: started.link)) == origin else { return fail(.linkRefused) }
      return issue(participants)
    case .startFailed(let failure):
      // The app said so itself and in time: it has made nothing.
      return end(failure)
    case .startLost(let failure): return fail(failure)
    case .startTimedOut: return abandonStart(.startTimedOut)
    default: return []
    }
  }

  package mutating func abandonStart(_ failure: ShareFailure) -> [ShareDirective] {
    phase = .startOverdue(failure)
    return [.giveBack(failure), .abandonStart]
  }

  private mutating func startOverdue(_ event: ShareEvent, _ failure: ShareFailure)
    -> [ShareDirective]
  {
    switch event {
    case .started(let started):
      self.started = started
      return compensate(failure)
    // Cut off in the middle, "failed" does not mean that its server has made nothing.
    case .startFailed, .startLost: return compensate(failure)
    default: return []
    }
  }

  private mutating func issue(_ accounts: [AccountID]) -> [ShareDirective] {
    guard !accounts.isEmpty else { return upload() }
    phase = .issuing
    return [.issue(accounts)]
  }

  private mutating func issuing(_ event: ShareEvent) -> [ShareDirective] {
    switch event {
    case .issued(let roots):
      pending = roots
      return update()
    case .issueFailed(let failure): return fail(failure)
    default: return []
    }
  }

  /// Asks for what `pending` brings: the phase and the offered roots are stored before the handler
  /// hears of them, so a crash at any moment knows what may be on the server.
  private mutating func update() -> [ShareDirective] {
    var replaced: [UpdateParticipantsAction.Replacement] = []
    var added: [RootHash] = []
    for new in pending {
      if let old = root(replacedBy: new) {
        replaced.append(.init(old: old, new: new.root))
      } else {
        added.append(new.root)
      }
    }
    phase = .updating
    offered += pending.map(\.root)
    let going = round == 0 ? going : []
    let update = ShareUpdate(
      actionID: actionID("update \(round)"), added: added, removed: going, replaced: replaced,
      removesOnlyThese: removesOnlyThese == true && !going.isEmpty)
    return [.update(update)]
  }

  /// Identities that the first update takes away.
  private var going: [RootHash] { removed + (beside ?? []) }

  private func root(replacedBy new: IssuedRoot) -> RootHash? {
    if let old = issued.first(where: { $0.account == new.account }) { return old.root }
    guard case .replacement(let old) = purpose else { return nil }
    return old[new.account]
  }

  private mutating func updating(_ event: ShareEvent) -> [ShareDirective] {
    forgetUnasked(event)
    switch event {
    case .updated(let epoch):
      // Without the server's own count one that only grows serves the order of updates.
      let next = (started?.epoch ?? 0) &+ 1
      started?.epoch = epoch ?? next
      let renewed = Set(pending.map(\.account))
      issued = issued.filter { !renewed.contains($0.account) } + pending
      pending = []
      let forgotten: [ShareDirective] =
        going.isEmpty || round > 0 ? [] : [.forget(going)]
      return forgotten + (issued.isEmpty ? sent() : upload())
    case .updateFailed(let failure, _): return fail(failure)
    case .updateTimedOut: return abandonUpdate(.updateTimedOut)
    default: return []
    }
  }

  package mutating func abandonUpdate(_ failure: ShareFailure) -> [ShareDirective] {
    phase = .updateOverdue(failure)
    return [.giveBack(failure), .abandonUpdate]
  }

  private mutating func updateOverdue(_ event: ShareEvent, _ failure: ShareFailure)
    -> [ShareDirective]
  {
    forgetUnasked(event)
    switch event {
    case .updated, .updateFailed: return compensate(failure)
    default: return []
    }
  }

  /// What a handler was asked and has not even tried leaves nothing to take back.
  private mutating func forgetUnasked(_ event: ShareEvent) {
    guard case .updateFailed(_, isUnchanged: true) = event else { return }
    let asked = Set(pending.map(\.root))
    offered.removeAll(where: asked.contains)
  }

  private mutating func upload() -> [ShareDirective] {
    phase = .uploading
    return [.upload(issued)]
  }

  private mutating func uploading(_ event: ShareEvent) -> [ShareDirective] {
    switch event {
    case .uploaded: return sent()
    case .uploadRefused(let failure): return fail(failure)
    case .devicesChanged:
      round += 1
      guard round < Self.maximumRounds, !isReplacement else { return fail(.devicesKeepChanging) }
      phase = .resolving
      return [.resolve(participants)]
    default: return []
    }
  }

  private mutating func sent() -> [ShareDirective] {
    phase = .sent
    let kept: [ShareDirective] = issued.isEmpty ? [] : [.keep(issued)]
    return kept + (purpose == .share ? [] : [.announce(added: issued, removed: gone)])
  }

  /// Roots that other participants must stop believing in.
  private var gone: [RootHash] {
    guard case .replacement(let old) = purpose else { return removed }
    return participants.compactMap { old[$0] }
  }
}
