import StoreSQL

/// Whether a database would do, without changing anything in it.
package enum PostgresCheck {
  /// - Returns: the server's version, and what its operator is to know of the connection.
  /// - Throws: `PostgresFailure`, as a store that is opened.
  package static func look(at address: PostgresAddress) throws
    -> (version: String, warnings: [String])
  {
    let connection = try PostgresConnection(address, PostgresOptions(schema: "relay"))
    try connection.verify()
    var version = ""
    try connection.each("SELECT current_setting('server_version')", []) { row in
      version = row.text(0) ?? ""
      return false
    }
    return (version, connection.warnings())
  }
}
