/// Log entries after a position, oldest first.
public struct DocumentEventPage: Hashable, Sendable, Codable {
  public var events: [DocumentEvent]
  public var more: Bool

  public init(events: [DocumentEvent], more: Bool) {
    self.events = events
    self.more = more
  }
}
