public import GroveIdentity

/// Who joined and who left a collaboration (content type 3, protocol 12.1). Believed only from the
/// account that sent the invitation (12.3).
public struct MembershipUpdate: ContentBody {
  /// Type 3 (protocol 18.3).
  public static let contentType = ContentType.membershipUpdate

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// The origin of the collaboration's link. With `collaborationID` it says what the update is
  /// about.
  public var audience: Origin
  /// Unique at the audience only.
  public var collaborationID: CollaborationID
  /// The collaboration's epoch after the change.
  public var epoch: DecimalUInt64
  /// At most 256; an account with a replaced identity is here, its old root in `removed`.
  public var added: [IdentityMapEntry]
  /// At most 256.
  public var removed: [RootHash]
  /// Why the removed ones have lost it: it is over for everybody (protocol 12.3.1).
  public var ended: Ended?
  /// What its document is called now, for whom its server does not tell; at most 1024 bytes (protocol 12.3.1).
  public var title: String?

  /// How a document ends for everybody.
  public enum Ended: String, Hashable, Sendable, Codable {
    case deleted
    /// Its owner shares it with nobody any more.
    case stopped
  }

  /// Made by the initiator's messenger once the app's server has taken the change (protocol 12.1).
  public init(
    audience: Origin, collaborationID: CollaborationID, epoch: UInt64,
    added: [IdentityMapEntry], removed: [RootHash], ended: Ended? = nil, title: String? = nil
  ) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.epoch = DecimalUInt64(epoch)
    self.added = added
    self.removed = removed
    self.ended = ended
    self.title = title
  }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 256 entries and for a title above 1024 bytes, `malformed` where an account or
  ///   root is named twice or a root is both added and removed.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: added.count, ContentLimit.participants, "added")
    try ContentLimit.check(count: removed.count, ContentLimit.participants, "removed")
    try ContentLimit.check(title, ContentLimit.title, "title")
    guard Set(added.map(\.account)).count == added.count,
      Set(added.map(\.root)).count == added.count, Set(removed).count == removed.count,
      Set(added.map(\.root)).isDisjoint(with: removed)
    else { throw IdentityError(.malformed, "the update names somebody twice") }
  }
}
