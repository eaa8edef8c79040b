public import GroveIdentity

/// A mailbox entry that was read and not shown, with the reason: it is acknowledged all the same,
/// so that nothing anybody sends can block the mailbox.
public struct IgnoredEvent: Hashable, Sendable, Codable {
  /// Its place in the mailbox.
  public let sequence: UInt64
  /// Milliseconds since 1970, this device's clock.
  public let at: UInt64
  /// Who uploaded it, the relay's word.
  public let sender: AccountID?
  /// A stable code: `EnvelopeRefusal`'s or `InboxRefusal`'s raw value.
  public let reason: String

  package init(sequence: UInt64, at: UInt64, sender: AccountID?, reason: String) {
    self.sequence = sequence
    self.at = at
    self.sender = sender
    self.reason = reason
  }
}
