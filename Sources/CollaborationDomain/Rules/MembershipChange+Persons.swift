import GroveIdentity

/// Whose the identities of a change are, and what goes with them.
extension MembershipChange {
  /// Whose the named identity is. One that is not there is taken as it is, because it may have been removed or
  /// replaced since: so what names it later belongs to the same person again.
  /// - Throws: `personUnknown` for one that the caller has not given; `limitExceeded`.
  func person(named root: RootHash, reading reader: any CollaborationReader) throws
    -> RootHash
  {
    let known = try reader.identity(root, in: collaboration.id)
    if let known, known.addedBy != call.account || known.origin.isHeldByNoDevice {
      throw CollaborationRefusal.personUnknown
    }
    let person = persons[root] ?? known?.person ?? root
    let others = try reader.identities(
      ofPerson: person, in: collaboration.id, limit: IdentityRules.maximumOfPerson)
    let here = persons.values.count { $0 == person }
    guard others.count + here < IdentityRules.maximumOfPerson else {
      throw CollaborationRefusal.limitExceeded
    }
    return person
  }

  /// With every identity of its person that is active now, unless this one alone is meant.
  mutating func remove(
    _ root: RootHash, only: Bool, reading reader: any CollaborationReader
  ) throws {
    guard !leaving.contains(root) else { return }
    let named = try reader.identity(root, in: collaboration.id)
    if named == nil { withdraw(root) }
    let all =
      only
      ? named.map { [$0] } ?? []
      : try walks.person(of: root, named, in: collaboration.id, reading: reader)
    for identity in all {
      try take(identity, reading: reader)
      guard !only, let account = bindings[identity.root]?.account else { continue }
      try shutOut(account, reading: reader)
    }
  }

  private mutating func take(_ identity: IdentityRecord, reading reader: any CollaborationReader)
    throws
  {
    guard leaving.insert(identity.root).inserted else { return }
    removed.append(identity)
    guard let binding = try reader.binding(of: identity.root, in: collaboration.id) else { return }
    unbound.append(binding)
    bindings[identity.root] = binding
    if identity.origin.isHeldByNoDevice { knockers[identity.root] = binding.account }
  }

  /// Whoever is removed by an invitation is not in it by a knock or by the link.
  private mutating func shutOut(
    _ account: AccountLabel, reading reader: any CollaborationReader
  ) throws {
    guard account != accessible.document.owner, shutOut.insert(account).inserted else { return }
    for binding in try reader.activeBindings(of: account, in: collaboration.id)
    where !leaving.contains(binding.root) {
      guard let identity = try reader.identity(binding.root, in: collaboration.id),
        identity.origin.isHeldByNoDevice
      else { continue }
      try take(identity, reading: reader)
    }
  }

  /// Whose an identity is, by the first on the way that stays or that nobody stands for.
  func staying(_ identity: IdentityRecord) -> RootHash {
    var (seen, last): (Set<RootHash>, IdentityRecord) = ([identity.root], identity)
    while let next = last.person, seen.insert(next).inserted {
      guard going.contains(next), let record = walks.records[next] else { return next }
      last = record
    }
    return last.root
  }

  /// Those that named one that goes stay their person's, and what took the place of one joins two persons.
  mutating func connect(reading reader: any CollaborationReader) throws {
    var done: Set<RootHash> = []
    for identity in removed + replaced
    where identity.person != nil && !done.contains(identity.root) {
      let person = try person(of: identity, reading: reader)
      done.formUnion(person.map(\.root))
      for other in person where !going.contains(other.root) {
        guard let named = other.person, going.contains(named) else { continue }
        let kept = staying(other)
        guard kept != named, kept != other.root else { continue }
        rows.append(.notePerson(collaboration.id, other.root, of: kept))
      }
    }
    for (old, new) in joined {
      for other in try person(of: old, reading: reader) where !going.contains(other.root) {
        rows.append(.notePerson(collaboration.id, other.root, of: new))
      }
    }
  }

  /// Every active identity of its person.
  mutating func person(of identity: IdentityRecord, reading reader: any CollaborationReader) throws
    -> [IdentityRecord]
  {
    try walks.person(of: identity.root, identity, in: collaboration.id, reading: reader)
  }

  /// Whoever came by one of several invitations, and loses that one alone, keeps access by another that nobody has
  /// used: as if that had taken its place.
  mutating func keepAccess(
    without identity: IdentityRecord, reading reader: any CollaborationReader
  ) throws {
    guard let account = bindings[identity.root]?.account,
      try rest(of: account, reading: reader) == nil
    else { return }
    let person = try person(of: identity, reading: reader)
    for other in person where !leaving.contains(other.root) {
      let root = successors[other.root] ?? other.root
      guard root != other.root || !going.contains(root),
        try reader.binding(of: other.root, in: collaboration.id) == nil,
        !moved.contains(where: { $0.root == root })
      else { continue }
      let isNew = root != other.root
      let binding = BindingRecord(
        collaborationID: collaboration.id, root: root, account: account,
        epoch: isNew ? epoch : other.activationEpoch, boundAt: call.now)
      move(binding)
      if !isNew, other.replaced == nil {
        rows.append(.noteReplaced(collaboration.id, root, inPlaceOf: identity.root))
      }
      return
    }
  }

  /// The account is in by this identity from now on.
  mutating func move(_ binding: BindingRecord) {
    moved.append(binding)
    rests[binding.account] = binding.root
    rows.append(.putBinding(binding))
  }
}

/// The persons whom a change meets, each looked up once.
struct PersonWalks {
  /// Every row that was found.
  private(set) var records: [RootHash: IdentityRecord] = [:]
  private var places: [RootHash: Int] = [:]
  private var persons: [[IdentityRecord]] = []

  /// What `CollaborationReader.person(of:in:)` finds.
  /// - Parameter known: the root's own row, if it is there and was read.
  mutating func person(
    of root: RootHash, _ known: IdentityRecord?, in id: CollaborationID,
    reading reader: any CollaborationReader
  ) throws -> [IdentityRecord] {
    if let place = places[root] { return persons[place] }
    let person: [IdentityRecord]
    if let known, known.person == nil, known.origin.isHeldByNoDevice {
      // Nothing can name it.
      person = [known]
    } else {
      person = try reader.person(of: root, known, in: id)
    }
    for found in [root] + person.map(\.root) { places[found] = persons.count }
    for found in person { records[found.root] = found }
    persons.append(person)
    return person
  }
}
