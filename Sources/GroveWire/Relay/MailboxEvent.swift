public import GroveIdentity

/// Entries of the mailbox that were not kept. The device asks for its conversations again.
public struct MailboxGap: Hashable, Sendable, Codable {
  /// How many expired before the device fetched them; changes of conversations for which there was no
  /// room are not counted.
  public var entries: DecimalUInt64

  /// Left in the mailbox in the place of what is missing.
  public init(entries: DecimalUInt64) {
    self.entries = entries
  }
}

/// One entry of a device's mailbox. Exactly one of the five payloads is present.
public struct MailboxEvent: Hashable, Sendable, Codable {
  /// Grows within one mailbox; also the event stream's `id`.
  public var sequence: DecimalUInt64
  /// Milliseconds, the relay's clock.
  public var receivedAt: DecimalUInt64
  /// For envelopes: the account that uploaded it, the relay's word.
  public var sender: AccountID?
  /// One encoded `Envelope`, at most 70 KiB.
  public var envelope: Base64URLBytes?
  /// A conversation the account is in, or was in, has changed.
  public var conversation: ConversationChange?
  /// An account that the device knows has a new statement.
  public var account: AccountChange?
  /// Entries before this one are missing.
  public var gap: MailboxGap?
  /// What an app's server pushed to an address of the account (protocol 12.8).
  public var notice: NoticePushed?

  /// One entry as a relay sends it; give one payload.
  public init(
    sequence: DecimalUInt64, receivedAt: DecimalUInt64, sender: AccountID? = nil,
    envelope:
      Base64URLBytes? = nil, conversation: ConversationChange? = nil,
    account: AccountChange? = nil, gap: MailboxGap? = nil, notice: NoticePushed? = nil
  ) {
    self.sequence = sequence
    self.receivedAt = receivedAt
    self.sender = sender
    self.envelope = envelope
    self.conversation = conversation
    self.account = account
    self.gap = gap
    self.notice = notice
  }
}
