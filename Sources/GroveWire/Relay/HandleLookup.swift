public import GroveIdentity

/// Which account holds a handle: the relay's word (protocol 11.3).
public struct HandleLookup: Hashable, Sendable, Codable {
  /// In lower case, as the relay keeps it.
  public var handle: String
  /// What to verify the account's chain against; compare it with a contact link or the safety
  /// number.
  public var accountID: AccountID

  /// What a relay answers to `RelayRoutes.lookUpHandle`.
  public init(handle: String, accountID: AccountID) {
    self.handle = handle
    self.accountID = accountID
  }
}
