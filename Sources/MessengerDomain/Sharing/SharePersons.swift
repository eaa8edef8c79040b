import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Whose new identities are (protocol 9.3.1): pure.
package enum SharePersons {
  /// Of each another one that this account has given the same person there, so that whoever is removed is removed with
  /// all of them. One of whom nothing was told to have gone comes first, then one that the same job is giving; of
  /// several the smallest. What another job is giving may never be added. Nothing of who is given their first.
  ///
  /// - Parameter giving: what the same job gives.
  package static func of(
    _ added: [IdentityMapEntry], in collaboration: CollaborationKey,
    giving: [IdentityMapEntry] = [], reader: any SharingReader
  ) throws -> [UpdateParticipantsAction.Person] {
    let fresh = Set(added.map(\.root))
    let given = try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }.flatMap(\.participants)
      .map { IdentityMapEntry(account: $0.account, root: $0.root) }
    let gone = Set(try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? [])
    return added.compactMap { one in
      func theirs(_ some: [IdentityMapEntry]) -> [RootHash] {
        some.filter { $0.account == one.account && !fresh.contains($0.root) }.map(\.root).sorted()
      }
      let known = theirs(given)
      let person = known.first { !gone.contains($0) } ?? theirs(giving).first ?? known.first
      return person.map { .init(root: one.root, person: $0) }
    }
  }
}
