public import CollaborationDomain
public import GroveIdentity

/// Erasing the records of an account that is being deleted, in steps that do not hold up a server that runs: after
/// `AccountDeletion.begin`, before its documents are deleted. Each may be repeated, and so may all of them after an
/// interruption.
public enum RecordErasure {
  /// Deletes one zone of the account's with all that is in it, the one that is always there among them. Its shares end;
  /// devices hear that its person erased it.
  /// - Returns: whose access to its shares has ended; nil when no zone is left.
  public static func zone(
    of account: AccountLabel, at now: UInt64, reading reader: any RecordReader
  )
    throws -> RecordDecision<[Revocation]?>
  {
    for container in try reader.containers(of: account) {
      let zones = try RecordContents.zones(of: account, in: container, reading: reader)
      guard let zone = zones.first else { continue }
      let ended = try ZoneRules.end(zone, .purged, at: now, reading: reader)
      return RecordDecision(ended.revocations, changes: ended.changes)
    }
    return RecordDecision(nil)
  }

  /// Deletes what the account has written into the public database of a container, a page of records at a time.
  /// - Parameter number: where the page before ended; 0 at the beginning.
  /// - Returns: where the next begins; nil at the end.
  public static func publicRecords(
    of account: AccountLabel, in container: ContainerID, after number: UInt64, at now: UInt64,
    reading reader: any RecordReader
  ) throws -> RecordDecision<(erased: Int, next: UInt64?)> {
    guard var zone = try RecordContents.publicZone(of: container, reading: reader) else {
      return RecordDecision((0, nil))
    }
    let page = try RecordContents.page(
      of: zone.id, after: number, by: account, reading: reader)
    let (own, next) = (page.records, page.next)
    guard !own.isEmpty else { return RecordDecision((0, next)) }
    var clock = try reader.clock(of: container)
    var changes: [RecordChange] = []
    for record in own {
      clock += 1
      zone.size -= min(record.charge, zone.size)
      changes += [
        .removeRecord(record.name, zone.id),
        .putDeletion(RecordDeletion(record, changedAt: clock, at: now)),
      ]
    }
    zone.changedAt = clock
    return RecordDecision(
      (own.count, next), changes: changes + [.setClock(container, clock), .putZone(zone)])
  }
}

extension RecordErasure {
  /// Deletes the account's uploads; their bytes go with the next sweep unless a record of somebody else names them.
  public static func uploads(of account: AccountLabel) -> RecordDecision<Void> {
    RecordDecision((), changes: [.asset(.removeUploads(of: account))])
  }
}
