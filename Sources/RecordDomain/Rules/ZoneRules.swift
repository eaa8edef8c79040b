public import CollaborationDomain
import GroveIdentity

/// Containers and zones: enter, make, list, delete.
public enum ZoneRules {
  /// Random values that entering a container may use up.
  public struct Fresh: Hashable, Sendable {
    public var user: RecordUserName
    public var privateZone: ZoneID
    public var publicZone: ZoneID

    public init(user: RecordUserName, privateZone: ZoneID, publicZone: ZoneID) {
      self.user = user
      self.privateZone = privateZone
      self.publicZone = publicZone
    }
  }

  /// Gives the caller a name in the container and the zones that are always there. Doing it again changes nothing.
  public static func enter(
    _ container: ContainerID, fresh: Fresh, for call: Call, reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<RecordUser>> {
    try outcome {
      try reader.admit(call)
      if let known = try reader.user(call.account, in: container) { return RecordDecision(known) }
      let user = RecordUser(container: container, account: call.account, name: fresh.user)
      // For a backend's account it may be the first that is heard of it.
      var changes = try reader.collaborations.admitting(call).map(RecordChange.collaboration)
      changes.append(.putUser(user))
      for (owner, id) in [(call.account, fresh.privateZone), (nil, fresh.publicZone)] {
        let key = ZoneKey(
          database: RecordDatabase(container: container, owner: owner), name: .standard)
        guard try reader.zone(key) == nil else { continue }
        changes.append(.putZone(ZoneRecord(id: id, key: key, createdAt: call.now, changedAt: 0)))
      }
      return RecordDecision(user, changes: changes)
    }
  }

  /// Makes a zone in the caller's private database; one that is there stays as it is.
  /// - Returns: the zone, or `invalidArguments` for a name that the system keeps, `limitExceeded` for the 1001st.
  public static func make(
    _ name: ZoneName, in container: ContainerID, id: ZoneID, for call: Call,
    reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<ZoneRecord>> {
    try outcome {
      try reader.admit(call)
      let database = RecordDatabase(container: container, owner: call.account)
      let key = ZoneKey(database: database, name: name)
      if let known = try reader.zone(key) { return RecordDecision(known) }
      guard name.bytes.first != 0x5F else { throw RecordRefusal.invalidArguments }
      let count = try reader.countZones(of: database, upTo: RecordLimits.zones)
      guard count < RecordLimits.zones else { throw RecordRefusal.limitExceeded }
      let clock = try reader.clock(of: container) + 1
      let zone = ZoneRecord(id: id, key: key, createdAt: call.now, changedAt: clock)
      return RecordDecision(zone, changes: [.setClock(container, clock), .putZone(zone)])
    }
  }

  /// Zones by their addresses, each in its place.
  public static func fetch(
    _ addresses: [ZoneAddress], for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<[RecordOutcome<ShownZone>]> {
    try outcome(looking: {
      try reader.admit(call)
      guard addresses.count <= RecordLimits.batchItems else { throw RecordRefusal.limitExceeded }
      guard Set(addresses).count == addresses.count else { throw RecordRefusal.invalidArguments }
      return try addresses.map { address in
        try outcome(looking: { try reader.shown(reader.reach(address, for: call).zone, to: call) })
      }
    })
  }
}

extension ZoneRules {
  /// Deletes a zone of the caller's with all that is in it; shares in it end. Its name and why it went stay for a
  /// while, so that devices hear of it.
  /// - Returns: whose access has ended; empty where there is no such zone, or `invalidArguments` for the zone that
  ///   is always there.
  public static func delete(
    _ name: ZoneName, in container: ContainerID, for call: Call, reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<[Revocation]>> {
    try outcome {
      try reader.admit(call)
      guard name != .standard else { throw RecordRefusal.invalidArguments }
      let database = RecordDatabase(container: container, owner: call.account)
      guard let zone = try reader.zone(ZoneKey(database: database, name: name)) else {
        return RecordDecision([])
      }
      let ended = try end(zone, .deleted, at: call.now, reading: reader)
      return RecordDecision(ended.revocations, changes: ended.changes)
    }
  }

  /// What ends a zone, once it is decided that somebody may.
  static func end(
    _ zone: ZoneRecord, _ ending: ZoneRecord.Ending, at now: UInt64,
    reading reader: any RecordReader
  ) throws -> (revocations: [Revocation], changes: [RecordChange]) {
    let (container, owner) = (zone.key.database.container, zone.key.database.owner)
    let clock = try reader.clock(of: container) + 1
    var ended = zone
    ended.changedAt = clock
    ended.size = 0
    ended.ending = ending
    ended.endedAt = now
    var changes: [RecordChange] = [.setClock(container, clock), .putZone(ended)]
    var revocations: [Revocation] = []
    for share in try reader.shares(in: zone.id, limit: RecordLimits.sharesOfZone) {
      guard let (revocation, more) = try reader.collaborations.ending(of: share.documentID, at: now)
      else { continue }
      revocations.append(revocation)
      changes += more.map(RecordChange.collaboration)
    }
    changes.append(.forgetContent(zone.id))
    if let owner, var user = try reader.user(owner, in: container) {
      user.used -= min(zone.size, user.used)
      changes.append(.putUser(user))
    }
    return (revocations, changes)
  }
}

/// What is forgotten after a while.
public enum RecordExpiry {
  /// How long a deletion, and the name of a deleted zone, is told: 90 days, in milliseconds.
  public static let toldFor: UInt64 = 90 * 24 * 3_600_000

  /// Forgets old deletions, some zones at a time. Tokens from before them have expired.
  /// - Returns: whether there is more.
  public static func sweep(at now: UInt64, limit: Int = 100, reading reader: any RecordReader)
    throws
    -> RecordDecision<Bool>
  {
    guard now >= toldFor else { return RecordDecision(false) }
    let horizon = now - toldFor
    let old = try reader.oldDeletions(before: horizon, limit: limit)
    var changes: [RecordChange] = []
    for (id, number) in old {
      changes.append(.forgetDeletions(id, upTo: number))
      guard var zone = try reader.zone(id), zone.forgottenUpTo < number else { continue }
      zone.forgottenUpTo = number
      changes.append(.putZone(zone))
    }
    let ended = try reader.endedZones(before: horizon, limit: limit)
    changes += ended.map { RecordChange.removeZone($0) }
    return RecordDecision(old.count == limit || ended.count == limit, changes: changes)
  }
}
