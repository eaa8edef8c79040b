package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Who takes part in a collaboration, as one inviter told it (protocol 6.2, 12.3).
///
/// Each inviter has a record of its own: nobody can speak for another's list. Records are asked in
/// the order in which their inviters first appeared, so that a later invitation cannot redirect
/// mentions or bring back somebody whom the first inviter removed.
package struct KnownMembership: SharingRecord, Hashable {
  package static let kind = "membership"

  package var collaboration: CollaborationKey
  package var inviter: AccountID
  /// The smallest `order` of the inviter's invitations.
  package var order: UInt64
  package var members: CollaborationMembership
  /// Every root the inviter ever named and did not take back: a person invited twice has two, and
  /// an app may mention either (protocol 9.7, 12.5).
  package var roots: [RootHash: AccountID]
  /// Roots taken back; fresh seeds never make one again.
  package var removedRoots: Set<RootHash>
  /// Whose those were, as far as it was noted: who went is named by it. Nil: of none.
  package var takenBack: [RootHash: AccountID]?
  /// Accounts whose last root was taken back (protocol 12.7).
  package var former: Set<AccountID>
  /// Roots of accounts that had access by another when they were named; nil: none.
  package var further: Set<RootHash>?

  package var key: [UInt8] { collaboration.bytes + inviter.bytes }

  package init(
    _ collaboration: CollaborationKey, inviter: AccountID, order: UInt64,
    identityMap: [IdentityMapEntry], epoch: UInt64
  ) {
    self.collaboration = collaboration
    self.inviter = inviter
    self.order = order
    members = CollaborationMembership(
      audience: collaboration.audience, collaborationID: collaboration.collaborationID,
      inviter: inviter, identityMap: identityMap, epoch: epoch)
    roots = [:]
    removedRoots = []
    former = []
    for entry in identityMap { roots[entry.root] = entry.account }
  }

  /// Takes over an update, or the map of another invitation of the same inviter.
  package mutating func apply(
    _ update: MembershipUpdate, from sender: AccountID, isAttested: Bool = false
  )
    -> CollaborationMembership.Refusal?
  {
    for entry in update.added {
      if let owner = roots[entry.root], owner != entry.account { return .rootTaken }
    }
    if let refusal = members.apply(update, from: sender, isAttested: isAttested) {
      return refusal
    }
    let before = Set(roots.values)
    for root in update.removed {
      if let account = roots.removeValue(forKey: root) {
        takenBack = (takenBack ?? [:]).merging([root: account]) { $1 }
      }
      removedRoots.insert(root)
    }
    for entry in update.added where !removedRoots.contains(entry.root) {
      roots[entry.root] = entry.account
    }
    let now = Set(roots.values)
    former = former.union(before.subtracting(now)).subtracting(now)
    keepOthers(of: before.intersection(now))
    return nil
  }

  /// Whoever loses the identity that was given last takes part by another that stands, as far as the list has room: an
  /// inviter may have filled it. It has epoch 0, so that whatever is told of them comes after it.
  private mutating func keepOthers(of accounts: Set<AccountID>) {
    let room = max(0, ShareProcedure.maximumParticipants - members.members.count)
    let lost = accounts.filter { members.root(of: $0) == nil }.sorted()
    let kept = lost.prefix(room).compactMap { account in
      roots.filter { $0.value == account }.keys.min().map {
        IdentityMapEntry(account: account, root: $0)
      }
    }
    // What would be refused, though nothing here is, changes nothing.
    _ = members.apply(
      MembershipUpdate(
        audience: collaboration.audience, collaborationID: collaboration.collaborationID, epoch: 0,
        added: kept, removed: []), from: inviter)
  }

  /// Takes over the map of another invitation: an update that removes nobody.
  package mutating func merge(_ identityMap: [IdentityMapEntry], epoch: UInt64)
    -> CollaborationMembership.Refusal?
  {
    apply(
      MembershipUpdate(
        audience: collaboration.audience, collaborationID: collaboration.collaborationID,
        epoch: epoch, added: identityMap, removed: []),
      from: inviter)
  }
}

extension KnownMembership {
  /// The inviter's record with this map taken over; nil where they contradict each other.
  package static func merging(
    _ identityMap: [IdentityMapEntry], epoch: UInt64, of inviter: AccountID,
    in collaboration: CollaborationKey, order: UInt64, reader: any SharingReader
  ) throws -> KnownMembership? {
    let known = try reader.record(
      KnownMembership.self, key: collaboration.bytes + inviter.bytes)
    guard let before = known else {
      return try KnownMembership(
        collaboration, inviter: inviter, order: order, identityMap: identityMap, epoch: epoch
      )
      .notingFurther(since: nil, reader: reader)
    }
    var now = before
    guard now.merge(identityMap, epoch: epoch) == nil else { return nil }
    return try now.notingFurther(since: before, reader: reader)
  }

  /// Whoever is given a further identity, because the document was shared with them once more, was in it before:
  /// nobody added them. Identities in the place of others, and of who comes back, are no further ones.
  package func notingFurther(since before: KnownMembership?, reader: any SharingReader) throws
    -> KnownMembership
  {
    let there = try KnownParticipants(collaboration, reader: reader)
    let gone = try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? []
    let left = removedRoots.union(gone)
    let new = roots.filter { root, account in
      before?.roots[root] == nil
        && !there.roots(of: account).subtracting(left).subtracting([root]).isEmpty
    }
    guard !new.isEmpty else { return self }
    var noted = self
    noted.further = (further ?? []).union(new.keys)
    return noted
  }
}

/// All that is known about who takes part, first inviter first.
package struct KnownParticipants {
  package let records: [KnownMembership]

  package init(_ collaboration: CollaborationKey, reader: any SharingReader) throws {
    records = try reader.records(KnownMembership.self, prefix: collaboration.bytes)
      .sorted { $0.order < $1.order }
  }

  /// The one account a root stands for (protocol 12.5): the first inviter who named it decides.
  package func account(of root: RootHash) -> AccountID? {
    for record in records {
      if let account = record.roots[root] { return account }
      if record.removedRoots.contains(root) { return nil }
    }
    return nil
  }

  /// Whose it is, or was until it was taken back: who went is named, whether their inviter or the server says so first.
  package func holder(of root: RootHash) -> AccountID? {
    let record = records.first { $0.roots[root] != nil || $0.removedRoots.contains(root) }
    return record?.roots[root] ?? record?.takenBack?[root]
  }

  /// By whose hand a document ends for everybody: their identities in other conversations went with it, and the server can
  /// tell it under one alone, which this person may not know. Nil where several have shared it.
  package var onlyInviter: AccountID? { records.count == 1 ? records[0].inviter : nil }

  /// Every root that stands for the account, as its inviters named them.
  package func roots(of account: AccountID) -> Set<RootHash> {
    Set(records.flatMap { $0.roots.filter { $0.value == account }.keys })
  }

  /// Of everybody but who has shared it.
  package var rootsOfInvited: [RootHash] {
    let inviters = Set(records.map(\.inviter))
    return records.flatMap { $0.roots.filter { !inviters.contains($0.value) }.keys }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Whether a root was made for an account that had access by another.
  package func isFurther(_ root: RootHash) -> Bool {
    records.contains { $0.further?.contains(root) == true }
  }

  /// The list in which the account takes part; nil where it does not, or where an inviter before
  /// that one removed it.
  package func membership(of account: AccountID) -> CollaborationMembership? {
    for record in records {
      if record.members.root(of: account) != nil { return record.members }
      if record.former.contains(account) { return nil }
    }
    return nil
  }

  /// Everybody who takes part.
  package var accounts: Set<AccountID> {
    Set(records.flatMap(\.members.members.keys)).filter { membership(of: $0) != nil }
  }
}
