public import GroveIdentity

/// Notices that a person has put away on one of their devices, or with opening the document they tell of, for the
/// others (content type 10, protocol 12.9.1).
///
/// Sealed to the account's own devices only, and nobody else's word for it counts.
public struct NoticesPutAway: ContentBody, Redacted {
  /// Type 10 (protocol 18.3).
  public static let contentType = ContentType.noticesPutAway

  /// Documents in one message: so many fit, even where their identifiers are of the longest.
  public static let maximum = 16
  /// Notices of one document.
  public static let maximumNotices = 64

  /// Of one document.
  public struct Document: Hashable, Sendable, Codable {
    /// The app's origin.
    public var audience: Origin
    /// What the app's server calls the collaboration.
    public var collaborationID: CollaborationID
    /// 1 to 64, none twice: clocks differ, and each device has banners of its own.
    public var notices: [NoticeID]

    /// Made from what this device shows no more.
    public init(audience: Origin, collaborationID: CollaborationID, notices: [NoticeID]) {
      self.audience = audience
      self.collaborationID = collaborationID
      self.notices = notices
    }
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// 1 to 16, none twice.
  public var documents: [Document]

  /// Made by a device for the account's others.
  public init(documents: [Document]) { self.documents = documents }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 16 documents or 64 notices of one; `malformed` for none and for the same twice.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: documents.count, Self.maximum, "documents")
    var places: Set<[String]> = []
    for document in documents {
      try ContentLimit.check(count: document.notices.count, Self.maximumNotices, "notices")
      guard !document.notices.isEmpty,
        Set(document.notices).count == document.notices.count,
        places.insert([document.audience.text, document.collaborationID.text]).inserted
      else { throw IdentityError(.malformed, "documents") }
    }
    guard !documents.isEmpty else { throw IdentityError(.malformed, "no documents") }
  }
}
