import GRDB

/// Why the database could not answer. Refusals of the rules are never this: they are answers.
///
/// The description names SQLite's result code and nothing else: no statement, no argument, no path.
struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: String, Hashable, Sendable {
    /// Busy, full, read-only, input/output error, closed, or too many changes waiting: try again.
    case unavailable
    /// The file is damaged or is not a database.
    case corrupt
    /// A statement broke a rule of the schema: a mistake in this program, and nothing was written.
    case constraint
    /// Opened, but a commit would not survive a power cut; the server must not start.
    case notDurable = "not_durable"
    /// Opened, but what is deleted would stay readable in the file; the server must not start.
    case notErasing = "not_erasing"
    /// The file was written by a newer version of this program.
    case superseded
  }

  let code: Code
  /// SQLite's extended result code, for the log.
  let resultCode: Int32?

  init(_ code: Code, resultCode: Int32? = nil) {
    self.code = code
    self.resultCode = resultCode
  }

  var description: String {
    resultCode.map { "\(code.rawValue) (SQLite \($0))" } ?? code.rawValue
  }

  /// A database error becomes a failure; whatever else a closure threw stays what it is.
  static func describing(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    let code: Code =
      switch error.resultCode {
      case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_RANGE: .constraint
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
      default: .unavailable
      }
    return SQLiteFailure(code, resultCode: error.extendedResultCode.rawValue)
  }
}
