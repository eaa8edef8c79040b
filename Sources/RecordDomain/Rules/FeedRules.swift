public import CollaborationDomain
import GroveIdentity

/// What has changed since somebody looked: in a zone, and which zones of a database.
public enum FeedRules {
  /// A page of a zone's changes.
  public struct ZonePage: Hashable, Sendable {
    /// By their numbers; each record once, as it is now.
    public var changes: [ZoneChange]
    /// To be given back.
    public var token: ZoneToken
    public var isMoreComing: Bool
  }

  /// The changes in a zone after a token.
  /// - Returns: a page, or `tokenExpired` where the token is of another zone, or from before what was forgotten, or
  ///   something that was told may not be seen any more.
  public static func changes(
    in address: ZoneAddress, since token: ZoneToken?, limit: Int, for call: Call,
    reading reader: any RecordReader
  ) throws -> RecordOutcome<ZonePage> {
    try outcome(looking: {
      let access = try reader.reach(address, for: call)
      let shares = access.visibleShares
      var place = token ?? ZoneToken(zone: access.zone.id, told: shares.map { $0.map(\.digest) })
      try check(place, in: access.zone, shares: shares)
      if let shares, let told = place.told.map(Set.init),
        let new = shares.first(where: { !told.contains($0.digest) })
      {
        return try catchUp(new, at: &place, limit: limit, in: access.zone, reading: reader)
      }
      let found = try reader.changes(
        in: access.zone.id, after: place.number, shares: shares,
        limit: min(max(limit, 1), RecordLimits.pageEntries), bytes: RecordLimits.pageBytes)
      // Nothing more: what others changed out of sight needs no second look.
      let newest = access.zone.changedAt
      let isMore = found.isMore
      place.number = isMore ? found.changes.last?.changedAt ?? newest : max(newest, place.number)
      return ZonePage(changes: found.changes, token: place, isMoreComing: isMore)
    })
  }

  private static func check(_ place: ZoneToken, in zone: ZoneRecord, shares: [RecordName]?) throws {
    guard place.zone == zone.id, place.number >= zone.forgottenUpTo || place.number == 0,
      place.number <= zone.changedAt, (place.told == nil) == (shares == nil)
    else { throw RecordRefusal.tokenExpired }
    let visible = Set((shares ?? []).map(\.digest))
    guard (place.told ?? []).allSatisfy(visible.contains) else { throw RecordRefusal.tokenExpired }
  }

  /// A share that came since the last look: its records from the beginning, before anything else goes on.
  private static func catchUp(
    _ share: RecordName, at place: inout ZoneToken, limit: Int, in zone: ZoneRecord,
    reading reader: any RecordReader
  ) throws -> ZonePage {
    let begin = place.catchingUp.flatMap { $0.share == share.digest ? $0.number : nil } ?? 0
    let found = try reader.changes(
      in: zone.id, after: begin, shares: [share],
      limit: min(max(limit, 1), RecordLimits.pageEntries), bytes: RecordLimits.pageBytes)
    if found.isMore, let last = found.changes.last {
      place.catchingUp = ZoneToken.CatchingUp(share: share.digest, number: last.changedAt)
    } else {
      place.catchingUp = nil
      place.told = ((place.told ?? []) + [share.digest]).sorted()
    }
    // What it has changed since the token comes again with the rest: as it is now.
    return ZonePage(changes: found.changes, token: place, isMoreComing: true)
  }

  /// A page of a database's changes.
  public struct DatabasePage: Hashable, Sendable {
    /// Zones with something new.
    public var changed: [ShownZone]
    /// Zones that are gone, or out of sight.
    public var ended: [ShownZone]
    /// To be given back.
    public var token: DatabaseToken
    public var isMoreComing: Bool
  }

  /// The zones of the caller's private database, or those that others share with them, with changes after a token.
  public static func changes(
    in container: ContainerID, scope: DatabaseToken.Scope, since token: DatabaseToken?, limit: Int,
    for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<DatabasePage> {
    try outcome(looking: {
      try reader.admit(call)
      let place = token ?? DatabaseToken(scope: scope)
      let clock = try reader.clock(of: container)
      guard place.scope == scope, place.number <= clock else { throw RecordRefusal.tokenExpired }
      switch scope {
      case .private: return try own(in: container, since: place, limit: limit, call, reader)
      case .shared: return try shared(in: container, since: place, clock: clock, call, reader)
      }
    })
  }

  private static func own(
    in container: ContainerID, since place: DatabaseToken, limit: Int, _ call: Call,
    _ reader: any RecordReader
  ) throws -> DatabasePage {
    let limit = min(max(limit, 1), RecordLimits.zones)
    let database = RecordDatabase(container: container, owner: call.account)
    let found = try reader.zones(of: database, changedAfter: place.number, limit: limit + 1)
    let page = found.prefix(limit)
    var next = place
    next.number = page.last?.changedAt ?? place.number
    return DatabasePage(
      changed: try page.filter { $0.ending == nil }.map { try reader.shown($0, to: call) },
      ended: try page.filter { $0.ending != nil }.map { try reader.shown($0, to: call) },
      token: next, isMoreComing: found.count > limit)
  }

  /// All of it at once: an account takes part in a thousand shares at most.
  private static func shared(
    in container: ContainerID, since place: DatabaseToken, clock: UInt64, _ call: Call,
    _ reader: any RecordReader
  ) throws -> DatabasePage {
    let shares = try reader.sharesInForce(for: call, in: container)
    let visible = Set(shares.map(\.share.zone)).sorted()
    let told = Set(place.zones)
    let zones = try visible.compactMap { try reader.zone($0) }.filter { $0.ending == nil }
    let gone = try told.subtracting(zones.map(\.id)).sorted().compactMap { try reader.zone($0) }
    return DatabasePage(
      changed: try zones.filter { $0.changedAt > place.number || !told.contains($0.id) }
        .map { try reader.shown($0, to: call) },
      ended: try gone.map { try reader.shown($0, to: call) },
      token: DatabaseToken(scope: .shared, number: clock, zones: zones.map(\.id)),
      isMoreComing: false)
  }
}

/// A zone as somebody is told of it.
public struct ShownZone: Hashable, Sendable {
  public var zone: ZoneRecord
  /// Whose, where it is not the caller's.
  public var owner: RecordUserName?
  /// The record of the share of the whole zone.
  public var share: RecordName?
}

extension RecordReader {
  func shown(_ zone: ZoneRecord, to call: Call) throws -> ShownZone {
    var shown = ShownZone(zone: zone)
    if let owner = zone.key.database.owner, owner != call.account {
      shown.owner = try user(owner, in: zone.key.database.container)?.name
    }
    shown.share = try share(.zoneShare, in: zone.id)?.name
    return shown
  }
}
