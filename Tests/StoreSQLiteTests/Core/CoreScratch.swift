import Dispatch
import Foundation
import GRDB
import Synchronization

@testable import StoreSQLite

/// A folder of its own for one test, removed with it, and a small schema.
final class CoreScratch: Sendable {
  static let schema = [
    SQLiteMigration("first", "CREATE TABLE item (id INTEGER PRIMARY KEY, body BLOB)")
  ]

  let folder: String
  var path: String { folder + "/core.sqlite" }

  init() throws {
    folder = NSTemporaryDirectory() + "grove-core-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(_ options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteDatabase {
    try SQLiteDatabase(path: path, migrations: Self.schema, options: options)
  }

  /// What a process that knows nothing of ours finds in the file.
  func stranger() throws -> DatabaseQueue { try DatabaseQueue(path: path) }

  func rows() throws -> [Int] {
    try stranger().read { try Int.fetchAll($0, sql: "SELECT id FROM item ORDER BY id") }
  }
}

extension SQLiteDatabase {
  func insert(_ id: Int, bytes: Int = 8) async throws {
    try await change { db in
      try db.cachedStatement(sql: "INSERT INTO item (id, body) VALUES (?, zeroblob(?))")
        .execute(arguments: [id, bytes])
    }
  }

  /// Returns when so many changes wait for the writer.
  func waitUntil(waiting count: Int) async throws {
    while waitingChanges < count { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Keeps the writer busy, so that what is asked for meanwhile waits together.
final class WriterGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isHeld = Mutex(false)

  /// Run inside a change: blocks the writer's thread until `open`.
  func hold() {
    isHeld.withLock { $0 = true }
    semaphore.wait()
  }

  func waitUntilHeld() async throws {
    while !isHeld.withLock(\.self) { try await Task.sleep(for: .milliseconds(1)) }
  }

  func open() { semaphore.signal() }
}
