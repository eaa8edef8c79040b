/// A page of a mailbox.
public struct MailboxContents: Hashable, Sendable {
  /// Oldest first.
  public var entries: [MailboxEntry]
  /// Whether there is more after the last of them.
  public var more: Bool

  /// Made by `RelayRules.mailbox`.
  public init(entries: [MailboxEntry], more: Bool) {
    self.entries = entries
    self.more = more
  }
}
