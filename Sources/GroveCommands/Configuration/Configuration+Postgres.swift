import Foundation
import StorePostgres

extension Configuration {
  /// The database that the servers keep everything in; nil: SQLite files in the data folder.
  ///
  /// - Throws: `CommandFailure` for what is no address, and for a password on the command line.
  func postgres() throws -> PostgresAddress? {
    guard let value = try value(of: .postgres), !value.text.isEmpty else { return nil }
    guard ["postgresql://", "postgres://"].contains(where: value.text.hasPrefix) else {
      throw CommandFailure(
        "postgres is no address of a PostgreSQL database; one looks like "
          + "postgresql://grove@db.example/grove?sslmode=verify-full.")
    }
    guard value.source != .flag || !Self.holdsPassword(value.text) else {
      throw CommandFailure(
        "Other users of this machine can read a command line: leave the password out of --postgres and give it in "
          + "~/.pgpass, or the whole address in GROVE_POSTGRES_FILE.")
    }
    return PostgresAddress(value.text)
  }

  /// Between the user's name and the hosts, or behind the question mark (RFC 3986, 3.2.1; PostgreSQL's manual, 34.1.1).
  private static func holdsPassword(_ address: String) -> Bool {
    guard let scheme = address.range(of: "://") else { return false }
    let authority = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
    let query = address[(address.firstIndex(of: "?") ?? address.endIndex)...].dropFirst()
    return query.split(separator: "&").contains { $0.hasPrefix("password=") }
  }
}
