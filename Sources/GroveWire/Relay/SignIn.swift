public import GroveIdentity

/// A device's signature over the challenge it was given.
public struct SignIn: Hashable, Sendable, Codable {
  /// The account the device belongs to.
  public var accountID: AccountID
  /// The device that signs; it must be in the account's newest statement.
  public var deviceID: DeviceID
  /// As the relay gave it.
  public var challenge: Base64URLBytes
  /// 64 bytes by the identity key, over `RelaySignIn`.
  public var signature: Base64URLBytes

  /// Made from a challenge that is less than two minutes old.
  public init(
    accountID: AccountID, deviceID: DeviceID, challenge: Base64URLBytes,
    signature:
      Base64URLBytes
  ) {
    self.accountID = accountID
    self.deviceID = deviceID
    self.challenge = challenge
    self.signature = signature
  }
}
