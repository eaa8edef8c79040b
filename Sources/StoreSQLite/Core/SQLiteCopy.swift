import Foundation
import GRDB

/// Copies of a database as it is at one moment, made beside a server that goes on writing.
public enum SQLiteCopy {
  /// Everything that was committed when it began, and nothing else, in one file without a log.
  ///
  /// - Parameters:
  ///   - path: a database that may be in use.
  ///   - target: a file that is not there yet; readable by its owner only.
  /// - Throws: `StoreFault`, or where the file is no database.
  public static func make(of path: String, at target: String) throws {
    let file = target.withCString { open($0, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw fault(target) }
    close(file)
    var reading = Configuration()
    reading.busyMode = .timeout(30)
    do {
      let source = try DatabaseQueue(path: path, configuration: reading)
      let copy = try DatabaseQueue(path: target)
      // In one step, and so from one snapshot: a copy in several begins anew whenever somebody writes.
      try source.backup(to: copy)
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
      try source.close()
    } catch {
      throw StoreFault(error, path: target) ?? error
    }
  }

  /// What is wrong with a copy; nil where nothing is. The file is not changed.
  public static func mistake(in path: String) throws -> String? {
    let copy = try opened(path)
    let found = try copy.read { db in
      try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
        + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(1).map { _ in
          "a row refers to nothing"
        }
    }
    try copy.close()
    return found.first { $0 != "ok" }
  }

  /// The attachments a relay's copy has rows for: names and sizes.
  public static func attachments(in path: String) throws -> [(id: [UInt8], size: Int)] {
    try files(in: path, "attachment", "attachment_id")
  }

  /// The assets a collaboration server's copy has rows for; none in one from before there were any.
  public static func assets(in path: String) throws -> [(id: [UInt8], size: Int)] {
    try files(in: path, "recordAsset", "file")
  }

  /// The files of drives that it has rows for; none in one from before there were any.
  public static func driveFiles(in path: String) throws -> [(id: [UInt8], size: Int)] {
    try files(in: path, "driveFile", "file")
  }

  private static func files(in path: String, _ table: String, _ column: String) throws
    -> [(id: [UInt8], size: Int)]
  {
    let copy = try opened(path)
    let rows = try copy.read { db in
      guard try db.tableExists(table) else { return [(id: [UInt8], size: Int)]() }
      return try Row.fetchAll(db, sql: "SELECT \(column), size FROM \(table)").map { row in
        (id: Array(row[0] as Data), size: row[1] as Int)
      }
    }
    try copy.close()
    return rows
  }

  private static func opened(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func fault(_ path: String) -> StoreFault {
    let number = errno
    return StoreFault(
      kind: StoreFault.kind(ofSystemError: number), path: path, resultCode: nil,
      systemError: number)
  }
}
