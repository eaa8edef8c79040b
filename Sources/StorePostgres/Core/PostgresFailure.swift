/// Why the database could not answer. Refusals of the rules are never this: they are answers.
///
/// The description names PostgreSQL's SQLSTATE and, of what an operator has to put right, what that is: no statement, no
/// value, no password.
public struct PostgresFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Hashable, Sendable {
    /// Full, read-only, too many connections, too slow, or not there: nothing has changed; try again.
    case unavailable
    /// The commit was begun and its end is not known (decision 0023).
    case outcomeUnknown = "outcome_unknown"
    /// The database is damaged.
    case corrupt
    /// A statement broke a rule of the schema, or is no statement: a mistake in this program, and nothing was written.
    case constraint
    /// Connected, but a commit would not survive a power cut; the server must not start.
    case notDurable = "not_durable"
    /// The schema was written by a newer version of this program.
    case superseded
    /// The server does not let this program in, or the URL is none.
    case refused
    /// The server is older than is needed, or keeps texts in another encoding.
    case unsupported
    /// There is no client library.
    case noClient = "no_client"
    /// Another transaction was in the way: the whole transaction is to be run again. Stays inside the engine.
    case conflict
    /// The connection has gone. Stays inside the engine.
    case lost
  }

  public let code: Code
  /// PostgreSQL's, for the log; empty where it said none.
  public let sqlState: String
  /// What is to be put right; may be empty.
  public let remedy: String

  init(_ code: Code, _ remedy: String = "", sqlState: String = "") {
    self.code = code
    self.sqlState = sqlState
    self.remedy = remedy
  }

  /// A server's answer (appendix A of its manual). Classes are told apart by what is to be done.
  init(sqlState: String) {
    self.init(Self.code(of: sqlState), sqlState: sqlState)
  }

  public var description: String {
    var words = code.rawValue
    if !sqlState.isEmpty { words += " (SQLSTATE \(sqlState))" }
    return remedy.isEmpty ? words : "\(words): \(remedy)"
  }

  /// Of what leaves the engine.
  var outside: PostgresFailure {
    switch code {
    case .conflict, .lost: PostgresFailure(.unavailable, remedy, sqlState: sqlState)
    default: self
    }
  }

  private static func code(of state: String) -> Code {
    switch state {
    // A rival has written what this transaction looked at, or they wait for each other.
    case "40001", "40P01": .conflict
    // What PostgreSQL says of a transaction whose savepoint a rival made worthless.
    case "25P02": .conflict
    // Ended by an operator, by a crash beside it, or by waiting too long between two statements.
    case "57P01", "57P02", "57P05", "25P03": .lost
    case "42501": .refused
    case "XX001", "XX002": .corrupt
    default: code(ofClass: String(state.prefix(2)))
    }
  }

  private static func code(ofClass name: String) -> Code {
    switch name {
    case "08": .lost
    // A rule of the schema, a value out of range, a statement that is none.
    case "23", "22", "42", "0A", "21", "2F", "34": .constraint
    case "28", "3D": .refused
    // 25 read-only, 53 full, 54 too large, 55 locked, 57 cancelled, 58 the disk: and what is not known.
    default: .unavailable
    }
  }
}
