public import GroveIdentity
public import GroveSystem

/// Something that was shared with this person and that this device cannot open yet: it was added later
/// (protocol 12.2.1).
public struct DocumentAwaited: Hashable, Sendable {
  public let collaboration: CollaborationKey
  /// As it was shared.
  public let title: String
  /// Opens once the inviter has let this device in.
  public let link: String
  /// Who shared it and has to let this device in.
  public let inviter: AccountID
  /// Where it was shared last.
  public let conversationID: ConversationID
  /// Other conversations in which it was shared.
  public let alsoIn: [ConversationID]

  /// Whether it was shared there.
  public func isIn(_ conversation: ConversationID) -> Bool {
    conversationID == conversation || alsoIn.contains(conversation)
  }
}
