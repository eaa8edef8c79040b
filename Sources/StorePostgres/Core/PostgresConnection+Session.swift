import CPostgres
import StoreSQL

/// What a session is set to, and what it is asked before it is believed.
extension PostgresConnection {
  /// Names of settings and what they are set to.
  ///
  /// The planner's: statements are few and fixed, so each is planned once and not for each run; and by index whatever the
  /// statistics of a table that was empty a minute ago say, because a walk over a table is also a lock of all of it
  /// against whoever writes it in a serializable transaction.
  private static func settings(_ options: PostgresOptions) -> [(String, String)] {
    [
      ("search_path", #""\#(options.schema)", pg_temp"#),
      ("default_transaction_isolation", "serializable"),
      ("statement_timeout", "\(options.statementTimeout)"),
      ("lock_timeout", "\(options.lockTimeout)"),
      ("idle_in_transaction_session_timeout", "\(options.idleTimeout)"),
      ("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off"), ("jit", "off"),
      // Of two branches of a `UNION ALL`, the first one's rows come first: not so where several processes work at it.
      ("max_parallel_workers_per_gather", "0"),
      ("standard_conforming_strings", "on"), ("bytea_output", "hex"),
    ]
  }

  func set(_ options: PostgresOptions) throws {
    guard !options.schema.isEmpty, options.schema.first?.isNumber == false,
      options.schema.utf8.allSatisfy(Self.belongsToName)
    else { throw PostgresFailure(.refused, "a schema is named in small letters, digits and _") }
    let settings = Self.settings(options)
    let calls = settings.map { "set_config('\($0.0)', '\($0.1)', false)" }
    try each("SELECT \(calls.joined(separator: ", "))", []) { _ in true }
  }

  private static func belongsToName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Asks the server whether what it acknowledges lasts, as SQLite's file is asked after it was opened.
  ///
  /// - Throws: `notDurable` where a commit would not survive a power cut; `unsupported` where texts are not kept in
  ///   UTF-8; `unavailable` on a standby.
  func verify() throws {
    let wanted = [
      ("fsync", ["on"]), ("full_page_writes", ["on"]),
      ("synchronous_commit", ["on", "remote_write", "remote_apply"]),
      ("default_transaction_isolation", ["serializable"]),
    ]
    let columns = wanted.map { "current_setting('\($0.0)')" }
    var refusal: PostgresFailure?
    try each(
      """
      SELECT \(columns.joined(separator: ", ")), current_setting('server_encoding'), pg_is_in_recovery()
      """, []
    ) { row in
      for (index, setting) in wanted.enumerated() where !setting.1.contains(row.text(index) ?? "") {
        refusal = PostgresFailure(.notDurable, "\(setting.0) is \(row.text(index) ?? "not known")")
      }
      if row.text(wanted.count) != "UTF8" {
        refusal = PostgresFailure(.unsupported, "the database's encoding is not UTF8")
      }
      if row.integer(wanted.count + 1) != 0 {
        refusal = PostgresFailure(.unavailable, "the server is a standby")
      }
      return true
    }
    if let refusal { throw refusal }
  }

  /// What an operator is to know of the way to the server.
  func warnings() -> [String] {
    func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    let settings = PostgresAddress.settings(client, handle)
    return WayToServer(
      host: text(client.functions.host(handle)), address: text(client.functions.hostaddr(handle)),
      isEncrypted: client.functions.sslInUse(handle) == 1,
      usedPassword: client.functions.connectionUsedPassword(handle) == 1,
      mode: settings["sslmode"] ?? ""
    ).warnings
  }
}
