import GRDB

/// Why the database could not answer. Refusals of the rules are never this: they are answers.
///
/// The description names SQLite's result code and nothing else: no statement, no argument, no path.
struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: String, Hashable, Sendable {
    /// Busy, full, read-only, input/output error, closed, or too many changes waiting: nothing has
    /// changed; try again.
    case unavailable
    /// The commit was begun and its end is not known: the change may be there after the next start,
    /// or not (decision 0023).
    case outcomeUnknown = "outcome_unknown"
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

  /// What a `COMMIT` that failed says about what was to be committed (decision 0023).
  ///
  /// Three results say that it did not happen: the frame that carries the commit did not fit
  /// (`SQLITE_FULL`), another connection was in the way (`SQLITE_BUSY`), or a deferred constraint was
  /// broken. After any other the frame may stand in the log, where the next start would find it.
  static func describingCommit(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_CONSTRAINT: return describing(error)
    default: return SQLiteFailure(.outcomeUnknown, resultCode: error.extendedResultCode.rawValue)
    }
  }
}
