public import GroveIdentity

/// Some of the caller's conversations, ascending by identifier.
public struct ConversationList: Hashable, Sendable, Codable {
  /// Ascending by identifier; those the account has not accepted yet are among them.
  public var conversations: [Conversation]
  /// The `after` of the next page; absent in the last one.
  public var next: ConversationID?

  /// What a relay answers to `RelayRoutes.listConversations`.
  public init(conversations: [Conversation], next: ConversationID? = nil) {
    self.conversations = conversations
    self.next = next
  }
}
