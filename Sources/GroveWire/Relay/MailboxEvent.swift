public import GroveIdentity

/// Entries of the mailbox that were not kept. The device asks for its conversations again.
public struct MailboxGap: Hashable, Sendable, Codable {
  /// How many expired before the device fetched them; changes of conversations for which there was no
  /// room are not counted.
  public var entries: DecimalUInt64

  public init(entries: DecimalUInt64) {
    self.entries = entries
  }
}

/// One entry of a device's mailbox. Exactly one of the four payloads is present.
public struct MailboxEvent: Hashable, Sendable, Codable {
  /// Grows within one mailbox; also the event stream's `id`.
  public var sequence: DecimalUInt64
  /// Milliseconds, the relay's clock.
  public var receivedAt: DecimalUInt64
  /// For envelopes: the account that uploaded it, the relay's word.
  public var sender: AccountID?
  public var envelope: Base64URLBytes?
  public var conversation: ConversationChange?
  public var account: AccountChange?
  public var gap: MailboxGap?

  public init(
    sequence: DecimalUInt64, receivedAt: DecimalUInt64, sender: AccountID? = nil,
    envelope:
      Base64URLBytes? = nil, conversation: ConversationChange? = nil,
    account: AccountChange? =
      nil, gap: MailboxGap? = nil
  ) {
    self.sequence = sequence
    self.receivedAt = receivedAt
    self.sender = sender
    self.envelope = envelope
    self.conversation = conversation
    self.account = account
    self.gap = gap
  }
}
