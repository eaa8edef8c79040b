public import GroveIdentity

/// Somebody without an identity asks for access (design 5.2). One per account and collaboration;
/// an ignored one stays for a while, so that the owner is not asked again at once.
public struct KnockRecord: Hashable, Sendable {
  /// What the owner's answer names.
  public var id: KnockID
  /// Where access is asked for.
  public var collaborationID: CollaborationID
  /// Who asks.
  public var account: AccountLabel
  /// What they wrote to the owner, at most 512 bytes.
  public var note: String?
  /// Milliseconds since 1970, when they knocked.
  public var at: UInt64
  /// Milliseconds since 1970, when the owner ignored it; nil while it is open.
  public var ignoredAt: UInt64?

  /// Made by a knock; it waits in the box until it is delivered.
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
