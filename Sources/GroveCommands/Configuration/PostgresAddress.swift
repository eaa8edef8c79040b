import Foundation

/// The address of a PostgreSQL database, as its own programs take it:
/// `postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full` (PostgreSQL's documentation, “Connection URIs”). Several
/// hosts, sockets and everything else behind the question mark are libpq's to understand.
struct PostgresAddress: Sendable {
  /// With the password, if it holds one: never printed.
  let text: String

  /// - Throws: `CommandFailure` for what is no such address.
  init(_ text: String) throws {
    guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix) else {
      throw CommandFailure(
        "postgres is no address of a PostgreSQL database; one looks like "
          + "postgresql://grove@db.example/grove?sslmode=verify-full.")
    }
    self.text = text
  }

  /// Without what is secret, for people.
  var shown: String {
    guard let password else { return text }
    var shown = text
    shown.replaceSubrange(password, with: "…")
    return shown
  }

  var hasPassword: Bool { password != nil }

  /// Between the user's name and the hosts, or behind the question mark.
  private var password: Range<String.Index>? {
    guard let scheme = text.range(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
      return text.index(after: colon)..<at
    }
    guard let query = text.firstIndex(of: "?"),
      let name = text.range(of: "password=", range: query..<text.endIndex)
    else { return nil }
    return name.upperBound..<(text[name.upperBound...].firstIndex(of: "&") ?? text.endIndex)
  }
}

extension Configuration {
  /// The database that the servers keep everything in; nil: SQLite files in the data folder.
  ///
  /// - Throws: `CommandFailure` for what is no address, and for a password on the command line.
  func postgres() throws -> PostgresAddress? {
    guard let value = try value(of: .postgres), !value.text.isEmpty else { return nil }
    let address = try PostgresAddress(value.text)
    guard value.source != .flag || !address.hasPassword else {
      throw CommandFailure(
        "Other users of this machine can read a command line: leave the password out of --postgres and give it in "
          + "~/.pgpass, or the whole address in GROVE_POSTGRES_FILE.")
    }
    return address
  }
}
