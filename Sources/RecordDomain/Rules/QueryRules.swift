public import CollaborationDomain
import GroveIdentity

/// Queries: records of one type that fulfil conditions, in an order, a page at a time (decision 0029, 9).
///
/// A page reads at most 2000 records. A query that is not sorted goes along an index and ends its page there, whatever
/// it has found; so does one that is sorted by one thing, in one zone. Every other one is sorted whole, as long as
/// there are no more than 2000 that its index names.
public enum QueryRules {
  /// A page.
  public struct Page: Hashable, Sendable {
    public struct Found: Hashable, Sendable {
      public var zone: ZoneName
      public var record: StoredRecord
    }

    public var records: [Found]
    /// nil at the end.
    public var cursor: QueryCursor?
  }

  /// - Returns: a page, or `zoneNotFound`, `invalidArguments`, `limitExceeded` where too many would have to be sorted,
  ///   `tokenExpired` for a cursor of another question.
  public static func find(
    _ query: RecordQuery, from cursor: QueryCursor?, for call: Call,
    reading reader: any RecordReader
  ) throws -> RecordOutcome<Page> {
    try outcome(looking: {
      try reader.admit(call)
      try query.check()
      guard cursor?.digest ?? query.digest == query.digest else {
        throw RecordRefusal.tokenExpired
      }
      guard let known = try reader.knowing(query, for: call) else {
        return Page(records: [], cursor: nil)
      }
      let zones = try reader.zones(of: known, for: call)
      var work = QueryWork(known, zones: zones, reader: reader)
      if known.sort.isEmpty {
        try work.walk(from: cursor)
      } else if let sort = work.onlySort, !known.isSelective {
        try work.walk(by: sort, from: cursor)
      } else if let all = try work.gathered() {
        try work.sort(all, from: cursor)
      } else if let sort = work.onlySort {
        try work.walk(by: sort, from: cursor)
      } else {
        throw RecordRefusal.limitExceeded
      }
      return Page(records: work.found, cursor: work.next)
    })
  }
}

extension RecordReader {
  /// The zones that are asked, in an order of their own.
  fileprivate func zones(of query: RecordQuery, for call: Call) throws -> [ZoneAccess] {
    guard query.scope == .shared || query.owner == nil else { throw RecordRefusal.invalidArguments }
    if let name = query.zone {
      return [
        try reach(
          ZoneAddress(
            container: query.container, scope: query.scope, owner: query.owner, name: name),
          for: call)
      ]
    }
    // Which zones others share with somebody is told by the database's feed.
    guard query.scope != .shared else { throw RecordRefusal.invalidArguments }
    let owner = query.scope == .private ? call.account : nil
    let database = RecordDatabase(container: query.container, owner: owner)
    let standard = try zone(ZoneKey(database: database, name: .standard))
    let others = try zones(of: database, changedAfter: 0, limit: .max)
      .filter { $0.ending == nil && $0.isCustom }
    return ([standard].compactMap(\.self) + others).sorted { $0.id < $1.id }
      .map { ZoneAccess(zone: $0, reach: owner == nil ? .ownRecords : .everything) }
  }

  /// The query with people as their accounts, which records are kept by.
  /// - Returns: nil where a person is asked for whom nobody knows.
  fileprivate func knowing(_ query: RecordQuery, for call: Call) throws -> RecordQuery? {
    var known = query
    for (index, condition) in query.conditions.enumerated()
    where condition.key == .creator || condition.key == .modifier {
      known.conditions[index].values = try condition.values.map { value in
        guard case .text(let text) = value, let name = try? RecordUserName(text),
          let user = try user(named: name, in: query.container)
        else { return .text("") }
        return .text(user.account.text)
      }
    }
    return known
  }
}
