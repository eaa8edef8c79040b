public import GroveIdentity

/// One attempt at an account's password, before anybody has looked whether it is right.
public struct SignInAttempt: Hashable, Sendable {
  public var account: AccountLabel
  /// As limits count addresses.
  public var address: String
  /// Names a device that somebody has signed in on to this account before; nil: an unknown one.
  public var device: [UInt8]?

  public init(account: AccountLabel, address: String, device: [UInt8]? = nil) {
    self.account = account
    self.address = address
    self.device = device
  }
}
