import GRDB

extension GroupCommit {
  /// One commit that changes nothing anybody reads: the number that SQLite keeps for its users in
  /// the file's first page, counted on.
  ///
  /// - Throws: `StoreFault`, or `SQLiteFailure` where it is no fault of the disk.
  func probe() async throws {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWriteWithoutTransaction { db in
        continuation.resume(with: Result { try self.probe(db) })
      }
    }
  }

  private func probe(_ db: Database) throws {
    do {
      try db.inTransaction(.immediate) {
        let count = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \((count + 1) & 0x3FFF_FFFF)")
        return .commit
      }
      settleDoubt()
    } catch {
      throw StoreFault(error, on: db, path: path) ?? SQLiteFailure.describing(error)
    }
  }
}
