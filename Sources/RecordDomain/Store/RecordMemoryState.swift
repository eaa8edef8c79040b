import CollaborationDomain
import GroveIdentity

/// The rows of a `RecordMemoryStore`, as a value, beside those of the collaborations.
struct RecordMemoryState: Sendable {
  struct UserKey: Hashable, Sendable {
    var container: ContainerID
    var account: AccountLabel
  }

  struct Key: Hashable, Sendable {
    var zone: ZoneID
    var name: RecordName
  }

  struct DeletionKey: Hashable, Sendable {
    var zone: ZoneID
    var name: RecordName
    var leftShare: RecordName?
  }

  var people = MemoryRows()
  var users: [UserKey: RecordUser] = [:]
  var clocks: [ContainerID: UInt64] = [:]
  var zones: [ZoneID: ZoneRecord] = [:]
  private(set) var records: [Key: StoredRecord] = [:]
  /// Indexes over `records`: right below one, and going with one.
  private var below: [Key: SortedNames] = [:]
  private var goingWith: [Key: Set<RecordName>] = [:]
  var deletions: [DeletionKey: RecordDeletion] = [:]
  var shares: [Key: RecordShare] = [:]
  var assets = AssetMemoryRows()

  mutating func apply(_ change: RecordChange) throws {
    switch change {
    case .collaboration(let change): try people.apply(change)
    case .putUser(let user):
      users[UserKey(container: user.container, account: user.account)] = user
    case .setClock(let container, let number): clocks[container] = number
    case .putZone(let zone): zones[zone.id] = zone
    case .forgetContent(let zone):
      for key in records.keys where key.zone == zone { set(nil, at: key) }
      deletions = deletions.filter { $0.key.zone != zone }
      shares = shares.filter { $0.key.zone != zone }
    case .putRecord(let record):
      set(record, at: Key(zone: record.zone, name: record.name))
      deletions[DeletionKey(zone: record.zone, name: record.name, leftShare: nil)] = nil
    case .removeRecord(let name, let zone): set(nil, at: Key(zone: zone, name: name))
    case .putDeletion(let gone):
      deletions[DeletionKey(zone: gone.zone, name: gone.name, leftShare: gone.leftShare)] = gone
    case .forgetDeletions(let zone, let number):
      deletions = deletions.filter { $0.key.zone != zone || $0.value.changedAt > number }
    case .removeZone(let zone): zones[zone] = nil
    case .putShare(let share): shares[Key(zone: share.zone, name: share.name)] = share
    case .removeShare(let name, let zone): shares[Key(zone: zone, name: name)] = nil
    case .asset(let change): assets.apply(change)
    }
  }
}

extension RecordMemoryState {
  private mutating func set(_ record: StoredRecord?, at key: Key) {
    func at(_ name: RecordName) -> Key { Key(zone: key.zone, name: name) }
    if let old = records[key] {
      if let parent = old.parent { below[at(parent)]?.remove(key.name) }
      for owner in old.owners { goingWith[at(owner)]?.remove(key.name) }
    }
    records[key] = record
    guard let record else { return }
    if let parent = record.parent { below[at(parent), default: SortedNames()].insert(key.name) }
    for owner in record.owners { goingWith[at(owner), default: []].insert(key.name) }
  }
}

extension RecordMemoryState: RecordReader {
  var collaborations: any CollaborationReader { people.reader }

  func user(_ account: AccountLabel, in container: ContainerID) -> RecordUser? {
    users[UserKey(container: container, account: account)]
  }

  func user(named name: RecordUserName, in container: ContainerID) -> RecordUser? {
    users.values.first { $0.name == name && $0.container == container }
  }

  func containers(of account: AccountLabel) -> [ContainerID] {
    users.keys.filter { $0.account == account }.map(\.container).sorted()
  }

  func clock(of container: ContainerID) -> UInt64 { clocks[container] ?? 0 }

  func zone(_ key: ZoneKey) -> ZoneRecord? {
    zones.values.first { $0.key == key && $0.ending == nil }
  }

  func zone(_ id: ZoneID) -> ZoneRecord? { zones[id] }

  func countZones(of database: RecordDatabase, upTo limit: Int) -> Int {
    min(limit, zones.values.count { $0.key.database == database && $0.ending == nil })
  }

  func zones(of database: RecordDatabase, changedAfter number: UInt64, limit: Int) -> [ZoneRecord] {
    let found = zones.values.filter { $0.key.database == database && $0.changedAt > number }
    return Array(found.sorted { $0.changedAt < $1.changedAt }.prefix(limit))
  }

  func record(_ name: RecordName, in zone: ZoneID) -> StoredRecord? {
    records[Key(zone: zone, name: name)]
  }

  func children(of parent: RecordName, in zone: ZoneID, after name: RecordName?, limit: Int)
    -> [StoredRecord]
  {
    let rest = below[Key(zone: zone, name: parent)]?.after(name).prefix(limit) ?? []
    return rest.compactMap { record($0, in: zone) }
  }

  func owned(by name: RecordName, in zone: ZoneID, limit: Int) -> [RecordName] {
    Array((goingWith[Key(zone: zone, name: name)] ?? []).sorted().prefix(limit))
  }

  func changes(
    in zone: ZoneID, after number: UInt64, shares: [RecordName]?, limit: Int, bytes: Int
  ) throws -> (changes: [ZoneChange], isMore: Bool) {
    let saved = records.values.filter { record in
      record.zone == zone && record.changedAt > number
        && shares.map { shares in record.coveringShare.map(shares.contains) ?? false } ?? true
    }
    let gone = deletions.values.filter { gone in
      gone.zone == zone && gone.changedAt > number
        && shares.map { shares in
          (gone.leftShare ?? gone.coveringShare).map(shares.contains) ?? false
        }
          ?? (gone.leftShare == nil)
    }
    let all = (saved.map(ZoneChange.saved) + gone.map(ZoneChange.deleted))
      .sorted { $0.changedAt < $1.changedAt }
    var page: [ZoneChange] = []
    var size = 0
    for change in all.prefix(limit) where page.isEmpty || size < bytes {
      if case .saved(let record) = change { size += try FieldCoding.encode(record.fields).count }
      page.append(change)
    }
    return (page, page.count < all.count)
  }

  func oldDeletions(before time: UInt64, limit: Int) -> [(zone: ZoneID, upTo: UInt64)] {
    let old = Dictionary(grouping: deletions.values.filter { $0.at < time }, by: \.zone)
    return old.sorted { $0.key < $1.key }.prefix(limit).map { zone, gone in
      (zone, gone.map(\.changedAt).max() ?? 0)
    }
  }

  func endedZones(before time: UInt64, limit: Int) -> [ZoneID] {
    let old = zones.values.filter { zone in zone.endedAt.map { $0 < time } ?? false }
    return Array(old.map(\.id).sorted().prefix(limit))
  }

  func share(_ name: RecordName, in zone: ZoneID) -> RecordShare? {
    shares[Key(zone: zone, name: name)]
  }

  func share(of document: DocumentID) -> RecordShare? {
    shares.values.first { $0.documentID == document }
  }

  func shares(in zone: ZoneID, limit: Int) -> [RecordShare] {
    Array(shares.values.filter { $0.zone == zone }.sorted { $0.name < $1.name }.prefix(limit))
  }

  func shares(grantedTo account: AccountLabel, container: ContainerID, zone: ZoneID?, limit: Int)
    throws
    -> [RecordShare]
  {
    let documents = Set(
      try people.reader.documents(grantedTo: account, kind: .records, after: nil, limit: .max).map(
        \.id))
    let found = shares.values.filter { share in
      documents.contains(share.documentID) && (zone ?? share.zone) == share.zone
        && zones[share.zone]?.key.database.container == container
    }
    return Array(found.sorted { ($0.zone, $0.name) < ($1.zone, $1.name) }.prefix(limit))
  }
}

/// Names in their order, found by halving.
private struct SortedNames: Sendable {
  private var names: [RecordName] = []

  func after(_ name: RecordName?) -> ArraySlice<RecordName> {
    guard let name else { return names[...] }
    let place = place(of: name)
    return names[(place < names.count && names[place] == name ? place + 1 : place)...]
  }

  mutating func insert(_ name: RecordName) {
    let place = place(of: name)
    if place == names.count || names[place] != name { names.insert(name, at: place) }
  }

  mutating func remove(_ name: RecordName) {
    let place = place(of: name)
    if place < names.count, names[place] == name { names.remove(at: place) }
  }

  /// Of the first that is not before the name.
  private func place(of name: RecordName) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
