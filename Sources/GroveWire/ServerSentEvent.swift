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
  public var bytes: [UInt8] {
    var text = ""
    if let name { text += "event: \(name)\n" }
    if let id { text += "id: \(id)\n" }
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "data: \(line)\n"
    }
    return Array((text + "\n").utf8)
  }
}
