public import GroveIdentity

/// A usable invitation as its app sees it: the link, and what a proof can be asked for. Roots,
/// seeds and device lists stay in the messenger.
public struct CollaborationHighlight: Hashable, Sendable, Codable, Identifiable {
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

  public init(
    id: MessageID, link: String, audience: Origin, collaborationID: CollaborationID, title: String,
    optionsSummary: String, sender: AccountID, conversationID: ConversationID, createdAt: UInt64,
    canProve: Bool
  ) {
    self.id = id
    self.link = link
    self.audience = audience
    self.collaborationID = collaborationID
    self.title = title
    self.optionsSummary = optionsSummary
    self.sender = sender
    self.conversationID = conversationID
    self.createdAt = createdAt
    self.canProve = canProve
  }

  public var key: CollaborationKey {
    CollaborationKey(audience: audience, collaborationID: collaborationID)
  }

  /// Whether a link is this one's. The fragment is the messenger's and the app's affair, not the
  /// link's (protocol 13.1); scheme and host are the same in capital letters, and so is a port that
  /// is the scheme's own (RFC 3986 section 6.2). The rest is compared as it is.
  package func isLedTo(by link: String) -> Bool {
    guard let mine = Self.place(self.link), let other = Self.place(link) else { return false }
    return mine == other
  }

  /// Origin and what comes after it; nil for what is no link.
  private static func place(_ link: String) -> [String]? {
    guard let origin = try? Origin(ofLink: link) else { return nil }
    let rest = link.prefix { $0 != "#" }.drop { $0 != ":" }.dropFirst(3).drop {
      $0 != "/" && $0 != "?"
    }
    return [origin.text, (rest.hasPrefix("/") ? "" : "/") + rest]
  }
}
