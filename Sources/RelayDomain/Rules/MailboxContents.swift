/// A page of a mailbox.
public struct MailboxContents: Hashable, Sendable {
  /// Oldest first.
  public var entries: [MailboxEntry]
  /// Whether there is more after the last of them.
  public var more: Bool

  public init(entries: [MailboxEntry], more: Bool) {
    self.entries = entries
    self.more = more
  }
}
