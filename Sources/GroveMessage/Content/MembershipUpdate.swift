public import GroveIdentity

/// Who joined and who left a collaboration (content type 3, protocol 12.1). Believed only from the
/// account that sent the invitation (12.3).
public struct MembershipUpdate: ContentBody {
  public static let contentType = ContentType.membershipUpdate

  public private(set) var v = ContentVersion()
  public var audience: Origin
  public var collaborationID: CollaborationID
  /// The collaboration's epoch after the change.
  public var epoch: DecimalUInt64
  /// At most 256; an account with a replaced identity is here, its old root in `removed`.
  public var added: [IdentityMapEntry]
  /// At most 256.
  public var removed: [RootHash]

  public init(
    audience: Origin, collaborationID: CollaborationID, epoch: UInt64,
    added: [IdentityMapEntry], removed: [RootHash]
  ) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.epoch = DecimalUInt64(epoch)
    self.added = added
    self.removed = removed
  }

  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: added.count, ContentLimit.participants, "added")
    try ContentLimit.check(count: removed.count, ContentLimit.participants, "removed")
    guard Set(added.map(\.account)).count == added.count,
      Set(added.map(\.root)).count == added.count, Set(removed).count == removed.count,
      Set(added.map(\.root)).isDisjoint(with: removed)
    else { throw IdentityError(.malformed, "the update names somebody twice") }
  }
}
