package import GroveIdentity
package import GroveSystem

/// Failing, cancelling and starting anew: what is owed, and when nothing is.
extension ShareProcedure {
  package var startActionID: RequestID { actionID("start") }

  package var isReplacement: Bool {
    if case .replacement = purpose { true } else { false }
  }

  /// Everything that may be left elsewhere at this moment, in the order it has to be undone.
  package var owed: [ShareCompensation] {
    var owed: [ShareCompensation] = []
    if case .replacement(let old) = purpose {
      // Only what is known to have taken an old root's place can give it back.
      let back = issued.compactMap { new in
        old[new.account].map { UpdateParticipantsAction.Replacement(old: new.root, new: $0) }
      }
      if !back.isEmpty { owed.append(.restoreRoots(back)) }
    } else if !offered.isEmpty {
      owed.append(.removeRoots(offered))
    }
    if purpose == .share, startWasAsked { owed.append(.cancelStart) }
    return owed
  }

  private var startWasAsked: Bool {
    switch phase {
    case .staged: false
    case .resolving: started != nil
    default: true
    }
  }

  /// The draft goes back; then whatever is owed.
  package mutating func fail(_ failure: ShareFailure) -> [ShareDirective] {
    [.giveBack(failure)] + compensate(failure)
  }

  package mutating func end(_ failure: ShareFailure) -> [ShareDirective] {
    phase = .ended(failure)
    return [.giveBack(failure)]
  }

  package mutating func compensate(_ failure: ShareFailure) -> [ShareDirective] {
    let owed = owed
    let suspects = suspects
    phase = owed.isEmpty ? .ended(failure) : .compensating(failure, owed: owed)
    return (suspects.isEmpty ? [] : [.suspect(suspects)]) + nextCompensation()
  }

  /// New roots of a replacement nobody confirmed. Taking them away could take a participant's
  /// granted access away with them, so they stay, known, until the next replacement removes them.
  private var suspects: [IssuedRoot] {
    guard isReplacement else { return [] }
    return pending.filter { offered.contains($0.root) }
  }

  package func nextCompensation() -> [ShareDirective] {
    guard case .compensating(_, let owed) = phase, let next = owed.first else { return [] }
    return [.compensate(next, actionID: actionID("compensate \(owed.count)"))]
  }

  package mutating func compensated() -> [ShareDirective] {
    guard case .compensating(let failure, let owed) = phase else { return [] }
    let rest = Array(owed.dropFirst())
    guard !rest.isEmpty else {
      phase = .ended(failure)
      return []
    }
    phase = .compensating(failure, owed: rest)
    return nextCompensation()
  }

  package mutating func cancel() -> [ShareDirective] {
    switch phase {
    case .staged, .resolving, .issuing: fail(.cancelled)
    case .starting: abandonStart(.cancelled)
    case .updating: abandonUpdate(.cancelled)
    default: []
    }
  }

  package mutating func restart() -> [ShareDirective] {
    switch phase {
    case .staged, .sent, .ended: []
    case .resolving, .starting, .issuing, .updating: fail(.interrupted)
    // The draft went back before; only what is owed remains.
    case .startOverdue(let failure), .updateOverdue(let failure): compensate(failure)
    case .compensating: nextCompensation()
    case .uploading: [.resumeUpload]
    }
  }
}
