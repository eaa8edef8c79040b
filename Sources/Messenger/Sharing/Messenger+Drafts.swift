public import GroveIdentity
import GroveMessage
public import GroveSystem

extension Messenger {
  /// What is in compose fields, the oldest first.
  public func drafts() async throws(MessengerError) -> [DraftStatus] {
    try await look { reader in
      let jobs = try reader.records(ShareJob.self)
      return try reader.records(Draft.self).sorted { $0.createdAt < $1.createdAt }.map { draft in
        let job = jobs.first { $0.draftID == draft.draftID }
        return DraftStatus(draft: draft, state: job?.draftState ?? .staged)
      }
    }
  }

  /// Changes options, recipients or text of a draft that is not being sent.
  /// - Throws: `itemUnknown` where there is no such draft to change.
  public func update(_ draft: Draft) async throws(MessengerError) {
    let isChanged = try await commitSharing { reader in
      guard try Self.isAtRest(draft.draftID, in: reader) else { return SharingDecision(false) }
      return SharingDecision(true, changes: [try .put(draft)])
    }
    guard isChanged else { throw MessengerError(.itemUnknown) }
  }

  /// Throws a draft away.
  /// - Throws: `itemUnknown` where there is none, or where it is being sent: cancel first.
  public func discardDraft(_ id: RequestID) async throws(MessengerError) {
    let isGone = try await commitSharing { reader in
      guard try Self.isAtRest(id, in: reader) else { return SharingDecision(false) }
      return SharingDecision(true, changes: [.delete(kind: Draft.kind, key: id.bytes)])
    }
    guard isGone else { throw MessengerError(.itemUnknown) }
  }

  static func isAtRest(_ id: RequestID, in reader: any SharingReader) throws -> Bool {
    guard try reader.record(Draft.self, key: id.bytes) != nil else { return false }
    return try !reader.records(ShareJob.self).contains {
      $0.draftID == id && $0.draftState != .compensating
    }
  }
}

extension ShareJob {
  var draftState: DraftStatus.State {
    switch procedure.phase {
    case .staged: .queued
    case .startOverdue, .updateOverdue, .compensating, .ended: .compensating
    case .resolving, .starting, .issuing, .updating, .uploading, .sent: .sending
    }
  }
}
