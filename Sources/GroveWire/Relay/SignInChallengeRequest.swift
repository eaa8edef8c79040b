public import GroveIdentity

/// Asks for a challenge to sign in with (design 6).
public struct SignInChallengeRequest: Hashable, Sendable, Codable {
  public var accountID: AccountID
  public var deviceID: DeviceID

  public init(accountID: AccountID, deviceID: DeviceID) {
    self.accountID = accountID
    self.deviceID = deviceID
  }
}
