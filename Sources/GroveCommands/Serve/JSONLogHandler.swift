import Foundation
import GroveIdentity
import Logging

/// Writes each line of the log as one JSON object, for programs that gather logs: `time`, `level`,
/// `source`, `message`, and under `metadata` everything that varies, as texts.
struct JSONLogHandler: LogHandler {
  struct Line: Codable, Hashable {
    /// RFC 3339, to the millisecond.
    var time: String
    var level: String
    /// The module that speaks.
    var source: String
    var message: String
    var metadata: [String: String]
  }

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.notice
  private let write: @Sendable ([UInt8]) -> Void
  private let now: @Sendable () -> UInt64

  /// - Parameter now: milliseconds since 1970.
  init(
    write: @escaping @Sendable ([UInt8]) -> Void = Self.toStandardError,
    now: @escaping @Sendable () -> UInt64 = { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) }
  ) {
    self.write = write
    self.now = now
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    all.merge(metadataProvider?.get() ?? [:]) { _, new in new }
    all.merge(event.metadata ?? [:]) { _, new in new }
    let line = Line(
      time: LocalTime.utcMilliseconds(now()), level: event.level.rawValue, source: event.source,
      message: event.message.description, metadata: all.mapValues(\.description))
    guard let bytes = try? StrictJSON.encode(line) else { return }
    write(bytes + [UInt8(ascii: "\n")])
  }

  /// In one call, so that lines of several threads do not mix. What nobody takes is lost: a server does
  /// not end because its log does.
  private static func toStandardError(_ line: [UInt8]) {
    _ = line.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
