public import GroveIdentity

/// Signs an app account in.
public struct CreateSession: Hashable, Sendable, Codable {
  /// The account somebody signs in to: its label, or the sign-in name that its person chose (protocol 8.9.6).
  public var account: AccountLabel
  /// Secret.
  public var password: String
  /// What an earlier session on this device got as `AppSession.device`: shows that the device is known,
  /// so that wrong passwords of strangers do not keep it waiting. Pages have a cookie instead.
  public var device: String?

  /// Made where somebody signs in; a wrong password and an unknown account are answered alike.
  public init(account: AccountLabel, password: String, device: String? = nil) {
    self.account = account
    self.password = password
    self.device = device
  }
}
