import GroveIdentity

/// How far an engine has come: what it was told, and what it has to send. It survives the process as
/// `CKSyncEngine.State.Serialization`.
struct SyncProgress: Sendable {
  typealias RecordChange = CKSyncEngine.PendingRecordZoneChange
  typealias ZoneChange = CKSyncEngine.PendingDatabaseChange

  /// Whose changes these are: the person's name in the container.
  private(set) var user: String?
  private(set) var databaseToken: CKServerChangeToken?
  private(set) var zoneTokens: [CKRecordZone.ID: CKServerChangeToken?] = [:]
  /// Zones in which something is new, the longest known first.
  private(set) var unfetched: [CKRecordZone.ID] = []
  private(set) var records = PendingList<RecordChange>()
  private(set) var zones = PendingList<ZoneChange>()
  var hasUntracked = false { didSet { revision += 1 } }
  /// Grows with every change.
  private(set) var revision: UInt64 = 0
  /// While a database is told of from the beginning once more: the zones that were known and are not told of yet.
  private var unseen: Set<CKRecordZone.ID>?

  init() {}

  // MARK: Whose it is

  /// - Returns: what has changed; nil where it is the same person as before.
  mutating func learn(_ current: String?) -> CKSyncEngine.Event.AccountChange.ChangeType? {
    let previous = user
    guard current != previous else { return nil }
    // What was pending before anybody was there is whoever's comes.
    if previous != nil { self = SyncProgress(after: revision) }
    user = current
    revision += 1
    switch (
      previous.map { CKRecord.ID(recordName: $0) }, current.map { CKRecord.ID(recordName: $0) }
    ) {
    case (nil, let now?): return .signIn(currentUser: now)
    case (let then?, nil): return .signOut(previousUser: then)
    case (let then?, let now?): return .switchAccounts(previousUser: then, currentUser: now)
    case (nil, nil): return nil
    }
  }

  private init(after revision: UInt64) { self.revision = revision }

  // MARK: Fetching

  /// A page of a database's changes was told.
  /// - Returns: zones that are gone beside those of the page: known by what is not told any more.
  mutating func take(
    changed: [CKRecordZone.ID], ended: [CKRecordZone.ID], token: CKServerChangeToken,
    isMoreComing: Bool
  ) -> [CKRecordZone.ID] {
    revision += 1
    for zone in ended { forget(zone) }
    for zone in changed {
      unseen?.remove(zone)
      if zoneTokens[zone] == nil { zoneTokens[zone] = .some(nil) }
      if !unfetched.contains(zone) { unfetched.append(zone) }
    }
    guard let missing = unseen else {
      databaseToken = token
      return []
    }
    // Half of a list from the beginning says nothing of those that are missing in it.
    guard !isMoreComing else { return [] }
    (databaseToken, unseen) = (token, nil)
    let gone = missing.sorted { ($0.zoneName, $0.ownerName) < ($1.zoneName, $1.ownerName) }
    for zone in gone { forget(zone) }
    return gone
  }

  /// The database's token has expired.
  mutating func beginAnew() {
    revision += 1
    databaseToken = nil
    unseen = Set(zoneTokens.keys)
  }

  /// Zones to be fetched now, in their order.
  func toFetch(_ options: CKSyncEngine.FetchChangesOptions) -> [CKRecordZone.ID] {
    let wanted = unfetched.filter { options.scope.contains($0) }
    let first = options.prioritizedZoneIDs.filter { wanted.contains($0) }
    return first + wanted.filter { !first.contains($0) }
  }

  func token(of zone: CKRecordZone.ID) -> CKServerChangeToken? { zoneTokens[zone] ?? nil }

  /// A page of a zone's changes was told.
  mutating func take(_ token: CKServerChangeToken, of zone: CKRecordZone.ID, isMoreComing: Bool) {
    revision += 1
    zoneTokens[zone] = .some(token)
    if !isMoreComing { unfetched.removeAll { $0 == zone } }
  }

  /// The zone's token has expired: it is told from the beginning.
  mutating func beginAnew(_ zone: CKRecordZone.ID) {
    revision += 1
    zoneTokens[zone] = .some(nil)
  }

  /// There is no such zone.
  mutating func forget(_ zone: CKRecordZone.ID) {
    revision += 1
    zoneTokens[zone] = nil
    unfetched.removeAll { $0 == zone }
    unseen?.remove(zone)
  }

  // MARK: Sending

  mutating func add(_ changes: [RecordChange]) {
    revision += 1
    records.add(changes)
  }

  mutating func remove(_ changes: [RecordChange]) {
    revision += 1
    records.remove(changes)
  }

  mutating func add(_ changes: [ZoneChange]) {
    revision += 1
    zones.add(changes)
  }

  mutating func remove(_ changes: [ZoneChange]) {
    revision += 1
    zones.remove(changes)
  }

  /// The next zones to be made and deleted; they are on their way then.
  mutating func beginZones(_ scope: CKSyncEngine.SendChangesOptions.Scope) -> [ZoneChange] {
    let next = Array(
      zones.waiting.filter { scope.contains(zone: $0.item) }.prefix(ZoneBatch.mostItems))
    if !next.isEmpty { zones.begin(next) }
    return next
  }

  mutating func endZones(keeping kept: Set<CKRecordZone.ID>) {
    revision += 1
    zones.end { kept.contains($0.item) }
  }

  mutating func beginRecords(_ changes: [RecordChange]) { records.begin(changes) }

  mutating func endRecords(keeping kept: Set<CKRecord.ID>) {
    revision += 1
    records.end { kept.contains($0.item) }
  }

  /// Nothing is known of what was on its way: all of it is to be sent.
  mutating func giveBack() {
    revision += 1
    zones.end { _ in true }
    records.end { _ in true }
  }
}

extension SyncProgress {
  /// What is kept of it.
  struct Archived: Codable, Hashable, Sendable {
    struct Zone: Codable, Hashable, Sendable {
      var id: CKRecordZoneID.Archived
      var token: Base64URLBytes?
    }

    struct Change: Codable, Hashable, Sendable {
      /// nil: the zone itself.
      var record: String?
      var zone: CKRecordZoneID.Archived
      var isDeletion: Bool
    }

    /// Of this form; another is not read.
    var version = 1
    var user: String?
    var database: Base64URLBytes?
    var zones: [Zone] = []
    var unfetched: [CKRecordZoneID.Archived] = []
    var changes: [Change] = []
    var hasUntracked = false
  }

  var archived: Archived {
    var archived = Archived()
    archived.user = user
    archived.database = databaseToken?.bytes
    archived.zones = zoneTokens.map { id, token in
      Archived.Zone(id: id.archived, token: token?.bytes)
    }.sorted { ($0.id.zone, $0.id.owner) < ($1.id.zone, $1.id.owner) }
    archived.unfetched = unfetched.map(\.archived)
    archived.changes =
      zones.all.map { change in
        if case .deleteZone(let id) = change {
          return Archived.Change(record: nil, zone: id.archived, isDeletion: true)
        }
        return Archived.Change(record: nil, zone: change.item.archived, isDeletion: false)
      }
      + records.all.map { change in
        let id = change.item
        return Archived.Change(
          record: id.recordName, zone: id.zoneID.archived, isDeletion: change == .deleteRecord(id))
      }
    archived.hasUntracked = hasUntracked
    return archived
  }

  init(_ archived: Archived) {
    user = archived.user
    databaseToken = archived.database.map { CKServerChangeToken($0) }
    for zone in archived.zones {
      zoneTokens[CKRecordZoneID(zone.id)] = .some(zone.token.map { CKServerChangeToken($0) })
    }
    // Zones are known, and no token is: the list was being told once more.
    if databaseToken == nil, !zoneTokens.isEmpty { unseen = Set(zoneTokens.keys) }
    unfetched = archived.unfetched.map { CKRecordZoneID($0) }
    hasUntracked = archived.hasUntracked
    for change in archived.changes {
      let zone = CKRecordZoneID(change.zone)
      guard let name = change.record else {
        zones.add([change.isDeletion ? .deleteZone(zone) : .saveZone(CKRecordZone(zoneID: zone))])
        continue
      }
      let id = CKRecordID(recordName: name, zoneID: zone)
      records.add([change.isDeletion ? .deleteRecord(id) : .saveRecord(id)])
    }
    revision = 0
  }
}
