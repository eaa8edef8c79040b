public import GroveIdentity

/// A change to a conversation, delivered through the mailbox of every device of every member before
/// and after it.
public struct ConversationChange: Hashable, Sendable, Codable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case created, added, removed, renamed, photo
    /// Only told to the devices of the account that has accepted a message request.
    case accepted
  }

  /// What happened; one change of several kinds is told as several.
  public var kind: Kind
  /// Who did it.
  public var by: AccountID
  /// Who was added or removed; empty otherwise.
  public var subjects: [AccountID]
  /// Milliseconds, the relay's clock.
  public var at: DecimalUInt64
  /// As it is after the change.
  public var conversation: Conversation

  /// Queued by the relay in the transaction that makes the change.
  public init(
    kind: Kind, by: AccountID, subjects: [AccountID], at: DecimalUInt64,
    conversation:
      Conversation
  ) {
    self.kind = kind
    self.by = by
    self.subjects = subjects
    self.at = at
    self.conversation = conversation
  }
}
