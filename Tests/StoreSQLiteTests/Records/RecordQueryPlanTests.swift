import CollaborationDomain
import GRDB
import GroveIdentity
import GroveTesting
import RecordDomain
import Synchronization
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// How queries go along their indexes, and how these come into a database from before them.
@Suite struct RecordQueryPlanTests {
  @Test func `no page of a query walks through a table, sorts, or begins anew`() throws {
    let zone: ZoneID = CollaborationWorld.fill(1)
    let (type, name, field) = (
      try RecordType("Note"), try RecordName("a"), try FieldName("f")
    )
    let exact = IndexRange(kind: 1, lower: .integer(1), upper: .integer(1))
    let open = IndexRange(kind: 1, lower: .integer(1), upper: .integer(2))
    let times = IndexRange(kind: 2, lower: .time(1), upper: .time(2))
    let paths: [(QueryPath, IndexKey?)] = [
      (.names, nil), (.below(name), nil), (.children(name), nil), (.created(nil), .time(1)),
      (.created(times), .time(1)), (.modified(times), .time(1)),
      (.values(field, ofElements: false, nil), .integer(1)),
      (.values(field, ofElements: false, exact), .integer(1)),
      (.values(field, ofElements: true, exact), .integer(1)),
      (.values(field, ofElements: false, open), .integer(1)),
    ]
    for (path, key) in paths {
      for place in [nil, IndexPlace(key: key, name: name)] {
        for isDescending in [false, true] {
          let plan = try Self.plan {
            _ = try $0.rows(
              along: path, of: type, in: zone, after: place, isDescending: isDescending, limit: 9)
          }
          #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH"), "\(path) \(plan)")
          let isOnward = place == nil || plan[0].contains(">") || plan[0].contains("<")
          #expect(isOnward, "\(path) \(plan)")
        }
      }
    }
  }

  private static func plan(_ look: (RecordRows) throws -> Void) throws -> [String] {
    let queue = try DatabaseQueue()
    let seen = Mutex<[String]>([])
    return try queue.write { db in
      for migration in CollaborationSchema.migrations + RecordSchema.migrations {
        try db.execute(sql: migration.sql)
      }
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        seen.withLock { $0.append(statement.sql) }
      }
      try look(RecordRows(SQLiteConnection(db)))
      db.trace(options: [])
      return try seen.withLock(\.self).flatMap { sql in
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(
          StatementArguments([Int](repeating: 0, count: sql.count { $0 == "?" })))
        return try Row.fetchAll(statement).map { $0["detail"] as String }
      }
    }
  }

  @Test func `records from before there were queries are found by them`() async throws {
    let scratch = try CoreScratch()
    let before = try SQLiteCollaborationStore(path: scratch.path)
    let world = try await RecordWorld(before)
    let notes = try (0..<250).map { try RecordWorld.note("n\($0)", "text \($0 % 2)") }
    _ = try await world.modify(notes).get()
    try await before.close()
    try Self.takeBack(scratch.path)
    let after = try SQLiteCollaborationStore(path: scratch.path)
    let text = try QueryCondition(RecordWorld.field("text"), .equal, [.text("text 1")])
    let same = world.on(after)
    #expect(try await same.names(same.question([text])).count == 125)
    #expect(try await same.names(same.question(sort: [QuerySort(.createdAt)])).count == 250)
    try await after.close()
  }

  /// The file as it was before the last three steps.
  private static func takeBack(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      for table in [
        "recordValue", "recordAsset", "recordAssetUse", "recordAssetUpload", "recordAssetLoose",
      ] { try db.execute(sql: "DROP TABLE \(table)") }
      for index in ["record_type", "record_created", "record_modified", "record_shared"] {
        try db.execute(sql: "DROP INDEX \(index)")
      }
      try db.execute(
        sql: """
          DELETE FROM grdb_migrations
          WHERE identifier IN ('records-assets', 'records-queries', 'records-ordered-values')
          """)
    }
    try queue.close()
  }
}
