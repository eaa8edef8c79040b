/// Mailbox entries after a position, oldest first.
public struct MailboxPage: Hashable, Sendable, Codable {
  public var events: [MailboxEvent]
  public var more: Bool

  public init(events: [MailboxEvent], more: Bool) {
    self.events = events
    self.more = more
  }
}
