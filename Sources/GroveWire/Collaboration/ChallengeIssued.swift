public import GroveIdentity

/// What the device is asked to sign (protocol 7.1), and the same for the client framework (8.8).
public struct ChallengeIssued: Hashable, Sendable, Codable {
  /// 68 bytes, opaque.
  public var challenge: Base64URLBytes
  /// Seconds.
  public var expiresIn: Int
  /// The server's own origin. A device signs only if it is the invitation's audience.
  public var audience: Origin
  /// The app account that would be bound.
  public var account: AccountLabel
  /// `u8 1 || vec16(account) || vec16(challenge)`.
  public var data: Base64URLBytes

  /// What a server answers to a request for a challenge.
  public init(
    challenge: Base64URLBytes, expiresIn: Int, audience: Origin, account: AccountLabel,
    data:
      Base64URLBytes
  ) {
    self.challenge = challenge
    self.expiresIn = expiresIn
    self.audience = audience
    self.account = account
    self.data = data
  }
}
