import Foundation
import GRDB
import Testing

@testable import StoreSQLite

struct CoreOpeningTests {
  let scratch: CoreScratch

  init() throws { scratch = try CoreScratch() }

  @Test func `the writer synchronises at every commit after opening`() async throws {
    let database = try scratch.open()
    #expect(try await database.change { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(
      try await database.change { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    try await database.close()
  }

  @Test func `a pool as the library opens it is refused because it may lose commits`() throws {
    let pool = try DatabasePool(path: scratch.path)
    #expect(throws: SQLiteFailure(.notDurable)) {
      try pool.writeWithoutTransaction(SQLiteDatabase.verifyDurable)
    }
  }

  @Test func `a database without a write-ahead log is refused`() throws {
    let queue = try scratch.stranger()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      #expect(throws: SQLiteFailure(.notDurable)) { try SQLiteDatabase.verifyDurable(db) }
    }
  }

  @Test func `a migration that weakens durability stops the opening`() throws {
    let weakening = [SQLiteMigration("weaken", "PRAGMA user_version = 1")]
    _ = try SQLiteDatabase(path: scratch.path, migrations: weakening)
    let pool = try SQLiteDatabase.open(scratch.path, SQLiteOptions())
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    #expect(throws: SQLiteFailure(.notDurable)) { try SQLiteDatabase.migrate(pool, weakening) }
  }

  @Test func `each migration runs once and what was written before stays`() async throws {
    let first = try scratch.open()
    try await first.insert(1)
    try await first.close()
    let more = CoreScratch.schema + [SQLiteMigration("second", "CREATE TABLE other (id INTEGER)")]
    let second = try SQLiteDatabase(path: scratch.path, migrations: more)
    #expect(try await second.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 1)
    #expect(try await second.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM other") } == 0)
    try await second.close()
  }

  @Test func `a file written by a newer program is refused and not touched`() async throws {
    let more = CoreScratch.schema + [SQLiteMigration("later", "CREATE TABLE later (id INTEGER)")]
    let newer = try SQLiteDatabase(path: scratch.path, migrations: more)
    try await newer.insert(7)
    try await newer.close()
    #expect(throws: SQLiteFailure(.superseded)) { try scratch.open() }
    #expect(try scratch.rows() == [7])
  }

  @Test func `a file that is no database is refused as damaged`() throws {
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: scratch.path))
    #expect(throws: fault(.damaged, 26, 0)) { try scratch.open() }
  }

  @Test func `a path that cannot be opened is refused with its name and what the system said`() {
    let path = scratch.folder + "/missing/core.sqlite"
    let fault = StoreFault(kind: .inputOutput, path: path, resultCode: nil, systemError: ENOENT)
    #expect(throws: fault) { try SQLiteDatabase(path: path, migrations: []) }
  }

  private func fault(_ kind: StoreFault.Kind, _ code: Int32, _ number: Int32) -> StoreFault {
    StoreFault(kind: kind, path: scratch.path, resultCode: code, systemError: number)
  }

  @Test func `the file and its log are readable by their owner only`() async throws {
    let database = try scratch.open()
    try await database.insert(1)
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + suffix)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(suffix)")
    }
    try await database.close()
  }
}
