/// The caller's conversations.
public struct ConversationList: Hashable, Sendable, Codable {
  public var conversations: [Conversation]

  public init(conversations: [Conversation]) {
    self.conversations = conversations
  }
}
