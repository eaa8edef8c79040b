package import GroveIdentity
import GroveMessage
import GroveSystem

/// Changes of who takes part in something that is shared already.
extension ShareProcedure {
  /// The change one document of an offer asks for.
  package static func membership(
    _ document: MembershipOffer.Document, _ shared: SharedCollaboration, procedureID: RequestID
  ) -> ShareProcedure {
    let losing = Set(document.loses)
    return ShareProcedure(
      procedureID: procedureID, purpose: .membership, origin: shared.collaboration.audience,
      participants: document.gains,
      removed: shared.participants.filter { losing.contains($0.account) }.map(\.root),
      started: shared.started)
  }

  /// The change that gives accounts new identities.
  ///
  /// Where an earlier replacement came to no known end, whichever root the server has is removed:
  /// that account proves again, and no root stays behind that nobody knows of.
  ///
  /// - Parameter old: each account's root.
  package static func renewal(
    of old: [AccountID: RootHash], in shared: SharedCollaboration, procedureID: RequestID
  ) -> ShareProcedure {
    let suspects = shared.suspects.intersection(old.keys)
    guard suspects.isEmpty else {
      return ShareProcedure(
        procedureID: procedureID, purpose: .membership, origin: shared.collaboration.audience,
        participants: suspects.sorted(),
        removed: shared.participants.filter { suspects.contains($0.account) }.map(\.root),
        started: shared.started)
    }
    return ShareProcedure(
      procedureID: procedureID, purpose: .replacement(old), origin: shared.collaboration.audience,
      participants: old.keys.sorted(), started: shared.started)
  }
}

extension SharedCollaboration {
  package var started: ShareProcedure.Started {
    ShareProcedure.Started(
      link: link, collaborationID: collaboration.collaborationID, epoch: epoch.value)
  }
}
