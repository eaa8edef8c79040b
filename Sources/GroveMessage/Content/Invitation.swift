public import GroveIdentity

/// A share as one participant gets it (content type 2, protocol 6.1). Each account gets its own
/// `identity` and never another's.
///
/// Read from a message it is a claim: `InvitationCheck` says whether it may be used.
public struct Invitation: ContentBody, Redacted {
  /// Type 2 (protocol 18.3).
  public static let contentType = ContentType.invitation

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// Where the document is; at most 2048 bytes. It carries no authority (design 5).
  public var link: String
  /// The origin of the link.
  public var audience: Origin
  /// The collaboration the proof will be made for; the proof takes it from here and never from who
  /// asks (protocol 8.3).
  public var collaborationID: CollaborationID
  /// At most 1024 bytes.
  public var title: String
  /// For instance "Everyone can edit"; at most 1024 bytes.
  public var optionsSummary: String
  /// The recipient's own seed, root and statement.
  public var identity: InvitedIdentity
  /// Every participant including the initiator, roots only; at most 256 (protocol 6.2).
  public var identityMap: [IdentityMapEntry]
  /// The collaboration's epoch after the roots were added.
  public var epoch: DecimalUInt64
  /// How it is shown; checked by nobody.
  public var card: DocumentCard?

  /// Made by the initiator's messenger for one account, after the app's server has taken the roots
  /// (protocol 6.5).
  public init(
    link: String, audience: Origin, collaborationID: CollaborationID, title: String,
    optionsSummary: String, identity: InvitedIdentity, identityMap: [IdentityMapEntry],
    epoch: UInt64, card: DocumentCard? = nil
  ) {
    self.link = link
    self.audience = audience
    self.collaborationID = collaborationID
    self.title = title
    self.optionsSummary = optionsSummary
    self.identity = identity
    self.identityMap = identityMap
    self.epoch = DecimalUInt64(epoch)
    self.card = card
  }

  /// Checked before it is sent and after it was read; `InvitationCheck` asks the rest.
  /// - Throws: `limitExceeded` for a text or the map, `malformed` where the map names an account or
  ///   a root twice.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(link, ContentLimit.link, "link")
    try ContentLimit.check(title, ContentLimit.title, "title")
    try ContentLimit.check(optionsSummary, ContentLimit.title, "optionsSummary")
    try card?.checkLimits()
    try ContentLimit.check(count: identityMap.count, ContentLimit.participants, "identityMap")
    guard Set(identityMap.map(\.account)).count == identityMap.count,
      Set(identityMap.map(\.root)).count == identityMap.count
    else { throw IdentityError(.malformed, "identityMap names somebody twice") }
  }
}
