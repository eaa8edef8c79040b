import Foundation
import StoreSQL

@testable import StorePostgres

/// A schema of its own for one test, removed with it.
final class PostgresScratch: Sendable {
  static let migrations = [
    PostgresMigration(
      "first",
      """
      CREATE TABLE item (
        id bigint PRIMARY KEY,
        body bytea
      );
      CREATE TABLE sum (
        name text COLLATE "C" PRIMARY KEY,
        total bigint NOT NULL CHECK (total >= 0)
      );
      """)
  ]

  let cluster: PostgresCluster
  let schema = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }

  init(_ cluster: PostgresCluster? = nil) throws {
    self.cluster = try cluster ?? PostgresCluster.shared.get()
  }

  deinit { try? cluster.execute("DROP SCHEMA IF EXISTS \(schema) CASCADE") }

  var options: PostgresOptions {
    var options = PostgresOptions(schema: schema)
    options.applicationName = schema
    return options
  }

  func open(
    _ migrations: [PostgresMigration] = migrations,
    _ change: (inout PostgresOptions) -> Void = { _ in }
  ) throws -> PostgresDatabase {
    var options = options
    change(&options)
    return try PostgresDatabase(cluster.address(), migrations: migrations, options: options)
  }

  /// What a session that knows nothing of ours finds.
  func rows() throws -> [Int] { try cluster.numbers("SELECT id FROM \(schema).item ORDER BY id") }

  /// Ends sessions of this schema's stores, as an operator may. `which` is a condition on `pg_stat_activity`.
  func terminate(where which: String = "true") throws {
    _ = try cluster.numbers(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = '\(schema)' AND \(which)
      """)
  }
}

extension PostgresDatabase {
  func insert(_ id: Int) async throws {
    try await change { try $0.run("INSERT INTO item (id, body) VALUES (?, ?)", [id, [1, 2]]) }
  }

  func ids() async throws -> [Int] {
    try await read { connection in
      var ids: [Int] = []
      try connection.each("SELECT id FROM item ORDER BY id", []) { row in
        ids.append(Int(row.integer(0) ?? -1))
        return true
      }
      return ids
    }
  }

  /// Adds one to a sum, by looking first: as a rule does.
  func add(_ amount: Int = 1, to name: String) async throws {
    try await change { connection in
      let total = try connection.total(name)
      guard let total else {
        return try connection.run("INSERT INTO sum (name, total) VALUES (?, ?)", [name, amount])
      }
      try connection.run("UPDATE sum SET total = ? WHERE name = ?", [total + amount, name])
    }
  }

  func total(_ name: String) async throws -> Int? { try await read { try $0.total(name) } }
}

extension SQLConnection {
  func total(_ name: String) throws -> Int? {
    var total: Int?
    try each("SELECT total FROM sum WHERE name = ?", [name]) { row in
      total = row.integer(0).map(Int.init)
      return false
    }
    return total
  }
}
