import Foundation
import GRDB
import StoreSQL
import Synchronization
import Testing

@testable import StoreSQLite

struct CoreGroupCommitTests {
  private struct Refusal: Error, Equatable {}

  let scratch: CoreScratch

  init() throws { scratch = try CoreScratch() }

  @Test func `two hundred changes at once share few transactions and each is durable`()
    async throws
  {
    let database = try scratch.open()
    let before = database.statistics
    let stranger = try scratch.stranger()
    try await withThrowingTaskGroup { group in
      for id in 1...200 {
        group.addTask {
          try await database.insert(id)
          // Its await has returned: a stranger must find it in the file now.
          let found = try await stranger.read {
            try Int.fetchOne($0, sql: "SELECT id FROM item WHERE id = ?", arguments: [id])
          }
          #expect(found == id)
        }
      }
      try await group.waitForAll()
    }
    let after = database.statistics
    #expect(after.changes - before.changes == 200)
    #expect(after.transactions - before.transactions < 100)
    #expect(try scratch.rows() == Array(1...200))
    try await database.close()
  }

  @Test func `changes that waited together are one transaction`() async throws {
    let database = try scratch.open()
    try await together(database, 50) { try await database.insert($0) }
    #expect(database.statistics.transactions == 2)
    #expect(database.statistics.largestBatch == 50)
    #expect(try scratch.rows() == Array(1...50))
  }

  @Test func `a change that throws leaves no trace and does not disturb its neighbours`()
    async throws
  {
    let database = try scratch.open()
    try await together(database, 20) { id in
      guard id % 5 == 0 else { return try await database.insert(id) }
      await #expect(throws: Refusal()) {
        try await database.change { db in
          try db.execute(sql: "INSERT INTO item (id) VALUES (?)", arguments: [id])
          throw Refusal()
        }
      }
    }
    #expect(database.statistics.largestBatch == 20)
    #expect(try scratch.rows() == (1...20).filter { $0 % 5 != 0 })
  }

  @Test func `a change that throws before it has written runs nobody's change again`()
    async throws
  {
    let database = try scratch.open()
    let runs = Mutex(0)
    try await together(database, 5) { id in
      guard id == 3 else {
        return try await database.change { db in
          runs.withLock { $0 += 1 }
          try db.execute(sql: "INSERT INTO item (id) VALUES (?)", arguments: [id])
        }
      }
      await #expect(throws: Refusal()) {
        try await database.change { _ in throw Refusal() }
      }
    }
    #expect(runs.withLock { $0 } == 4)
    #expect(try scratch.rows() == [1, 2, 4, 5])
  }

  @Test func `a change that breaks the schema is told so and its neighbours go on`() async throws {
    let database = try scratch.open()
    try await database.insert(3)
    try await together(database, 5) { id in
      guard id == 3 else { return try await database.insert(id) }
      await #expect(throws: SQLiteFailure(.constraint, resultCode: 1555)) {
        try await database.insert(id)
      }
    }
    #expect(try scratch.rows() == [1, 2, 3, 4, 5])
  }

  @Test func `a failed commit fails every change in it and none is kept`() async throws {
    let schema =
      CoreScratch.schema + [
        SQLiteMigration(
          "deferred",
          "CREATE TABLE part (item INTEGER REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)")
      ]
    let database = try SQLiteDatabase(path: scratch.path, migrations: schema)
    try await together(database, 5) { id in
      // SQLite finds only at the commit that the fifth refers to nothing.
      await #expect(throws: SQLiteFailure.self) {
        guard id == 5 else { return try await database.insert(id) }
        try await database.change { try $0.execute(sql: "INSERT INTO part VALUES (99)") }
      }
    }
    #expect(try scratch.rows() == [])
    try await database.insert(6)
    #expect(try scratch.rows() == [6])
  }

  @Test func `a transaction that ends under its changes fails all of them`() async throws {
    let database = try scratch.open()
    try await together(database, 5) { id in
      await #expect(throws: SQLiteFailure.self) {
        guard id == 3 else { return try await database.insert(id) }
        try await database.change { try $0.execute(sql: "ROLLBACK") }
      }
    }
    #expect(try scratch.rows() == [])
    try await database.insert(6)
    #expect(try scratch.rows() == [6])
  }

  @Test func `a full disk refuses a change and keeps every acknowledged one`() async throws {
    var options = SQLiteOptions()
    options.maximumPages = 40
    let database = try scratch.open(options)
    var kept: [Int] = []
    var refused = 0
    for id in 1...30 {
      do {
        try await database.insert(id, bytes: 8000)
        kept.append(id)
      } catch let failure as SQLiteFailure {
        #expect(failure.code == .unavailable)
        refused += 1
      }
    }
    #expect(refused > 0 && kept.count > 5)
    #expect(try scratch.rows() == kept)
  }

  @Test func `one change too many is refused at once and the others are kept`() async throws {
    var options = SQLiteOptions()
    options.waitingChanges = 4
    let database = try scratch.open(options)
    try await together(database, 4) {
      try await database.insert($0)
    } whileHeld: {
      await #expect(throws: SQLiteFailure(.unavailable)) { try await database.insert(5) }
    }
    #expect(try scratch.rows() == [1, 2, 3, 4])
  }

  @Test func `somebody with one change does not wait for the thousands of another`() async throws {
    var options = SQLiteOptions()
    options.changesPerTransaction = 20
    options.changesPerGroup = 10
    let database = try scratch.open(options)
    let gate = WriterGate()
    let before = try await withThrowingTaskGroup(of: Int?.self) { group in
      group.addTask {
        try await database.change { _ in gate.hold() }
        return nil
      }
      try await gate.waitUntilHeld()
      for id in 1...3000 {
        group.addTask {
          try await database.change(for: "loud") {
            try $0.execute(sql: "INSERT INTO item (id) VALUES (?)", arguments: [id])
          }
          return nil
        }
      }
      try await database.waitUntil(waiting: 3000)
      group.addTask {
        try await database.change(for: "quiet") {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM item")
        }
      }
      try await database.waitUntil(waiting: 3001)
      gate.open()
      return try await group.reduce(nil) { $0 ?? $1 }
    }
    #expect(try #require(before) <= 20)
    #expect(try scratch.rows().count == 3000)
  }

  @Test func `somebody with one change waits for one slow one of another and not for all of them`()
    async throws
  {
    let database = try scratch.open()
    let gate = WriterGate()
    let before = try await withThrowingTaskGroup(of: Int?.self) { group in
      group.addTask {
        try await database.change { _ in gate.hold() }
        return nil
      }
      try await gate.waitUntilHeld()
      for id in 1...12 {
        group.addTask {
          try await database.change(for: "loud") {
            try $0.execute(sql: "INSERT INTO item (id) VALUES (?)", arguments: [id])
            usleep(60_000)
          }
          return nil
        }
      }
      try await database.waitUntil(waiting: 12)
      gate.open()
      while database.statistics.transactions < 2 { try await Task.sleep(for: .milliseconds(1)) }
      let begun = database.statistics.changes - 1
      let found = try await database.change(for: "quiet") {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM item")
      }
      try await group.waitForAll()
      return found.map { $0 - begun }
    }
    #expect(try #require(before) <= 2)
    #expect(try scratch.rows() == Array(1...12))
  }

  @Test func `one caller's changes leave the others room to wait`() async throws {
    var options = SQLiteOptions()
    options.waitingChanges = 8
    options.waitingChangesPerGroup = 4
    let database = try scratch.open(options)
    try await together(database, 4) { id in
      try await database.change(for: "loud") {
        try $0.execute(sql: "INSERT INTO item (id) VALUES (?)", arguments: [id])
      }
    } whileHeld: {
      await #expect(throws: SQLiteFailure(.unavailable)) {
        try await database.change(for: "loud") { _ in }
      }
      Task { try await database.change(for: "quiet") { _ in } }
      try await database.waitUntil(waiting: 5)
    }
    #expect(try scratch.rows() == [1, 2, 3, 4])
  }

  @Test func `closing finishes what waits and refuses what comes later`() async throws {
    let database = try scratch.open()
    let gate = WriterGate()
    try await withThrowingTaskGroup { group in
      group.addTask { try await database.change { _ in gate.hold() } }
      try await gate.waitUntilHeld()
      for id in 1...10 { group.addTask { try await database.insert(id) } }
      try await database.waitUntil(waiting: 10)
      group.addTask { try await database.close() }
      gate.open()
      try await group.waitForAll()
    }
    await #expect(throws: SQLiteFailure(.unavailable)) { try await database.insert(11) }
    await #expect(throws: SQLiteFailure(.unavailable)) { try await database.read { _ in } }
    #expect(try scratch.rows() == Array(1...10))
  }

  @Test func `the log stays small however much is written`() async throws {
    var options = SQLiteOptions()
    options.changesPerCheckpoint = 50
    options.pagesBeforeInlineCheckpoint = 500
    let database = try scratch.open(options)
    for id in 1...600 { try await database.insert(id, bytes: 12_000) }
    let log = try FileSize.of(scratch.path + "-wal")
    // 7 MB were written; the bound is 500 pages, and a page more for each change in between.
    #expect(log > 0 && log < 3_500_000)
    #expect(try scratch.rows().count == 600)
    try await database.close()
  }

  /// Runs `count` changes so that they wait for the writer together.
  private func together(
    _ database: SQLiteDatabase, _ count: Int,
    _ change: @escaping @Sendable (Int) async throws -> Void,
    whileHeld: () async throws -> Void = {}
  ) async throws {
    let gate = WriterGate()
    try await withThrowingTaskGroup { group in
      group.addTask { try await database.change(for: "gate") { _ in gate.hold() } }
      try await gate.waitUntilHeld()
      for id in 1...count { group.addTask { try await change(id) } }
      try await database.waitUntil(waiting: count)
      try await whileHeld()
      gate.open()
      try await group.waitForAll()
    }
  }
}
