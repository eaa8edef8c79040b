public import GroveIdentity

/// What happened to a conversation, as it goes to the mailboxes of its members before and after.
public struct ConversationEvent: Hashable, Sendable {
  /// What happened, in the words of the wire (`ConversationChange.Kind`).
  public enum Kind: String, Hashable, Sendable {
    case created, added, removed, renamed, photo
    /// The account's own devices are told that it has accepted a message request.
    case accepted
  }

  /// One change of several kinds makes several events, each with its own version.
  public var kind: Kind
  /// Who did it.
  public var by: AccountID
  /// Who was added or removed.
  public var subjects: [AccountID]
  /// Milliseconds, the relay's clock.
  public var at: UInt64
  /// As it is after the event.
  public var conversation: ConversationRecord

  /// Made by the rule that changes the conversation.
  public init(
    kind: Kind, by: AccountID, subjects: [AccountID], at: UInt64, conversation: ConversationRecord
  ) {
    self.kind = kind
    self.by = by
    self.subjects = subjects
    self.at = at
    self.conversation = conversation
  }
}
