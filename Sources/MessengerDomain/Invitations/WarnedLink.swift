public import GroveIdentity

/// A link that came as an invitation and is not usable as one: shown with a warning, never proved
/// for (protocol 6.3).
public struct WarnedLink: Hashable, Sendable {
  public let link: String
  public let title: String
  public let sender: AccountID
  public let conversationID: ConversationID
  public let reason: InvitationWarning
  public let receivedAt: UInt64
}
