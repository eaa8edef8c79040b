import Logging

/// Where the servers log: standard error, fixed sentences with metadata (docs/LOGGING.md).
enum ServerLog {
  /// - Throws: `CommandFailure` for a level that does not exist.
  static func logger(level text: String) throws -> Logger {
    guard let level = Logger.Level(rawValue: text) else {
      throw CommandFailure(
        "log-level is “\(text)”; it takes trace, debug, info, notice or warning.")
    }
    var logger = Logger(label: "grove") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }
}
