package import GroveIdentity
package import GroveSystem

extension ReceivedInvitation {
  /// Takes invitations back: only what the same inviter gave.
  package static func revoke(
    _ roots: [RootHash], in collaboration: CollaborationKey, by inviter: AccountID,
    _ reader: any SharingReader
  ) throws -> [ReceivedInvitation] {
    let gone = Set(roots)
    return try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
      .filter { $0.inviter == inviter && gone.contains($0.root) && !$0.isRevoked }
      .map { invitation in
        var invitation = invitation
        invitation.isRevoked = true
        return invitation
      }
  }
}
