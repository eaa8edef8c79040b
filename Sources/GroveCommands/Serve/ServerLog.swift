import GroveServing
import Logging

/// Where the servers log: standard error, fixed sentences with metadata (docs/LOGGING.md).
enum ServerLog {
  /// How a line looks.
  enum Format: String { case text, json }

  /// - Throws: `CommandFailure` for a level or a format that does not exist.
  static func logger(level text: String, format: String) throws -> Logger {
    guard let level = Logger.Level(rawValue: text) else {
      throw CommandFailure(
        "log-level is “\(text)”; it takes trace, debug, info, notice or warning.")
    }
    guard let chosen = Format(rawValue: format) else {
      throw CommandFailure("log-format is “\(format)”; it takes text or json.")
    }
    var logger = Logger(label: "grove") { label in
      switch chosen {
      case .text: TextLogHandler(label: label)
      case .json: JSONLogHandler()
      }
    }
    logger.logLevel = level
    return logger
  }
}
