package import GroveIdentity
import GroveMessage
package import GroveSystem

/// Shares in compose fields: staged, changed, discarded, given back.
package enum DraftRules {
  /// All of them with how far they have come, the oldest first.
  package static func all(_ reader: any SharingReader) throws -> [DraftStatus] {
    let jobs = try reader.records(ShareJob.self)
    return try reader.records(Draft.self).sorted { $0.createdAt < $1.createdAt }.map { draft in
      let states = jobs.filter { $0.draftID == draft.draftID }.map(\.draftState)
      // Sent anew while what an earlier failure left is taken back: what is done now counts.
      let state = states.first { $0 != .compensating } ?? states.first ?? .staged
      return DraftStatus(draft: draft, state: state)
    }
  }

  package static func stage(_ draft: Draft) throws -> SharingDecision<Void> {
    SharingDecision((), changes: [try .put(draft)])
  }

  /// - Returns: false where there is none that may be changed.
  package static func change(_ draft: Draft, reader: any SharingReader) throws -> SharingDecision<
    Bool
  > {
    guard try isAtRest(draft.draftID, in: reader) else { return SharingDecision(false) }
    return SharingDecision(true, changes: [try .put(draft)])
  }

  /// - Returns: false where there is none that may be thrown away.
  package static func discard(_ id: RequestID, reader: any SharingReader) throws -> SharingDecision<
    Bool
  > {
    guard try isAtRest(id, in: reader) else { return SharingDecision(false) }
    return SharingDecision(true, changes: [.delete(kind: Draft.kind, key: id.bytes)])
  }

  /// It could not be sent, and nothing of it had begun.
  /// - Returns: false where there is none, or it is being sent already.
  package static func giveBack(_ draft: Draft, _ failure: ShareFailure, reader: any SharingReader)
    throws -> SharingDecision<Bool>
  {
    var returned = draft
    returned.failure = failure
    return try change(returned, reader: reader)
  }

  /// Whether it is there and not being sent. While what a failure left is taken back it may be
  /// changed and sent anew.
  package static func isAtRest(_ id: RequestID, in reader: any SharingReader) throws -> Bool {
    guard try reader.record(Draft.self, key: id.bytes) != nil else { return false }
    return try !reader.records(ShareJob.self).contains {
      $0.draftID == id && $0.draftState != .compensating
    }
  }
}

extension ShareJob {
  package var draftState: DraftStatus.State {
    switch procedure.phase {
    case .staged: .queued
    case .startOverdue, .updateOverdue, .compensating, .ended: .compensating
    case .resolving, .starting, .issuing, .updating, .uploading, .sent: .sending
    }
  }
}
