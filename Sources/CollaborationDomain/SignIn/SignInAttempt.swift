public import GroveIdentity

/// One attempt at an account's password, before anybody has looked whether it is right.
public struct SignInAttempt: Hashable, Sendable {
  /// The account somebody wants to be signed in to; it need not exist.
  public var account: AccountLabel
  /// The caller's address as limits count it: an IPv6 address by its /64.
  public var address: String
  /// Names a device that somebody has signed in on to this account before; nil: an unknown one.
  public var device: [UInt8]?

  /// Made by the shell before it looks at the password.
  public init(account: AccountLabel, address: String, device: [UInt8]? = nil) {
    self.account = account
    self.address = address
    self.device = device
  }
}
