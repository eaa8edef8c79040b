public import GroveIdentity

/// Which account holds a handle: the relay's word (protocol 11.3).
public struct HandleLookup: Hashable, Sendable, Codable {
  public var handle: String
  public var accountID: AccountID

  public init(handle: String, accountID: AccountID) {
    self.handle = handle
    self.accountID = accountID
  }
}
