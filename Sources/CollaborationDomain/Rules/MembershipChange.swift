import GroveIdentity

/// Gathers the writes of one identities request (protocol 9.3), under one new epoch.
struct MembershipChange {
  let epoch: UInt64
  /// Accounts that had access before and have none after, in the order they lost it.
  var lost: [AccountLabel] = []

  var collaboration: CollaborationRecord
  let accessible: AccessibleDocument
  let call: Call
  var rows: [CollaborationChange] = []
  var unbound: [BindingRecord] = []
  /// Those of the removed.
  var bindings: [RootHash: BindingRecord] = [:]
  /// By which identity an account has access afterwards, where that was looked up.
  var rests: [AccountLabel: RootHash?] = [:]
  var moved: [BindingRecord] = []
  var added: [RootHash] = []
  var removed: [IdentityRecord] = []
  /// The roots of the removed.
  var leaving: Set<RootHash> = []
  /// The removed, and what is replaced.
  var going: Set<RootHash> = []
  var replaced: [IdentityRecord] = []
  /// What came in a replaced one's place and was not there before.
  var successors: [RootHash: RootHash] = [:]
  /// Replaced ones whose places were taken by identities of other persons.
  var joined: [(old: IdentityRecord, new: RootHash)] = []
  var walks = PersonWalks()
  /// Accounts of which everything goes that no device holds.
  var shutOut: Set<AccountLabel> = []
  /// Persons of what this request adds, who may be named by what it adds after that.
  var persons: [RootHash: RootHash] = [:]
  /// Of those that came by a knock or by the link.
  var knockers: [RootHash: AccountLabel] = [:]
  /// Those of the removed whose people have nothing left, each with the first identity of its person.
  var gone: [(identity: IdentityRecord, person: RootHash)] = []

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
    for root in update.remove {
      try remove(root, only: update.removesOnlyThese, reading: reader)
    }
    going = leaving.union(update.replace.map(\.old))
    let others = update.add + update.replace.flatMap { [$0.old, $0.new] }
    guard leaving.isDisjoint(with: others) else { throw CollaborationRefusal.conflict }
    for pair in update.replace { try replace(pair, reading: reader) }
    for root in update.add { try add(root, of: update.persons[root], reading: reader) }
    try connect(reading: reader)
    if update.removesOnlyThese {
      for identity in removed { try keepAccess(without: identity, reading: reader) }
    }
    try settle(reading: reader)
  }

  /// Present and active: no change.
  private mutating func add(
    _ root: RootHash, of named: RootHash?, reading reader: any CollaborationReader
  ) throws {
    guard try reader.identity(root, in: collaboration.id) == nil else { return }
    let person = try named.map { try self.person(named: $0, reading: reader) }
    persons[root] = person
    try insert(root, of: person, reading: reader)
    added.append(root)
  }

  /// - Throws: `gone` where it was taken back before it came.
  private mutating func insert(
    _ root: RootHash, inPlaceOf old: RootHash? = nil, of person: RootHash?,
    reading reader: any CollaborationReader
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
          addedBy: call.account, addedAt: call.now, replaced: old,
          person: person == root ? nil : person)))
    collaboration.wasUsed = true
  }

  /// It may be on its way, and must not come any more.
  mutating func withdraw(_ root: RootHash) {
    rows.append(
      .withdrawIdentity(
        WithdrawnIdentity(
          collaborationID: collaboration.id, root: root,
          expiresAt: call.now + WithdrawnIdentity.lifetime)))
  }

  /// Inserts the new root, moves the binding to it, deletes the old one. A root that is not active
  /// is not replaced: replacing must not bring back somebody who was removed meanwhile. Where the new
  /// one is there instead, and not because it replaced the old one, this takes back a replacement that
  /// has not come: it must not come any more.
  private mutating func replace(
    _ pair: IdentityRules.Update.Replacement, reading reader: any CollaborationReader
  ) throws {
    let present = try reader.identity(pair.new, in: collaboration.id)
    guard let replaced = try reader.identity(pair.old, in: collaboration.id) else {
      guard let present else { throw CollaborationRefusal.conflict }
      if present.replaced != pair.old { withdraw(pair.old) }
      return
    }
    self.replaced.append(replaced)
    let members = try self.person(of: replaced, reading: reader)
    let person = staying(replaced)
    if let present {
      rows.append(.noteReplaced(collaboration.id, pair.new, inPlaceOf: pair.old))
      if present.person == nil, person != pair.new {
        rows.append(.notePerson(collaboration.id, pair.new, of: person))
      } else if !members.contains(where: { $0.root == pair.new }) {
        joined.append((replaced, pair.new))
      }
      try keepProved(present, reading: reader)
    } else {
      try insert(pair.new, inPlaceOf: pair.old, of: person, reading: reader)
      successors[pair.old] = pair.new
    }
    if var binding = try reader.binding(of: pair.old, in: collaboration.id) {
      unbound.append(binding)
      if try reader.binding(of: pair.new, in: collaboration.id) == nil {
        binding.root = pair.new
        // Below every epoch that a proof of it can have: it is inherited, also by what was there before (protocol 8.9.5).
        binding.epoch = present?.activationEpoch ?? epoch
        move(binding)
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

  func changes(reading reader: any CollaborationReader) throws -> [CollaborationChange] {
    var log = LogWriter(accessible.document, by: call)
    for account in lost { log.append(.removed(account)) }
    var caused: [CollaborationChange] = []
    if !added.isEmpty {
      caused.append(.caused(.addedCollaborator, in: accessible.document.id, by: call))
      caused += try tellingOfAdded(reading: reader)
    }
    if !removed.isEmpty {
      caused.append(.caused(.removedCollaborator, in: accessible.document.id, by: call))
      caused += try tellingOfRemoved(reading: reader)
    }
    return [.putCollaboration(collaboration)] + rows + log.changes + caused
  }
}
