import GroveIdentity

extension CollaborationReader {
  /// Every active identity of one person, as the owner has said it (decision 0036), ascending: what is named by this
  /// one, what it names, and so on. A few look-ups for each; nothing where the root is not there and nothing names it.
  /// - Parameter known: the root's own row, if it is there and was read.
  func person(of root: RootHash, _ known: IdentityRecord? = nil, in id: CollaborationID) throws
    -> [IdentityRecord]
  {
    var found = known.map { [root: $0] } ?? [:]
    var (seen, waiting): (Set<RootHash>, [RootHash]) = ([root], [root])
    while let next = waiting.popLast() {
      // All of them: who was left out would survive a removal.
      let named = try identities(
        ofPerson: next, in: id, limit: IdentityRules.maximumIdentities)
      let own = try found[next] ?? identity(next, in: id)
      for record in [own].compactMap(\.self) + named {
        found[record.root] = record
        for other in [record.root, record.person].compactMap(\.self)
        where seen.insert(other).inserted { waiting.append(other) }
      }
    }
    return found.values.sorted { $0.root < $1.root }
  }

  /// These first, and then the others of their persons.
  func theirs(_ roots: [RootHash], in id: CollaborationID) throws -> [RootHash] {
    var found: Set<RootHash> = []
    var others: [RootHash] = []
    for root in roots where !found.contains(root) {
      let person = try person(of: root, in: id).map(\.root)
      found.formUnion(person)
      others += person
    }
    var seen = Set(roots)
    return roots + others.filter { seen.insert($0).inserted }
  }
}
