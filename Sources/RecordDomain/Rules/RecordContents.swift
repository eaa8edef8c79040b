public import GroveIdentity

/// What an account keeps in containers, for an operator who hands it over or erases it.
public enum RecordContents {
  /// The account's zones in a container that have not ended, the one that is always there first.
  public static func zones(
    of account: AccountLabel, in container: ContainerID, reading reader: any RecordReader
  ) throws -> [ZoneRecord] {
    let database = RecordDatabase(container: container, owner: account)
    var found: [ZoneRecord] = []
    if let standard = try reader.zone(ZoneKey(database: database, name: .standard)) {
      found.append(standard)
    }
    var number: UInt64 = 0
    while true {
      let page = try reader.zones(
        of: database, changedAfter: number, limit: RecordLimits.zones)
      found += page.filter { $0.ending == nil && $0.isCustom }
      guard page.count == RecordLimits.zones, let last = page.last else { return found }
      number = last.changedAt
    }
  }

  /// The public zone of a container, where it has one.
  public static func publicZone(of container: ContainerID, reading reader: any RecordReader) throws
    -> ZoneRecord?
  {
    try reader.zone(
      ZoneKey(database: RecordDatabase(container: container, owner: nil), name: .standard))
  }

  /// A page of a zone's records, in the order of their last changes.
  public struct Page: Hashable, Sendable {
    public var records: [StoredRecord]
    /// Where the next page begins; nil at the end.
    public var next: UInt64?
  }

  /// - Parameters:
  ///   - number: where the page before ended; 0 at the beginning.
  ///   - creator: nil: everybody's.
  public static func page(
    of zone: ZoneID, after number: UInt64, by creator: AccountLabel? = nil,
    reading reader: any RecordReader
  ) throws -> Page {
    let found = try reader.changes(
      in: zone, after: number, shares: nil, limit: RecordLimits.pageEntries,
      bytes: RecordLimits.pageBytes)
    let records = found.changes.compactMap { change -> StoredRecord? in
      guard case .saved(let record) = change, creator == nil || record.creator == creator else {
        return nil
      }
      return record
    }
    return Page(records: records, next: found.isMore ? found.changes.last?.changedAt : nil)
  }
}
