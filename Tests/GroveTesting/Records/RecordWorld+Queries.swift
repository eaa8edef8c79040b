import CollaborationDomain
import GroveIdentity
public import RecordDomain

extension RecordWorld {
  /// A question for notes of Ann's.
  public func question(
    _ conditions: [QueryCondition] = [], sort: [QuerySort] = [], limit: Int = 400,
    in zone: ZoneAddress? = nil, everywhere: Bool = false
  ) throws -> RecordQuery {
    let zone = try zone ?? notes()
    return RecordQuery(
      container: container, scope: zone.scope, owner: zone.owner,
      zone: everywhere ? nil : zone.name, type: try RecordType("Note"), conditions: conditions,
      sort: sort, limit: limit)
  }

  public func find(_ query: RecordQuery, from cursor: QueryCursor? = nil, by name: String = "ann")
    async throws -> RecordOutcome<QueryRules.Page>
  {
    let call = try call(name)
    return try await store.readRecords(for: "") {
      try QueryRules.find(query, from: cursor, for: call, reading: $0)
    }
  }

  /// The names of all that is found, page after page.
  public func names(_ query: RecordQuery, by name: String = "ann") async throws -> [String] {
    var names: [String] = []
    var cursor: QueryCursor?
    repeat {
      let page = try await find(query, from: cursor, by: name).get()
      names += page.records.map(\.record.name.text)
      // As it comes back from an app.
      cursor = try page.cursor.map { try QueryCursor($0.bytes()) }
    } while cursor != nil
    return names
  }

  public static func field(_ name: String) throws -> QueryKey { .field(try FieldName(name)) }
}
