public import GroveIdentity

/// A device's signature over the challenge it was given.
public struct SignIn: Hashable, Sendable, Codable {
  public var accountID: AccountID
  public var deviceID: DeviceID
  public var challenge: Base64URLBytes
  /// 64 bytes by the identity key, over `RelaySignIn`.
  public var signature: Base64URLBytes

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
