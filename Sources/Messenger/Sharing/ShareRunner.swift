import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain

/// Carries out what a share procedure asks for, one step after the other.
///
/// Every step is stored before it is carried out. Handlers are called in child tasks with a time
/// limit; one that returns late is waited for, because only then it is known what has to be undone,
/// but the draft is back before that.
struct ShareRunner {
  let host: any SharingHost
  let signal: CancelSignal
  /// Seconds a handler has for one action.
  let timeLimit: Int
  var job: ShareJob
  /// The recipients' chains of this attempt; roots are made from exactly what was checked.
  var chains: [AccountID: StatementChain] = [:]
  /// They hold seeds, and live no longer than this value (protocol 4.4.1).
  var identities: [AccountID: PreparedIdentity] = [:]

  init(_ job: ShareJob, host: any SharingHost, signal: CancelSignal, timeLimit: Int) {
    self.job = job
    self.host = host
    self.signal = signal
    self.timeLimit = timeLimit
  }

  /// From one event until nothing is left to do now.
  /// - Throws: where the device's own database fails; the next start takes it up from there.
  mutating func run(_ event: ShareEvent) async throws {
    if !job.procedure.canBeCancelled { signal.close() }
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

  /// Tells the procedure what happened. Where after that nobody can cancel any more, a "cancel" that came before is told first.
  mutating func tell(_ event: ShareEvent) async throws -> [ShareDirective] {
    guard isLast(event), !signal.close() else { return try await tellNow(event) }
    let directives = try await tellNow(.cancelled)
    return try await directives + tellNow(event)
  }

  /// Whether it is the last moment to cancel.
  private func isLast(_ event: ShareEvent) -> Bool {
    var next = job.procedure
    _ = next.handle(event)
    return job.procedure.canBeCancelled && event != .cancelled && !next.canBeCancelled
  }

  private mutating func tellNow(_ event: ShareEvent) async throws -> [ShareDirective] {
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

  mutating func tell(_ outcome: UploadOutcome, isResumed: Bool) async throws
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
