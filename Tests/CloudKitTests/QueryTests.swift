import CloudKit
import Synchronization
import Testing

/// Queries at a real server, through what apps call.
@Suite(.timeLimit(.minutes(3)))
struct QueryTests {
  private static let zone = CKRecordZone(zoneName: "Notes")

  private static func note(_ name: String, _ fields: [String: any CKRecordValueProtocol])
    -> CKRecord
  {
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zone.zoneID))
    for (key, value) in fields { record[key] = value }
    return record
  }

  /// A zone with five notes; the last one has neither rank nor tags, and refers to the first.
  private static func run(
    _ body: @escaping @Sendable (CKContainer, CKDatabase) async throws -> Void
  ) async throws {
    try await CloudTestServer.run { server in
      let container = try server.container("ann")
      let database = container.privateCloudDatabase
      try await database.save(zone)
      let words = ["apple", "Bread", "butter", "cream"]
      var notes = words.enumerated().map { index, word in
        note(
          word,
          [
            "title": word, "rank": index, "tags": ["all", "t\(index)"],
            "due": Date(timeIntervalSince1970: Double(index) * 100),
          ])
      }
      notes.append(
        note(
          "last", ["title": "last", "above": CKRecord.Reference(record: notes[0], action: .none)]))
      _ = try await database.modifyRecords(saving: notes, deleting: [])
      try await body(container, database)
    }
  }

  private static func names(
    _ database: CKDatabase, _ predicate: NSPredicate, by key: String? = "recordID",
    ascending: Bool = true, in zone: CKRecordZone.ID? = Self.zone.zoneID
  ) async throws -> [String] {
    let query = CKQuery(recordType: "Note", predicate: predicate)
    query.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: ascending)] }
    return try await database.records(matching: query, inZoneWith: zone).matchResults
      .map(\.0.recordName)
  }

  private static func refusal(_ work: () async throws -> Void) async -> (CKError.Code, String)? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CKError).map { ($0.code, $0.localizedDescription) }
    }
  }

  @Test
  func `records are found by texts, numbers, dates, lists, references and what they all have`()
    async throws
  {
    try await Self.run { container, database in
      let me = try await container.userRecordID()
      let first = CKRecord.ID(recordName: "apple", zoneID: Self.zone.zoneID)
      let cases: [(NSPredicate, [String])] = [
        (NSPredicate(value: true), ["Bread", "apple", "butter", "cream", "last"]),
        (NSPredicate(format: "FALSEPREDICATE"), []),
        (NSPredicate(format: "title == %@", "Bread"), ["Bread"]),
        (NSPredicate(format: "title == 'bread'"), []),
        (NSPredicate(format: "title BEGINSWITH 'b'"), ["butter"]),
        (NSPredicate(format: "rank > %d AND rank <= 2", 0), ["Bread", "butter"]),
        (NSPredicate(format: "rank BETWEEN %@", [1, 2]), ["Bread", "butter"]),
        (NSPredicate(format: "rank IN %@", [0, 3]), ["apple", "cream"]),
        (NSPredicate(format: "NOT rank IN {0, 3}"), ["Bread", "butter", "last"]),
        (NSPredicate(format: "rank != 1"), ["apple", "butter", "cream"]),
        (NSPredicate(format: "due < %@", Date(timeIntervalSince1970: 150)), ["Bread", "apple"]),
        (NSPredicate(format: "tags CONTAINS 't2'"), ["butter"]),
        (NSPredicate(format: "'all' IN tags AND rank == 3"), ["cream"]),
        (NSPredicate(format: "ANY tags IN %@", ["t0", "t1"]), ["Bread", "apple"]),
        (NSPredicate(format: "above == %@", first), ["last"]),
        (NSPredicate(format: "recordID == %@", first), ["apple"]),
        (NSPredicate(format: "creatorUserRecordID == %@ AND rank == 0", me), ["apple"]),
        (NSPredicate(format: "creationDate < %@", Date(timeIntervalSince1970: 1)), []),
      ]
      for (predicate, expected) in cases {
        #expect(try await Self.names(database, predicate) == expected)
      }
      let anywhere = NSPredicate(format: "above == %@", first)
      #expect(try await Self.names(database, anywhere, in: nil) == ["last"])
    }
  }

  @Test func `what was found is sorted, comes in pages, and a cursor that is kept leads on`()
    async throws
  {
    try await Self.run { _, database in
      let all = NSPredicate(value: true)
      #expect(
        try await Self.names(database, all, by: "rank", ascending: false)
          == ["cream", "butter", "Bread", "apple", "last"])
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "rank >= 0"))
      query.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      var page = try await database.records(
        matching: query, inZoneWith: Self.zone.zoneID, desiredKeys: ["title"], resultsLimit: 3)
      #expect(page.matchResults.map(\.0.recordName) == ["apple", "Bread", "butter"])
      #expect(try page.matchResults[0].1.get().allKeys() == ["title"])
      let kept = try NSKeyedArchiver.archivedData(
        withRootObject: try #require(page.queryCursor), requiringSecureCoding: true)
      let cursor = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQueryCursor.self, from: kept))
      page = try await database.records(continuingMatchFrom: cursor)
      #expect(page.matchResults.map(\.0.recordName) == ["cream"] && page.queryCursor == nil)
      #expect(try page.matchResults[0].1.get().allKeys() == ["due", "rank", "tags", "title"])
    }
  }

  @Test func `a query that is kept asks the same again`() async throws {
    try await Self.run { _, database in
      let query = CKQuery(
        recordType: "Note", predicate: NSPredicate(format: "rank > 0 AND NOT title == 'cream'"))
      query.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
      let kept = try NSKeyedArchiver.archivedData(
        withRootObject: query, requiringSecureCoding: true)
      let again = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQuery.self, from: kept))
      let page = try await database.records(matching: again)
      #expect(page.matchResults.map(\.0.recordName) == ["butter", "Bread"])
    }
  }

  @Test func `what is not answered is refused with its reason, before the server is asked`()
    async throws
  {
    try await Self.run { container, database in
      func ask(
        _ predicate: NSPredicate, type: String = "Note", by key: String? = nil,
        in zone: CKRecordZone.ID? = nil, of other: CKDatabase? = nil
      ) async -> CKError.Code? {
        let query = CKQuery(recordType: type, predicate: predicate)
        query.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return await Self.refusal {
          _ = try await (other ?? database).records(matching: query, inZoneWith: zone)
        }?.0
      }
      let all = NSPredicate(value: true)
      #expect(await ask(NSPredicate(format: "rank == 1 OR rank == 2")) == .invalidArguments)
      #expect(await ask(all, type: "not a type") == .invalidArguments)
      #expect(await ask(all, by: "parent") == .invalidArguments)
      #expect(await ask(all, by: "no key") == .invalidArguments)
      #expect(await ask(all, of: container.sharedCloudDatabase) == .invalidArguments)
      #expect(await ask(all, in: CKRecordZone.ID(zoneName: "Nowhere")) == .zoneNotFound)
      let elsewhere = NSPredicate(format: "above == %@", CKRecord.ID(recordName: "x"))
      #expect(await ask(elsewhere, in: Self.zone.zoneID) == .invalidArguments)
    }
  }

  @Test func `the operation and the handlers tell what the functions return`() async throws {
    try await Self.run { _, database in
      let told = Mutex<[String]>([])
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "rank >= %d", 1))
      query.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      let operation = CKQueryOperation(query: query)
      operation.zoneID = Self.zone.zoneID
      operation.resultsLimit = 2
      operation.recordMatchedBlock = { id, _ in told.withLock { $0.append(id.recordName) } }
      let cursor = await withCheckedContinuation { done in
        operation.queryResultBlock = { done.resume(returning: (try? $0.get()).flatMap { $0 }) }
        database.add(operation)
      }
      #expect(told.withLock(\.self) == ["Bread", "butter"])
      let rest = await withCheckedContinuation { done in
        guard let cursor else { return done.resume(returning: [String]()) }
        database.fetch(withCursor: cursor) { result in
          done.resume(
            returning: ((try? result.get())?.matchResults ?? []).map(\.0.recordName))
        }
      }
      #expect(rest == ["cream"])
      let none = CKQueryOperation()
      let code = await withCheckedContinuation { done in
        none.queryCompletionBlock = { done.resume(returning: ($1 as? CKError)?.code) }
        database.add(none)
      }
      #expect(code == .invalidArguments)
    }
  }
}
