public import GroveIdentity

/// Which conversations a share sheet offers first: pure.
public enum SuggestedConversations {
  /// What is known about a conversation.
  public struct Candidate: Hashable, Sendable {
    public var conversationID: ConversationID
    /// Milliseconds; the newest message or change.
    public var lastActivity: UInt64
    /// How many collaborations of the same app are shared in it.
    public var collaborations: Int

    public init(conversationID: ConversationID, lastActivity: UInt64, collaborations: Int) {
      self.conversationID = conversationID
      self.lastActivity = lastActivity
      self.collaborations = collaborations
    }
  }

  /// Where the app has been shared before comes first, then what was used last; ties are broken by
  /// identifier, so that the order does not change from one look to the next.
  public static func best(_ candidates: [Candidate], limit: Int = 4) -> [ConversationID] {
    let ranked = candidates.sorted { left, right in
      if left.collaborations != right.collaborations {
        return left.collaborations > right.collaborations
      }
      if left.lastActivity != right.lastActivity { return left.lastActivity > right.lastActivity }
      return left.conversationID < right.conversationID
    }
    return ranked.prefix(max(0, limit)).map(\.conversationID)
  }
}
