import CollaborationDomain
public import GroveIdentity

/// Who may see something else in a container than before, once a decision is written: whose devices are to look again.
public struct RecordAudience: Hashable, Sendable {
  /// An account's view of a container.
  public struct Member: Hashable, Sendable {
    public var container: ContainerID
    public var account: AccountLabel
  }

  public private(set) var members: Set<Member> = []

  /// To be looked at before the changes are written: those who are about to lose a share are still there. Who reads a
  /// public database is told nothing.
  public init(of changes: [RecordChange], reading reader: any RecordReader) throws {
    var touched = Touched()
    for change in changes { touched.note(change) }
    for id in touched.people {
      guard let share = try reader.share(whosePeopleAre: id) else { continue }
      touched.shares[share.zone, default: []].insert(share.name)
      for account in touched.newcomers[id] ?? [] { try add(account, to: share.zone, reader) }
    }
    for (id, shares) in touched.shares { try add(shares, in: id, touched, reader) }
  }

  private mutating func add(
    _ names: Set<RecordName>, in id: ZoneID, _ touched: Touched, _ reader: any RecordReader
  ) throws {
    guard let zone = try touched.zones[id] ?? reader.zone(id), let owner = zone.key.database.owner
    else { return }
    let container = zone.key.database.container
    members.insert(Member(container: container, account: owner))
    let shares =
      touched.ended.contains(id)
      ? try reader.shares(in: id, limit: RecordLimits.sharesOfZone)
      : try names.union([.zoneShare]).compactMap { try reader.share($0, in: id) }
    for share in shares {
      guard let people = try reader.collaborations.document(share.documentID)?.collaborationID
      else { continue }
      for account in try reader.collaborations.boundAccounts(in: people) {
        members.insert(Member(container: container, account: account))
      }
    }
  }

  private mutating func add(_ account: AccountLabel, to id: ZoneID, _ reader: any RecordReader)
    throws
  {
    guard let container = try reader.zone(id)?.key.database.container else { return }
    members.insert(Member(container: container, account: account))
  }
}

/// What changes name.
private struct Touched {
  var zones: [ZoneID: ZoneRecord] = [:]
  /// The shares above what changed, by zone.
  var shares: [ZoneID: Set<RecordName>] = [:]
  var ended: Set<ZoneID> = []
  var people: Set<CollaborationID> = []
  var newcomers: [CollaborationID: [AccountLabel]] = [:]

  mutating func note(_ change: RecordChange) {
    switch change {
    case .putZone(let zone):
      zones[zone.id] = zone
      shares[zone.id, default: []] = shares[zone.id] ?? []
    case .putRecord(let record): insert([record.coveringShare], in: record.zone)
    case .putDeletion(let gone): insert([gone.leftShare, gone.coveringShare], in: gone.zone)
    case .removeShare(let name, let zone): insert([name], in: zone)
    case .forgetContent(let zone): ended.insert(zone)
    case .collaboration(let change):
      guard let id = change.changedPeople else { return }
      people.insert(id)
      if case .putBinding(let binding) = change {
        newcomers[id, default: []].append(binding.account)
      }
    case .putUser, .setClock, .removeRecord, .forgetDeletions, .removeZone, .putShare, .asset:
      break
    }
  }

  private mutating func insert(_ names: [RecordName?], in zone: ZoneID) {
    shares[zone, default: []].formUnion(names.compactMap(\.self))
  }
}
