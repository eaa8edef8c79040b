import Foundation
import GRDB

extension SQLiteDatabase {
  /// Opens the pool and sets on its writer what makes an acknowledged change last.
  ///
  /// GRDB sets `synchronous = NORMAL` on the writer after the configuration's own preparation has
  /// run, and then a power cut may lose the newest commits. So it is set here, afterwards, and read
  /// back.
  static func open(_ path: String, _ options: SQLiteOptions) throws -> DatabasePool {
    try reserve(path)
    var configuration = Configuration()
    configuration.maximumReaderCount = options.readers
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -16000") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // What is deleted is overwritten in the file. Debian's SQLite does so by default, others do not.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      try db.execute(
        sql: "PRAGMA wal_autocheckpoint = \(options.pagesBeforeInlineCheckpoint)")
      if let pages = options.maximumPages {
        try db.execute(sql: "PRAGMA max_page_count = \(pages)")
      }
      try verifyDurable(db)
      try verifyErasing(db)
    }
    return pool
  }

  /// - Throws: `notDurable` unless a commit on this connection reaches the disk before it returns.
  static func verifyDurable(_ db: Database) throws {
    let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
    let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode")
    guard synchronous == 2, journal == "wal" else { throw SQLiteFailure(.notDurable) }
  }

  /// - Throws: `notErasing` unless what is deleted on this connection is overwritten.
  static func verifyErasing(_ db: Database) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA secure_delete") == 1 else {
      throw SQLiteFailure(.notErasing)
    }
  }

  /// - Throws: `superseded` when the file knows a step that this program does not.
  static func migrate(_ pool: DatabasePool, _ migrations: [SQLiteMigration]) throws {
    var migrator = DatabaseMigrator()
    for migration in migrations {
      migrator.registerMigration(migration.name) { db in
        try db.execute(sql: migration.sql)
        try migration.then(db)
      }
    }
    guard try !pool.read(migrator.hasBeenSuperseded) else { throw SQLiteFailure(.superseded) }
    try migrator.migrate(pool)
    // A migration may not weaken what was promised at opening.
    try pool.writeWithoutTransaction { db in
      try verifyDurable(db)
      try verifyErasing(db)
    }
  }

  /// Creates the file before SQLite does, so that at no moment others can read it; SQLite gives the
  /// log beside it the same permissions.
  private static func reserve(_ path: String) throws {
    let descriptor = path.withCString { Foundation.open($0, O_CREAT | O_RDWR | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      let number = errno
      throw StoreFault(
        kind: StoreFault.kind(ofSystemError: number), path: path, resultCode: nil,
        systemError: number)
    }
    Foundation.close(descriptor)
  }
}
