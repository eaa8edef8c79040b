import Logging

/// Writes the log as lines of text on standard error.
///
/// `StreamLogHandler` puts metadata into words when they are set, which for a request is always, and not when a line is
/// written, which is hardly ever: 2 % of a small request's processor time. So they are kept here until then.
struct TextLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice
  private var lines: StreamLogHandler

  init(label: String) { lines = StreamLogHandler.standardError(label: label) }

  var metadataProvider: Logger.MetadataProvider? {
    get { lines.metadataProvider }
    set { lines.metadataProvider = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var event = event
    event.metadata = metadata.merging(event.metadata ?? [:]) { _, new in new }
    lines.log(event: event)
  }
}
