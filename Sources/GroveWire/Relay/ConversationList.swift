/// The caller's conversations.
public struct ConversationList: Hashable, Sendable, Codable {
  /// Ascending by identifier; those the account has not accepted yet are among them.
  public var conversations: [Conversation]

  /// What a relay answers to `RelayRoutes.listConversations`.
  public init(conversations: [Conversation]) {
    self.conversations = conversations
  }
}
