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
  /// Other conversations of each.
  public static let maximumAlsoIn = 4
  /// People of all documents in one message.
  public static let maximumPeople = 64

  /// Somebody who is in a document.
  public struct Person: Hashable, Sendable, Codable, Redacted {
    /// By which they were told of.
    public var root: RootHash
    /// Nil where no identity map knows them.
    public var account: AccountID?
    /// What the app calls them then; its word alone: one line of at most 128 bytes.
    public var name: String?

    /// Either of an account, or with a name.
    public init(root: RootHash, account: AccountID? = nil, name: String? = nil) {
      (self.root, self.account, self.name) = (root, account, name)
    }

    fileprivate var isOne: Bool {
      guard let name else { return account != nil }
      return account == nil && !name.isEmpty
        && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

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
    /// Where it was shared last.
    public var conversationID: ConversationID
    /// Other conversations in which it was shared, the newest first: at most 4, none twice. Nil where there are none.
    public var alsoIn: [ConversationID]?
    /// Who is in it, as the device that tells was told by the app's server from the beginning; nil where that is not
    /// to be told.
    public var people: [Person]?

    /// Made from an invitation that this device has got.
    public init(
      audience: Origin, collaborationID: CollaborationID, link: String, title: String,
      inviter: AccountID, conversationID: ConversationID, alsoIn: [ConversationID]? = nil,
      people: [Person]? = nil
    ) {
      self.audience = audience
      self.collaborationID = collaborationID
      self.link = link
      self.title = title
      self.inviter = inviter
      self.conversationID = conversationID
      self.alsoIn = alsoIn
      self.people = people
    }
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// 1 to 4, none twice.
  public var documents: [Document]

  /// Made by a device for the account's others.
  public init(documents: [Document]) { self.documents = documents }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 4, of documents or of a document's other conversations, or 64 people, and for a
  ///   link, title or name that is too long; `malformed` for none, for the same or a conversation twice, for a link of
  ///   another origin and for somebody with an account and a name, or neither.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: documents.count, Self.maximum, "documents")
    let people = documents.flatMap { $0.people ?? [] }
    try ContentLimit.check(count: people.count, Self.maximumPeople, "people")
    for one in people {
      try ContentLimit.check(one.name, ContentLimit.guestName, "name")
      guard one.isOne else { throw IdentityError(.malformed, "people") }
    }
    var known: Set<[String]> = []
    for document in documents {
      try ContentLimit.check(document.link, ContentLimit.link, "link")
      try ContentLimit.check(document.title, ContentLimit.title, "title")
      let places = document.alsoIn ?? []
      try ContentLimit.check(count: places.count, Self.maximumAlsoIn, "alsoIn")
      guard Set(places + [document.conversationID]).count == places.count + 1 else {
        throw IdentityError(.malformed, "alsoIn")
      }
      guard try Origin(ofLink: document.link) == document.audience,
        known.insert([document.audience.text, document.collaborationID.text]).inserted
      else { throw IdentityError(.malformed, "documents") }
    }
    guard !documents.isEmpty else { throw IdentityError(.malformed, "no documents") }
  }
}
