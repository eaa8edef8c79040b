extension Configuration {
  /// Whether this server is one of several nodes on a PostgreSQL database (decision 0033).
  ///
  /// - Throws: `CommandFailure` for another value, and where there is no such database.
  func isNode() throws -> Bool {
    switch try text(.nodes) {
    case "one": return false
    case "several": break
    default: throw CommandFailure("nodes takes one or several.")
    }
    guard try postgres() != nil else {
      throw CommandFailure("Several nodes need a PostgreSQL database to meet in; see --postgres.")
    }
    return true
  }
}
