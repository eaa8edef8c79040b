public import CollaborationDomain
public import GroveIdentity

/// What follows for a share's record when its people change by the rules of documents: by an identity that is added or
/// removed, a proof, somebody who leaves.
public enum ShareFollowing {
  /// Such a record comes to the end of its zone's feed, so that devices look at it again. Its change tag stays: nobody's
  /// copy of its fields is out of date. Part of the transaction that writes `changes`.
  ///
  /// - Returns: what is to be written after them.
  public static func changes(after changes: [RecordChange], reading reader: any RecordReader)
    throws -> [RecordChange]
  {
    var following: [RecordChange] = []
    for id in Set(changes.compactMap(\.changedPeople)).sorted() {
      guard let share = try reader.share(whosePeopleAre: id) else { continue }
      following += try moving(share, after: changes + following, reading: reader)
    }
    return following
  }

  private static func moving(
    _ share: RecordShare, after changes: [RecordChange], reading reader: any RecordReader
  ) throws -> [RecordChange] {
    var (zone, clock): (ZoneRecord?, UInt64?)
    for change in changes {
      switch change {
      // It is there already, or is none any more.
      case .putRecord(let record) where record.zone == share.zone && record.name == share.name:
        return []
      case .removeShare(share.name, share.zone), .forgetContent(share.zone): return []
      case .putZone(let written) where written.id == share.zone: zone = written
      default: break
      }
    }
    guard var zone = try zone ?? reader.zone(share.zone), zone.ending == nil,
      var record = try reader.record(share.name, in: share.zone)
    else { return [] }
    let container = zone.key.database.container
    for case .setClock(container, let number) in changes { clock = number }
    let next = try (clock ?? reader.clock(of: container)) + 1
    record.changedAt = next
    zone.changedAt = next
    return [.setClock(container, next), .putRecord(record), .putZone(zone)]
  }
}

extension RecordReader {
  /// The share whose people a collaboration's are; nil of documents that share no records, which is asked of themselves:
  /// shares lie with their zone, and each grant would ask every part of a divided table for them.
  func share(whosePeopleAre id: CollaborationID) throws -> RecordShare? {
    guard let document = try collaborations.collaboration(id)?.documentID,
      try collaborations.document(document)?.kind == .records
    else { return nil }
    return try share(of: document)
  }
}

extension RecordChange {
  /// The collaboration whose people it changes.
  fileprivate var changedPeople: CollaborationID? {
    guard case .collaboration(let change) = self else { return nil }
    return change.changedPeople
  }
}

extension CollaborationChange {
  /// The collaboration whose people it changes; nil for one that ends, which takes its share along.
  public var changedPeople: CollaborationID? {
    switch self {
    case .insertIdentity(let identity): identity.collaborationID
    case .removeIdentity(let id, _), .removeBinding(let id, _): id
    case .putBinding(let binding): binding.collaborationID
    default: nil
    }
  }
}
