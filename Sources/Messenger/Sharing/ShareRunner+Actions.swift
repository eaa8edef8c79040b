import GroveIdentity
import GroveSystem
import MessengerDomain

/// What apps are asked.
extension ShareRunner {
  mutating func start(_ actionID: RequestID) async throws -> [ShareDirective] {
    let action = StartCollaborationAction(
      actionID: actionID, metadata: job.metadata, timeLimit: timeLimit)
    return try await call(timedOut: .startTimedOut, missing: .startFailed(.appUnavailable)) {
      switch await $0.start(action) {
      case .fulfilled(let link, let collaborationID, let epoch):
        .started(.init(link: link, collaborationID: collaborationID, epoch: epoch ?? 0))
      case .failed(let reason): .startFailed(.startFailed(reason))
      case .lost(let reason): .startLost(.startFailed(reason))
      }
    }
  }

  mutating func update(_ update: ShareUpdate) async throws -> [ShareDirective] {
    guard let action = action(update) else {
      return try await tell(.updateFailed(.interrupted))
    }
    return try await call(timedOut: .updateTimedOut, missing: .updateFailed(.appUnavailable)) {
      switch await $0.updateParticipants(action) {
      case .fulfilled(let epoch): .updated(epoch: epoch)
      case .failed(let reason, let isUnchanged):
        .updateFailed(.updateFailed(reason), isUnchanged: isUnchanged)
      }
    }
  }

  private func action(_ update: ShareUpdate) -> UpdateParticipantsAction? {
    job.procedure.started.map {
      UpdateParticipantsAction(
        actionID: update.actionID, collaborationID: $0.collaborationID, metadata: job.metadata,
        addedRoots: update.added, removedRoots: update.removed, replacedRoots: update.replaced,
        persons: update.persons, removesOnlyThese: update.removesOnlyThese,
        timeLimit: timeLimit)
    }
  }

  mutating func compensate(_ compensation: ShareCompensation, _ actionID: RequestID)
    async throws -> [ShareDirective]
  {
    var action: UpdateParticipantsAction?
    switch compensation {
    case .removeRoots(let roots):
      // What the person had before stays theirs.
      action = self.action(
        ShareUpdate(actionID: actionID, removed: roots, removesOnlyThese: true))
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
