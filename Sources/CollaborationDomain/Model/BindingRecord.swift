public import GroveIdentity

/// The one app account bound to an identity (protocol 9.1).
public struct BindingRecord: Hashable, Sendable {
  public var collaborationID: CollaborationID
  public var root: RootHash
  public var account: AccountLabel
  /// The collaboration's epoch at the grant; in force while it is not below the identity's
  /// activation epoch.
  public var epoch: UInt64
  public var boundAt: UInt64

  public init(
    collaborationID: CollaborationID, root: RootHash, account: AccountLabel, epoch: UInt64,
    boundAt: UInt64
  ) {
    self.collaborationID = collaborationID
    self.root = root
    self.account = account
    self.epoch = epoch
    self.boundAt = boundAt
  }
}
