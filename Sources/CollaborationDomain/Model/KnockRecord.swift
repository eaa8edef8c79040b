public import GroveIdentity

/// Somebody without an identity asks for access (design 5.2). One per account and collaboration;
/// an ignored one stays for a while, so that the owner is not asked again at once.
public struct KnockRecord: Hashable, Sendable {
  public var id: KnockID
  public var collaborationID: CollaborationID
  public var account: AccountLabel
  public var note: String?
  public var at: UInt64
  public var ignoredAt: UInt64?

  public init(
    id: KnockID, collaborationID: CollaborationID, account: AccountLabel, note: String?,
    at: UInt64, ignoredAt: UInt64? = nil
  ) {
    self.id = id
    self.collaborationID = collaborationID
    self.account = account
    self.note = note
    self.at = at
    self.ignoredAt = ignoredAt
  }
}
