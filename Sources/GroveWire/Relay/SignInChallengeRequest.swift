public import GroveIdentity

/// Asks for a challenge to sign in with (design 6).
public struct SignInChallengeRequest: Hashable, Sendable, Codable {
  /// The account the device belongs to.
  public var accountID: AccountID
  /// The device that will sign; the challenge is bound to it.
  public var deviceID: DeviceID

  /// The first of the two steps of signing in.
  public init(accountID: AccountID, deviceID: DeviceID) {
    self.accountID = accountID
    self.deviceID = deviceID
  }
}
