public import GroveIdentity

/// Signs an app account in.
public struct CreateSession: Hashable, Sendable, Codable {
  public var account: AccountLabel
  /// Secret.
  public var password: String

  public init(account: AccountLabel, password: String) {
    self.account = account
    self.password = password
  }
}
