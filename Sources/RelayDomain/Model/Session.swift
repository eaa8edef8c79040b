/// A signed-in device. The relay keeps the token's hash, never the token.
public struct Session: Hashable, Sendable {
  /// SHA-256 of the token.
  public var tokenHash: [UInt8]
  /// The device that signed in.
  public var owner: DeviceAddress
  /// Milliseconds.
  public var expiresAt: UInt64

  /// Made at sign-in, and by a store from its row.
  public init(tokenHash: [UInt8], owner: DeviceAddress, expiresAt: UInt64) {
    self.tokenHash = tokenHash
    self.owner = owner
    self.expiresAt = expiresAt
  }
}
