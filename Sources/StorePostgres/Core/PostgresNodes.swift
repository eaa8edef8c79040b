import StoreSQL

/// Where the nodes of one server meet (decision 0033): who lives, what is asked, what is told. A schema has its own.
///
/// Three connections, so that none waits for another: one renews the lease, which is durable; one asks and confirms, which
/// need not be; one listens.
public final class PostgresNodes: Sendable {
  let lease: NodeConnection
  let asking: NodeConnection
  let listening: NodeConnection
  let channel: String
  private let folder: [UInt8]
  private let length: Int64

  /// - Parameters:
  ///   - folder: the same for nodes that work with the same keys and files.
  ///   - milliseconds: how long a lease is.
  public init(
    _ address: PostgresAddress, _ options: PostgresOptions, folder: [UInt8], lease milliseconds: Int
  ) {
    var quick = options
    // A lease is over before anything that takes longer could be of use.
    quick.statementTimeout = 2000
    quick.lockTimeout = 1000
    quick.patience = 500
    quick.connectTimeout = 2
    (self.folder, length) = (folder, Int64(milliseconds))
    let channel = "grove_" + options.schema
    self.channel = channel
    let claiming = quick
    lease = NodeConnection(address, quick, label: "lease") { try $0.claim(claiming) }
    asking = NodeConnection(address, quick, label: "asking") { connection in
      try connection.each("SELECT set_config('synchronous_commit', 'off', false)", []) { _ in true }
    }
    listening = NodeConnection(address, quick, label: "listening") { connection in
      try connection.run(#"LISTEN "\#(channel)""#, [])
      try connection.settle()
    }
  }

  /// Whether the nodes that live work with the same keys and files as this one.
  public func agrees() async throws -> Bool {
    let folder = folder
    return try await lease.run { connection, _ in
      var agrees = true
      try connection.each(
        "SELECT 1 FROM groveNode WHERE \(Self.lives) AND folder <> ? LIMIT 1", [folder]
      ) { _ in
        agrees = false
        return false
      }
      return agrees
    }
  }

  /// How many nodes live.
  public func alive() async throws -> Int {
    try await asking.run { connection, _ in
      var alive = 0
      try connection.each("SELECT count(*) FROM groveNode WHERE \(Self.lives)", []) { row in
        alive = Int(row.integer(0) ?? 0)
        return false
      }
      return alive
    }
  }

  public func close() async {
    await lease.close()
    await asking.close()
    await listening.close()
  }

  static let lives = "expiresAt > clock_timestamp()"
  private static let longer = "clock_timestamp() + ? * interval '1 millisecond'"

  public func register(_ node: [UInt8], before: [UInt8]?) async throws -> Bool {
    let (folder, length) = (folder, length)
    return try await lease.run { connection, _ in
      var isRegistered = false
      try connection.run(
        "DELETE FROM groveNode WHERE id = ? OR expiresAt < now() - interval '1 hour'", [before])
      try connection.run("DELETE FROM groveQuestion WHERE at < now() - interval '1 hour'", [])
      try connection.each(
        """
        INSERT INTO groveNode (id, folder, expiresAt) SELECT ?, ?, \(Self.longer)
        WHERE NOT EXISTS (SELECT 1 FROM groveNode WHERE \(Self.lives) AND folder <> ?) RETURNING 1
        """, [node, folder, length, folder]
      ) { _ in
        isRegistered = true
        return false
      }
      return isRegistered
    }
  }

  public func renew(_ node: [UInt8]) async throws -> (
    isRenewed: Bool, lives: Bool, isAsked: Bool, alive: Int
  ) {
    let length = length
    return try await lease.run { connection, _ in
      var isRenewed = false
      try connection.each(
        """
        UPDATE groveNode SET expiresAt = \(Self.longer) WHERE id = ? AND \(Self.lives)
        AND NOT EXISTS (SELECT 1 FROM groveQuestion WHERE node = ? AND NOT isConfirmed
          AND at < clock_timestamp() - interval '1 second') RETURNING 1
        """, [length, node, node]
      ) { _ in
        isRenewed = true
        return false
      }
      var state = (lives: false, isAsked: false, alive: 0)
      try connection.each(
        """
        SELECT EXISTS (SELECT 1 FROM groveNode WHERE id = ? AND \(Self.lives)),
          EXISTS (SELECT 1 FROM groveQuestion WHERE node = ? AND NOT isConfirmed),
          (SELECT count(*) FROM groveNode WHERE \(Self.lives))
        """, [node, node]
      ) { row in
        state = (row.integer(0) == 1, row.integer(1) == 1, Int(row.integer(2) ?? 0))
        return false
      }
      return (isRenewed, state.lives, state.isAsked, state.alive)
    }
  }

  public func giveBack(_ node: [UInt8]) async throws {
    try await lease.run { connection, _ in
      try connection.run("DELETE FROM groveNode WHERE id = ?", [node])
      try connection.settle()
    }
  }
}
