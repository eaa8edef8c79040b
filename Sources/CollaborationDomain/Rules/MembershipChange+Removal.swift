import GroveIdentity

/// Who is out by the change, and what others are told of it.
extension MembershipChange {
  /// Of an identity of an account that has access by another one only the identity goes, and nobody is told.
  mutating func settle(reading reader: any CollaborationReader) throws {
    var seen: Set<AccountLabel> = [accessible.document.owner]
    for account in unbound.map(\.account) where seen.insert(account).inserted {
      guard try rest(of: account, reading: reader) == nil else { continue }
      lost.append(account)
    }
    let out = Set(lost)
    for identity in removed { try settle(identity, out, reading: reader) }
  }

  private mutating func settle(
    _ identity: IdentityRecord, _ out: Set<AccountLabel>, reading reader: any CollaborationReader
  ) throws {
    let root = identity.root
    let account = bindings[root]?.account
    if let account, !out.contains(account) {
      try keepAddress(of: root, for: account, reading: reader)
    } else {
      if try reader.noticeAddress(of: root, in: collaboration.id) != nil {
        rows.append(.keepLastAddress(collaboration.id, root))
      }
      let person = try person(of: identity, reading: reader)
      if account != nil || person.allSatisfy({ leaving.contains($0.root) }) {
        gone.append((identity, person.first?.root ?? root))
      }
    }
    rows.append(.removeIdentity(collaboration.id, root))
  }

  /// Whoever stays goes on hearing of what happens, under the identity by which they stay.
  private mutating func keepAddress(
    of root: RootHash, for account: AccountLabel, reading reader: any CollaborationReader
  ) throws {
    guard try reader.noticeAddress(of: root, in: collaboration.id) != nil,
      let rest = try rest(of: account, reading: reader)
    else { return }
    rows.append(.moveNoticeAddress(collaboration.id, root, to: rest))
  }

  /// By which identity the account has access afterwards: one that was moved to it, or another active one.
  mutating func rest(of account: AccountLabel, reading reader: any CollaborationReader) throws
    -> RootHash?
  {
    if let known = rests[account] { return known }
    let unbound = Set(unbound.map(\.root))
    let others = try reader.activeBindings(of: account, in: collaboration.id)
    let rest = others.first { !unbound.contains($0.root) }?.root
    rests[account] = .some(rest)
    return rest
  }

  /// More people at once are told of as several.
  private static let mostNamed = 16

  /// Of one who was added it says who it is, of several it does not. Whoever was removed is named also among
  /// several: the others' cards count them no more.
  func tellingOfAdded(reading reader: any CollaborationReader) throws -> [CollaborationChange] {
    try telling(.addedCollaborator, of: added.count == 1 ? added[0] : nil, reading: reader)
  }

  /// Each person under every identity that readers may know them by: who knows several shows them once.
  func tellingOfRemoved(reading reader: any CollaborationReader) throws -> [CollaborationChange] {
    let persons = Dictionary(grouping: gone, by: \.person).values
    guard !persons.isEmpty else { return [] }
    guard persons.count <= Self.mostNamed else {
      return try telling(.removedCollaborator, of: nil, reading: reader)
    }
    // The bound ones first: their person is to hear of it.
    let bound = Set(unbound.map(\.root))
    let roots = persons.flatMap { person in
      let all = person.map(\.identity.root)
      return (all.filter(bound.contains) + all.filter { !bound.contains($0) })
        .prefix(NoticeRules.actorIdentities)
    }
    return try roots.sorted().flatMap {
      try telling(.removedCollaborator, of: $0, reading: reader)
    }
  }

  private func telling(
    _ kind: CausedEvent.Kind, of root: RootHash?, reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    try reader.telling(
      kind, about: root, in: collaboration.id, by: call.account,
      knocker: root.flatMap { knockers[$0] }, at: call.now)
  }
}
