package import GroveIdentity
package import GroveMessage
package import GroveSystem

extension ReceivedInvitation {
  /// Takes invitations back: only what the same inviter gave.
  ///
  /// - Parameter ended: how, as the inviter says: for everybody.
  package static func revoke(
    _ roots: [RootHash], in collaboration: CollaborationKey, by inviter: AccountID,
    ended: MembershipUpdate.Ended? = nil, _ reader: any SharingReader
  ) throws -> [ReceivedInvitation] {
    let gone = Set(roots)
    return try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
      .filter { $0.inviter == inviter && gone.contains($0.root) && !$0.isRevoked }
      .map { invitation in
        var invitation = invitation
        invitation.isRevoked = true
        invitation.ended = ended
        return invitation
      }
  }

  /// The document has another name now: as its inviter says, whose word the invitation's title was. Where the app's
  /// server tells this person, its word is newer; what it told before they wanted that no more is older.
  ///
  /// - Parameter gone: what the same message takes back.
  package static func retitle(
    _ title: String, in collaboration: CollaborationKey, by inviter: AccountID,
    except gone: [RootHash] = [], _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let shown = try DocumentState.title(of: collaboration, in: reader)
    let newest = try newest(of: collaboration, reader)
    let isInviters = shown == newest?.title
    // What was told gives way only to a word that is shown in its place.
    let isShown =
      newest.map { $0.inviter == inviter && !$0.isRevoked && !gone.contains($0.root) } ?? false
    guard try isInviters || (isShown && !NoticeAddressRules.isHeard(of: collaboration, reader))
    else { return [] }
    let told = isInviters ? nil : try reader.record(ToldTitle.self, key: collaboration.bytes)
    return try [told].compactMap { $0.map(SharingChange.delete) }
      + reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
      .filter {
        $0.inviter == inviter && $0.title != title && !$0.isRevoked && !gone.contains($0.root)
      }
      .map { invitation in
        var invitation = invitation
        invitation.title = title
        return try .put(invitation)
      }
  }
}
