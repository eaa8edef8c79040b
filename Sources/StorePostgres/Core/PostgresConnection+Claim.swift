import StoreSQL

/// Who else may work on the schema.
extension PostgresConnection {
  /// Makes sure that no other server works on the schema, where this one has to be alone: streams of one would not end where
  /// the other takes access away; or, for one of several nodes, that all others are nodes, too. The claim goes with the
  /// connection, which is soon after the process at the latest.
  ///
  /// - Throws: `unavailable` where that is not so.
  func claim(_ options: PostgresOptions) throws {
    guard options.isAlone || options.isNode else { return }
    let lock = options.isNode ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock"
    guard try holds("SELECT \(lock)(hashtextextended(?, 0))", [Self.claim(options.schema)]) else {
      throw PostgresFailure(
        .unavailable,
        options.isNode
          ? "another server works on the schema “\(options.schema)” of this database that has to be alone there"
          : "another server works on the schema “\(options.schema)” of this database")
    }
    // A node whose connections have just gone sends for as long as its lease lives.
    guard options.isAlone, try holds(Self.nodesLive, []) else { return }
    throw PostgresFailure(
      .unavailable,
      "another server, one of several nodes, was on the schema “\(options.schema)” until a moment ago: start again"
    )
  }

  /// Makes sure that no server works on the schema until the transaction has ended, before this one has claimed it.
  ///
  /// - Throws: `refused` where one does.
  func claimForChange(of schema: String) throws {
    guard
      try !holds("SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))", [Self.claim(schema)])
    else { return }
    throw PostgresFailure(
      .refused,
      "this version changes the tables of the schema “\(schema)” so that servers of the version before cannot work on them: end all of those first"
    )
  }

  private static func claim(_ schema: String) -> String { "grove:server:\(schema)" }

  private static let nodesLive =
    "SELECT EXISTS (SELECT 1 FROM groveNode WHERE expiresAt > clock_timestamp())"

  private func holds(_ sql: String, _ arguments: [(any SQLArgument)?]) throws -> Bool {
    var holds = false
    try each(sql, arguments) { row in
      holds = row.integer(0) == 1
      return false
    }
    return holds
  }
}
