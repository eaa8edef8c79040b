/// One server-sent event as text (WHATWG HTML, "Server-sent events"): pure, both directions.
public struct ServerSentEvent: Hashable, Sendable {
  /// The `event` field; nil means `message`.
  public var name: String?
  /// The position to resume from (`Last-Event-ID`).
  public var id: String?
  /// One or more lines; here one JSON value.
  public var data: String

  /// An event to be sent, or one that was parsed.
  public init(name: String? = nil, id: String? = nil, data: String) {
    self.name = name
    self.id = id
    self.data = data
  }

  /// A comment line that keeps the connection alive; every 15 s (design 6).
  public static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  /// The event as it travels, its closing blank line included. `name` and `id` must be without line
  /// ends.
  public var bytes: [UInt8] { Self.bytes(name: name, id: id, data: Array(data.utf8)) }

  /// The same of data that never was a `String`: UTF-8. To look at a `String` character by character for its line ends took
  /// a fifth of what a relay's delivery cost.
  public static func bytes(name: String?, id: String?, data: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(data.count + 96)
    if let name { text += "event: \(name)\n".utf8 }
    if let id { text += "id: \(id)\n".utf8 }
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      text += "data: ".utf8
      text += line
      text.append(UInt8(ascii: "\n"))
    }
    text.append(UInt8(ascii: "\n"))
    return text
  }
}
