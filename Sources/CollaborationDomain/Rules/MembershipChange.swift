import GroveIdentity

/// Gathers the writes of one identities request (protocol 9.3), under one new epoch.
struct MembershipChange {
  let epoch: UInt64
  /// Accounts that had access before and have none after, in the order they lost it.
  private(set) var lost: [AccountLabel] = []

  private var collaboration: CollaborationRecord
  private let accessible: AccessibleDocument
  private let call: Call
  private var rows: [CollaborationChange] = []
  private var unbound: [BindingRecord] = []
  private var moved: [BindingRecord] = []
  private var added: [RootHash] = []
  private var removed: [RootHash] = []
  /// Of those that came by a knock or by the link.
  private var knockers: [RootHash: AccountLabel] = [:]

  init(_ collaboration: CollaborationRecord, of accessible: AccessibleDocument, by call: Call) {
    self.collaboration = collaboration
    self.accessible = accessible
    self.call = call
    epoch = collaboration.epoch + 1
    self.collaboration.epoch = epoch
  }

  mutating func apply(_ update: IdentityRules.Update, reading reader: any CollaborationReader)
    throws
  {
    for root in update.remove { try remove(root, reading: reader) }
    for pair in update.replace { try replace(pair, reading: reader) }
    for root in update.add { try add(root, reading: reader) }
    try settle(reading: reader)
  }

  /// Present and active: no change.
  private mutating func add(_ root: RootHash, reading reader: any CollaborationReader) throws {
    guard try reader.identity(root, in: collaboration.id) == nil else { return }
    try insert(root, reading: reader)
    added.append(root)
  }

  /// - Throws: `gone` where it was taken back before it came.
  private mutating func insert(
    _ root: RootHash, inPlaceOf old: RootHash? = nil, reading reader: any CollaborationReader
  ) throws {
    if let withdrawn = try reader.withdrawn(root, in: collaboration.id),
      withdrawn.expiresAt > call.now
    {
      throw CollaborationRefusal.gone
    }
    rows.append(
      .insertIdentity(
        IdentityRecord(
          collaborationID: collaboration.id, root: root, activationEpoch: epoch,
          addedBy: call.account, addedAt: call.now, replaced: old)))
    collaboration.wasUsed = true
  }

  /// It may be on its way, and must not come any more.
  private mutating func withdraw(_ root: RootHash) {
    rows.append(
      .withdrawIdentity(
        WithdrawnIdentity(
          collaborationID: collaboration.id, root: root,
          expiresAt: call.now + WithdrawnIdentity.lifetime)))
  }

  private mutating func remove(_ root: RootHash, reading reader: any CollaborationReader) throws {
    guard let identity = try reader.identity(root, in: collaboration.id) else {
      return withdraw(root)
    }
    let binding = try reader.binding(of: root, in: collaboration.id)
    if let binding { unbound.append(binding) }
    if try reader.noticeAddress(of: root, in: collaboration.id) != nil {
      rows.append(.keepLastAddress(collaboration.id, root))
    }
    if identity.origin.isHeldByNoDevice { knockers[root] = binding?.account }
    rows.append(.removeIdentity(collaboration.id, root))
    removed.append(root)
  }

  /// Inserts the new root, moves the binding to it, deletes the old one. A root that is not active
  /// is not replaced: replacing must not bring back somebody who was removed meanwhile. Where the new
  /// one is there instead, and not because it replaced the old one, this takes back a replacement that
  /// has not come: it must not come any more.
  private mutating func replace(
    _ pair: IdentityRules.Update.Replacement, reading reader: any CollaborationReader
  ) throws {
    let present = try reader.identity(pair.new, in: collaboration.id)
    guard try reader.identity(pair.old, in: collaboration.id) != nil else {
      guard let present else { throw CollaborationRefusal.conflict }
      if present.replaced != pair.old { withdraw(pair.old) }
      return
    }
    if let present {
      rows.append(.noteReplaced(collaboration.id, pair.new, inPlaceOf: pair.old))
      try keepProved(present, reading: reader)
    } else {
      try insert(pair.new, inPlaceOf: pair.old, reading: reader)
    }
    if var binding = try reader.binding(of: pair.old, in: collaboration.id) {
      unbound.append(binding)
      if try reader.binding(of: pair.new, in: collaboration.id) == nil {
        binding.root = pair.new
        binding.epoch = epoch
        moved.append(binding)
        rows.append(.putBinding(binding))
        if try reader.noticeAddress(of: pair.old, in: collaboration.id) != nil {
          rows.append(.moveNoticeAddress(collaboration.id, pair.old, to: pair.new))
        }
      }
    }
    rows.append(.removeIdentity(collaboration.id, pair.old))
  }

  /// What was proved before its identity took another's place is not inherited by that (protocol 8.9.5).
  private mutating func keepProved(
    _ identity: IdentityRecord, reading reader: any CollaborationReader
  ) throws {
    guard identity.replaced == nil,
      var proved = try reader.binding(of: identity.root, in: collaboration.id),
      proved.epoch == identity.activationEpoch
    else { return }
    proved.epoch = epoch
    rows.append(.putBinding(proved))
  }

  /// Who of the unbound has nothing left: no binding that was moved, no other active identity.
  private mutating func settle(reading reader: any CollaborationReader) throws {
    let gone = Set(unbound.map(\.root))
    let kept = Set(moved.map(\.account))
    for account in unbound.map(\.account) where !lost.contains(account) {
      guard account != accessible.document.owner, !kept.contains(account) else { continue }
      let rest = try reader.activeBindings(of: account, in: collaboration.id)
      if rest.allSatisfy({ gone.contains($0.root) }) { lost.append(account) }
    }
  }

  func changes(reading reader: any CollaborationReader) throws -> [CollaborationChange] {
    var log = LogWriter(accessible.document, by: call)
    for account in lost { log.append(.removed(account)) }
    var caused: [CollaborationChange] = []
    if !added.isEmpty {
      caused.append(.caused(.addedCollaborator, in: accessible.document.id, by: call))
      caused += try telling(.addedCollaborator, of: added, reading: reader)
    }
    if !removed.isEmpty {
      caused.append(.caused(.removedCollaborator, in: accessible.document.id, by: call))
      caused += try telling(.removedCollaborator, of: removed, reading: reader)
    }
    return [.putCollaboration(collaboration)] + rows + log.changes + caused
  }

  /// More at once are told of as several.
  private static let mostNamed = 16

  /// Of one who was added it says who it is, of several it does not. Whoever was removed is named also among
  /// several: the others' cards count them no more.
  private func telling(
    _ kind: CausedEvent.Kind, of roots: [RootHash], reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    let isNamed =
      roots.count == 1 || (kind == .removedCollaborator && roots.count <= Self.mostNamed)
    return try (isNamed ? roots.map(Optional.some) : [nil]).flatMap { root in
      try reader.telling(
        kind, about: root, in: collaboration.id, by: call.account,
        knocker: root.flatMap { knockers[$0] }, at: call.now)
    }
  }
}
