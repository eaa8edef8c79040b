import Foundation
import GroveServing
import Logging
import StorePostgres
import StoreSQL
import StoreSQLite

/// Copies the SQLite files of a data folder into a database and compares what came of it.
struct Migration {
  let folder: String
  let address: PostgresAddress

  /// - Parameter tell: lines for whoever waits.
  /// - Throws: `CommandFailure` where a server runs on the folder, there is nothing to copy, or the database has something
  ///   in it that no copy has brought; what the engines throw, also where a server runs on the database. Begun again, it
  ///   goes on.
  func run(_ tell: (String) -> Void) async throws {
    guard !MovedDatabases.areMoved(folder) else {
      throw CommandFailure(
        "What \(folder) holds has been copied already: \(MovedDatabases.path(folder)) says when.")
    }
    let roles = ServeCommand.Role.allCases.filter { MovedDatabases.isHere($0, folder) }
    guard !roles.isEmpty else {
      throw CommandFailure("There is nothing to copy in \(folder); see --data.")
    }
    let turn = try OperatorLock(folder: folder)
    let locks = try roles.map { try DataFolderLock(folder: folder, role: $0) }
    // All of them, before anything is copied: servers are kept off until the last one is done.
    let targets = try roles.map { role in
      try PostgresTables(
        address, of: role == .relay ? .relay : .collaboration, Logger(label: "grove.migrate"))
    }
    defer { withExtendedLifetime((turn, locks, targets)) {} }
    for (role, target) in zip(roles, targets) { try await copy(role, to: target, tell) }
    try MovedDatabases.mark(folder)
    tell(
      "Done. Start the servers with --postgres; the SQLite files in \(folder) are not used any more."
    )
  }

  private func copy(
    _ role: ServeCommand.Role, to target: PostgresTables, _ tell: (String) -> Void
  ) async throws {
    let path = MovedDatabases.path(of: role, folder)
    // Opened once as a server does, so that its tables are those of this version.
    switch role {
    case .relay: try await SQLiteRelayStore(path: path, isAlone: true).close()
    case .collaboration: try await SQLiteCollaborationStore(path: path, isAlone: true).close()
    }
    let rows = try SQLiteTables(path: path).read { source in
      try check(try SQLiteTables.names(in: source), target)
      var rows = 0
      for table in target.tables {
        rows += try copy(table, of: role, from: source, to: target, tell)
      }
      return rows
    }
    try target.finish()
    tell("\(role.rawValue): \(target.tables.count) tables, \(rows) rows, the same in both.")
  }

  private func check(_ names: [String: [String]], _ target: PostgresTables) throws {
    let wanted = Dictionary(
      uniqueKeysWithValues: target.tables.map { ($0.name, $0.columns.sorted()) })
    guard names == wanted else {
      // Traps because: both schemas are written in this program, and a test compares them.
      fatalError("the tables of both engines are not the same")
    }
  }

  private func copy(
    _ table: StoredTable, of role: ServeCommand.Role, from source: any SQLConnection,
    to target: PostgresTables, _ tell: (String) -> Void
  ) throws -> Int {
    let copy = TableCopy(table, from: source)
    var (rows, told) = (0, Date())
    // A copy that was ended between its last row and the mark in the folder is complete: it is only compared.
    while !target.isOccupied, case let count = try target.change({ try copy.step(into: $0) }),
      count > 0
    {
      rows += count
      guard Date().timeIntervalSince(told) > 2 else { continue }
      told = Date()
      tell("\(role.rawValue): \(table.name), \(rows) rows so far")
    }
    let here = try TableCopy.digest(table, in: source)
    let there = try target.read { try TableCopy.digest(table, in: $0) }
    guard here == there || !target.isOccupied else {
      throw CommandFailure(
        "The schema “\(role.rawValue)” has rows in it that are not these; drop it, or take another database."
      )
    }
    guard here == there else {
      throw CommandFailure(
        "\(table.name) is not the same in both: \(here.rows) rows here, \(there.rows) there. No server starts on this "
          + "database; drop its schema “\(role.rawValue)” and begin anew.")
    }
    return here.rows
  }
}

/// Whether the SQLite files of a data folder are still what counts.
enum MovedDatabases {
  static func path(_ folder: String) -> String { folder + "/moved-to-postgres" }
  static func path(of role: ServeCommand.Role, _ folder: String) -> String {
    "\(folder)/\(role.rawValue).sqlite"
  }

  static func areMoved(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: path(folder))
  }

  static func isHere(_ role: ServeCommand.Role, _ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: path(of: role, folder))
  }

  static func mark(_ folder: String) throws {
    let text =
      "Copied into PostgreSQL on \(Date().ISO8601Format()). The SQLite files beside this are not used "
      + "any more.\n"
    _ = try AtomicFile.write(Array(text.utf8), to: path(folder), isNew: true)
  }

  /// Nobody is to find an empty server where theirs was, nor one of yesterday.
  ///
  /// - Parameter isPostgres: whether the servers are to keep everything in PostgreSQL.
  /// - Throws: `CommandFailure`.
  static func check(_ folder: String, _ roles: [ServeCommand.Role], isPostgres: Bool) throws {
    let areMoved = areMoved(folder)
    if areMoved, !isPostgres {
      throw CommandFailure(
        "What \(folder) held was copied into PostgreSQL: start with --postgres, or remove \(path(folder)) to go on with the "
          + "SQLite files as they were then.")
    }
    if isPostgres, !areMoved, let role = roles.first(where: { isHere($0, folder) }) {
      throw CommandFailure(
        "\(path(of: role, folder)) was not copied into PostgreSQL: run grove migrate, or move it away to begin with "
          + "nothing.")
    }
  }
}
