public import GroveIdentity

/// Starts a conversation. The caller is a member whether listed or not. The same identifier and
/// members again is no change.
public struct CreateConversation: Hashable, Sendable, Codable {
  /// Random, made by the caller.
  public var conversationID: ConversationID
  /// At most 256 with the caller.
  public var members: [AccountID]
  /// At most 256 bytes; the relay can read it.
  public var name: String?

  /// Made by the device that starts the conversation.
  public init(conversationID: ConversationID, members: [AccountID], name: String? = nil) {
    self.conversationID = conversationID
    self.members = members
    self.name = name
  }
}
