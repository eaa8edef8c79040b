public import GroveIdentity

/// A person in a collaboration: their relay account and the root that stands for them
/// (protocol 6.2).
public struct IdentityMapEntry: Hashable, Sendable, Codable {
  public var account: AccountID
  public var root: RootHash

  public init(account: AccountID, root: RootHash) {
    self.account = account
    self.root = root
  }
}
