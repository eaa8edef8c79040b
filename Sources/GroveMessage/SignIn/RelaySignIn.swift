public import GroveIdentity

/// What a device signs to sign in to its relay (decision 0003):
/// `DS("relay-sign-in") || vec16(relay origin) || accountID(32) || deviceID(16) ||
/// vec16(challenge)`.
///
/// The origin is the one the device itself talks to, so a relay cannot pass another's challenge on
/// and sign in there as this device.
public struct RelaySignIn: Hashable, Sendable {
  /// What is signed and verified; see above for its parts.
  public let signedBytes: [UInt8]

  /// Puts together what is signed, on the device and again at the relay.
  /// - Parameter challenge: as the relay gave it, at most 256 bytes.
  /// - Throws: `limitExceeded`.
  public init(relay: Origin, accountID: AccountID, deviceID: DeviceID, challenge: [UInt8])
    throws(IdentityError)
  {
    guard challenge.count <= 256 else {
      throw IdentityError(.limitExceeded, "a sign-in challenge is at most 256 bytes")
    }
    var writer = ByteWriter(.relaySignIn)
    writer.vec16(relay)
    writer.raw(accountID.bytes)
    writer.raw(deviceID.bytes)
    try writer.vec16(challenge)
    signedBytes = writer.bytes
  }

  /// Signs on the device.
  /// - Parameter identityKey: the device's.
  /// - Returns: 64 bytes.
  public func sign(with identityKey: SigningKey) throws -> [UInt8] {
    try identityKey.sign(signedBytes)
  }

  /// Verifies at the relay.
  /// - Parameter identityKey: of the device in the account's newest statement.
  public func isValidSignature(_ signature: [UInt8], by identityKey: PublicKey) -> Bool {
    identityKey.isValidSignature(signature, for: signedBytes)
  }
}
