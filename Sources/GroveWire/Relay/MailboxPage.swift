/// Mailbox entries after a position, oldest first.
public struct MailboxPage: Hashable, Sendable, Codable {
  /// At most as many as were asked for, and no more once they have 2 MiB of envelopes.
  public var events: [MailboxEvent]
  /// Whether there are entries after the last of these.
  public var more: Bool

  /// What a relay answers to `RelayRoutes.mailbox`.
  public init(events: [MailboxEvent], more: Bool) {
    self.events = events
    self.more = more
  }
}
