public import GroveIdentity

/// Log entries after a position, oldest first. A page ends after a number of entries or bytes,
/// whichever comes first.
public struct DocumentEventPage: Hashable, Sendable, Codable {
  /// Oldest first; may be empty where all entries looked at are for the owner alone.
  public var events: [DocumentEvent]
  /// Whether the log goes on after this page.
  public var more: Bool
  /// Where there is more: the `after` of the next page. Not always the last event's sequence: some
  /// entries are for the owner alone.
  public var next: DecimalUInt64?

  /// What a server answers to reading a stretch of a log.
  public init(events: [DocumentEvent], more: Bool, next: DecimalUInt64? = nil) {
    self.events = events
    self.more = more
    self.next = next
  }
}
