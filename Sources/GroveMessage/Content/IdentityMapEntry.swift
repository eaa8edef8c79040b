public import GroveIdentity

/// A person in a collaboration: their relay account and the root that stands for them
/// (protocol 6.2).
public struct IdentityMapEntry: Hashable, Sendable, Codable {
  /// Whom a mention of `root` is sent to.
  public var account: AccountID
  /// What the collaboration's server knows the person by.
  public var root: RootHash

  /// A row of the map in an invitation or a membership update.
  public init(account: AccountID, root: RootHash) {
    self.account = account
    self.root = root
  }
}
