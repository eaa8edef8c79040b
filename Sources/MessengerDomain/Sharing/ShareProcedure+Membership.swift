package import GroveIdentity
import GroveMessage
import GroveSystem

/// Changes of who takes part in something that is shared already.
extension ShareProcedure {
  /// The change one document of an offer asks for. Who is removed loses the document altogether, unless they keep what
  /// other conversations give them.
  /// - Parameter others: the same document as it is shared in other conversations.
  package static func membership(
    _ document: MembershipOffer.Document, _ shared: SharedCollaboration,
    beside others: [SharedCollaboration] = [], procedureID: RequestID
  ) -> ShareProcedure {
    let wholly = Set(document.loses).subtracting(document.keeps)
    return ShareProcedure(
      procedureID: procedureID, purpose: .membership, origin: shared.collaboration.audience,
      participants: document.gains, removed: shared.roots(of: Set(document.loses)),
      beside: others.flatMap { $0.roots(of: wholly) }, removesOnlyThese: !document.keeps.isEmpty,
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
        participants: suspects.sorted(), removed: shared.roots(of: suspects),
        removesOnlyThese: true, started: shared.started)
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
