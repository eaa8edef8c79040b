public import GroveIdentity

/// The one app account bound to an identity (protocol 9.1).
public struct BindingRecord: Hashable, Sendable {
  /// With `root`, the row's key: an identity has one binding at most.
  public var collaborationID: CollaborationID
  /// The identity that was proved.
  public var root: RootHash
  /// The app account that has access by it.
  public var account: AccountLabel
  /// The collaboration's epoch at the grant; in force while it is not below the identity's
  /// activation epoch.
  public var epoch: UInt64
  /// Milliseconds since 1970 of the first grant; renewing the binding keeps it.
  public var boundAt: UInt64

  /// Made by a grant, an accepted knock or a replacement.
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

  /// Whether its account has it only because the identity took another's place (protocol 9.3), and has not proved that
  /// identity since.
  func isInherited(by identity: IdentityRecord) -> Bool {
    identity.replaced != nil && epoch == identity.activationEpoch
  }
}
