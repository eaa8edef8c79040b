import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Whose new identities are (protocol 9.3.1): pure.
package enum SharePersons {
  /// Of each another one that this account has given the same person there, so that whoever is removed is removed with
  /// all of them. One of whom nothing was told to have gone comes first; of several the smallest. Nothing of who is
  /// given their first.
  package static func of(
    _ added: [IdentityMapEntry], in collaboration: CollaborationKey, reader: any SharingReader
  ) throws -> [UpdateParticipantsAction.Person] {
    let fresh = Set(added.map(\.root))
    let given = try given(in: collaboration, reader).filter { !fresh.contains($0.root) }
    let gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
    return added.compactMap { one in
      let theirs = given.filter { $0.account == one.account }.map(\.root).sorted()
      return (theirs.first { !gone.contains($0) } ?? theirs.first)
        .map { .init(root: one.root, person: $0) }
    }
  }

  /// What this account has given there in any conversation, and what it is giving just now.
  private static func given(in collaboration: CollaborationKey, _ reader: any SharingReader) throws
    -> [IdentityMapEntry]
  {
    let shared = try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }.flatMap(\.participants)
    let giving = try reader.records(ShareJob.self).filter { $0.collaboration == collaboration }
      .flatMap { $0.procedure.issued + $0.procedure.pending }
    return shared.map { IdentityMapEntry(account: $0.account, root: $0.root) }
      + giving.map { IdentityMapEntry(account: $0.account, root: $0.root) }
  }
}
