public import GroveIdentity
package import GroveMessage

/// What a line of a conversation shows.
public enum ThreadContent: Hashable, Sendable, Codable, Redacted {
  case text(String, attachment: ThreadAttachment?)
  /// A share: a rich link where the invitation holds, a plain link with a warning where not
  /// (protocol 6.3).
  case link(ThreadLink)
  case notice(ThreadNotice)
  case roster(RosterLine)
  case security(SecurityLine)
  /// A message of a kind this version does not know.
  case unknown(typeCode: UInt8)
}

/// A file that was sent as a copy.
public struct ThreadAttachment: Hashable, Sendable, Codable, Redacted {
  public let name: String
  public let mediaType: String
  /// Bytes.
  public let size: UInt64
  /// How to fetch and open it; nil while this device has still to upload it.
  package let reference: AttachmentReference?

  package init(name: String, mediaType: String, size: UInt64, reference: AttachmentReference?) {
    self.name = name
    self.mediaType = mediaType
    self.size = size
    self.reference = reference
  }
}

/// A shared link.
public struct ThreadLink: Hashable, Sendable, Codable, Redacted {
  public var link: String
  public var title: String
  public var optionsSummary: String
  /// Both present where the invitation can be used.
  public var audience: Origin?
  public var collaborationID: CollaborationID?
  /// Why it is only a plain link: a stable code.
  public var warning: String?

  public init(
    link: String, title: String, optionsSummary: String, audience: Origin? = nil,
    collaborationID: CollaborationID? = nil, warning: String? = nil
  ) {
    self.link = link
    self.title = title
    self.optionsSummary = optionsSummary
    self.audience = audience
    self.collaborationID = collaborationID
    self.warning = warning
  }
}

/// What happened in a shared document, as a banner.
public struct ThreadNotice: Hashable, Sendable, Codable, Redacted {
  public var text: String
  /// Where "Show" leads.
  public var link: String?

  public init(text: String, link: String?) {
    self.text = text
    self.link = link
  }
}

/// A change of a conversation, the relay's word.
public struct RosterLine: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable {
    case created, added, removed, left, renamed, photo
    /// The relay did not add them, and does not say why.
    case notAdded = "not_added"
    /// A change this device asked for and the relay refused.
    case refused
  }

  public let kind: Kind
  public let subjects: [AccountID]
  /// The new name, or the relay's reason.
  public let text: String?
}

/// What a person should know about somebody's devices (protocol 11).
public struct SecurityLine: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable {
    case deviceAdded = "device_added"
    case deviceRemoved = "device_removed"
    /// The list was replaced with the recovery code (protocol 11.6).
    case recovered
    /// Two histories of one account: see the alarms.
    case alarm
  }

  public let kind: Kind
  public let accountID: AccountID
}
