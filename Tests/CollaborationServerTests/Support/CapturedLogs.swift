import Logging
import Synchronization

/// What was logged, for tests that look for what must not be there.
final class CapturedLogs: Sendable {
  private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

  var handler: any LogHandler { Handler(logs: self) }

  /// Message and metadata of every line at this level or above.
  func text(from level: Logger.Level) -> String {
    lines.withLock { $0.filter { $0.level >= level }.map(\.text).joined(separator: "\n") }
  }

  private struct Handler: LogHandler {
    let logs: CapturedLogs
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(logs: CapturedLogs) { self.logs = logs }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      logs.lines.withLock { $0.append((event.level, "\(event.message) \(all)")) }
    }
  }
}
