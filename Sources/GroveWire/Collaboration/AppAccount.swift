public import GroveIdentity

/// The calling account.
public struct AppAccount: Hashable, Sendable, Codable {
  public var account: AccountLabel
  public var displayName: String

  public init(account: AccountLabel, displayName: String) {
    self.account = account
    self.displayName = displayName
  }
}
