public import GroveIdentity

/// What a device signs to sign in: see `RelaySignIn` for the bytes.
public struct SignInChallenge: Hashable, Sendable, Codable {
  /// Opaque, at most 256 bytes.
  public var challenge: Base64URLBytes
  /// Seconds.
  public var expiresIn: Int

  /// What a relay answers to `SignInChallengeRequest`, whether the device exists or not.
  public init(challenge: Base64URLBytes, expiresIn: Int) {
    self.challenge = challenge
    self.expiresIn = expiresIn
  }
}
