public import GroveIdentity

/// A usable invitation as its app sees it: the link, and what a proof can be asked for. Roots,
/// seeds and device lists stay in the messenger.
public struct CollaborationHighlight: Hashable, Sendable, Identifiable {
  /// Opaque and stable: the message the newest invitation came in.
  public let id: MessageID
  public let link: String
  public let audience: Origin
  public let collaborationID: CollaborationID
  public let title: String
  public let optionsSummary: String
  /// Who sent it; this person's own account where they are the initiator.
  public let sender: AccountID
  public let conversationID: ConversationID
  /// Milliseconds; when it arrived here.
  public let createdAt: UInt64
  /// False on a device that the identity was not made for: it signs in to the app like anybody,
  /// until the initiator refreshes (protocol 6.4).
  public let canProve: Bool

  public var key: CollaborationKey {
    CollaborationKey(audience: audience, collaborationID: collaborationID)
  }
}

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
