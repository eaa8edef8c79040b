public import GroveIdentity

/// A usable invitation as its app sees it: the link, and what a proof can be asked for. Roots,
/// seeds and device lists stay in the messenger.
public struct CollaborationHighlight: Hashable, Sendable, Codable, Identifiable {
  /// Opaque: the message the newest invitation came in, so that another invitation changes it.
  public let id: MessageID
  /// Where the content is. The link alone carries no authority.
  public let link: String
  /// The origin of the link; a proof is made for this origin and no other.
  public let audience: Origin
  /// What the app's server calls the collaboration.
  public let collaborationID: CollaborationID
  /// The content's title when it was shared, from the invitation.
  public let title: String
  /// One line about what the sender selected, from the invitation; may be empty.
  public let optionsSummary: String
  /// Who sent it; this person's own account where they are the initiator.
  public let sender: AccountID
  /// The conversation the invitation came in.
  public let conversationID: ConversationID
  /// Milliseconds since 1970: when the invitation arrived on this device.
  public let createdAt: UInt64
  /// False on a device that the identity was not made for: it signs in to the app like anybody,
  /// until the initiator refreshes (protocol 6.4).
  public let canProve: Bool

  /// Made by the messenger out of a stored invitation.
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

  /// Audience and identifier together, which name the collaboration.
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
