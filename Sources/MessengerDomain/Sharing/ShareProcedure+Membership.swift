package import GroveIdentity
package import GroveMessage
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
  /// Where an earlier replacement came to no known end, whichever root the server has is removed: that account proves
  /// again, and no root stays behind that nobody knows of. Whoever has an identity for the devices of today keeps it, and
  /// needs no other: nobody may be thrown out by what shall let them in.
  ///
  /// - Parameters:
  ///   - due: all identities of these accounts that no longer fit their devices.
  ///   - standing: what was shared, without those from whom it was taken.
  package static func renewal(
    of due: [IdentityMapEntry], in shared: SharedCollaboration, standing: SharedCollaboration,
    procedureID: RequestID
  ) -> ShareProcedure {
    let suspects = shared.suspects.intersection(due.map(\.account))
    guard suspects.isEmpty else {
      let old = Set(due.map(\.root))
      let present = standing.participants.filter {
        $0.statement != nil && $0.isSuspect != true && !old.contains($0.root)
      }
      let kept = Set(present.map(\.root))
      return ShareProcedure(
        procedureID: procedureID, purpose: .membership, origin: shared.collaboration.audience,
        participants: suspects.subtracting(present.map(\.account)).sorted(),
        removed: shared.roots(of: suspects).filter { !kept.contains($0) },
        removesOnlyThese: true, started: shared.started)
    }
    let old = Dictionary(due.map { ($0.account, $0.root) }) { _, last in last }
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
