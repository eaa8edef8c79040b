import GroveIdentity

extension CollaborationReader {
  /// Every active identity of one person, as the owner has said it (decision 0036), ascending: what is named by this
  /// one, what it names, and so on. A few look-ups for each; nothing where the root is not there and nothing names it.
  func person(of root: RootHash, in id: CollaborationID) throws -> [IdentityRecord] {
    var found: [RootHash: IdentityRecord] = [:]
    var (seen, waiting): (Set<RootHash>, [RootHash]) = ([root], [root])
    while let next = waiting.popLast() {
      let named = try identities(
        ofPerson: next, in: id, limit: IdentityRules.maximumOfPerson)
      for record in try [identity(next, in: id)].compactMap(\.self) + named {
        found[record.root] = record
        for other in [record.root, record.person].compactMap(\.self)
        where seen.insert(other).inserted { waiting.append(other) }
      }
    }
    return found.values.sorted { $0.root < $1.root }
  }

  /// These first, and then the others of their persons.
  func theirs(_ roots: [RootHash], in id: CollaborationID) throws -> [RootHash] {
    let others = try roots.flatMap { try person(of: $0, in: id).map(\.root) }
    var seen = Set(roots)
    return roots + others.filter { seen.insert($0).inserted }
  }
}
