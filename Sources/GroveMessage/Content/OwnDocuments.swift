public import GroveIdentity

/// What was shared with this account before a device was added to it, from one of its devices to that one
/// (content type 9, protocol 12.2.1): so that it can say of a document it cannot open yet what it is and whom it
/// waits for. It opens nothing.
///
/// Sealed to the account's own devices only, and nobody else's word for it counts.
public struct OwnDocuments: ContentBody, Redacted {
  /// Type 9 (protocol 18.3).
  public static let contentType = ContentType.ownDocuments

  /// More are sent in several messages.
  public static let maximum = 4

  /// A document, as the invitation that another device of the account has got names it.
  public struct Document: Hashable, Sendable, Codable, Redacted {
    /// The origin of the link.
    public var audience: Origin
    /// What the app's server calls the collaboration.
    public var collaborationID: CollaborationID
    /// At most 2048 bytes.
    public var link: String
    /// At most 1024 bytes.
    public var title: String
    /// Who shared it.
    public var inviter: AccountID
    /// Where.
    public var conversationID: ConversationID

    /// Made from an invitation that this device has got.
    public init(
      audience: Origin, collaborationID: CollaborationID, link: String, title: String,
      inviter: AccountID, conversationID: ConversationID
    ) {
      self.audience = audience
      self.collaborationID = collaborationID
      self.link = link
      self.title = title
      self.inviter = inviter
      self.conversationID = conversationID
    }
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// 1 to 4, none twice.
  public var documents: [Document]

  /// Made by a device for the account's others.
  public init(documents: [Document]) { self.documents = documents }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 4 or for a link or title that is too long; `malformed` for none, for
  ///   the same twice and for a link of another origin.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: documents.count, Self.maximum, "documents")
    var places: Set<[String]> = []
    for document in documents {
      try ContentLimit.check(document.link, ContentLimit.link, "link")
      try ContentLimit.check(document.title, ContentLimit.title, "title")
      guard try Origin(ofLink: document.link) == document.audience,
        places.insert([document.audience.text, document.collaborationID.text]).inserted
      else { throw IdentityError(.malformed, "documents") }
    }
    guard !documents.isEmpty else { throw IdentityError(.malformed, "no documents") }
  }
}
