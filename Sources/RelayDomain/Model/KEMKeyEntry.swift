public import GroveMessage

/// A KEM key record that has been verified, with the members the relay needs to find it by.
public struct KEMKeyEntry: Hashable, Sendable {
  public var owner: DeviceAddress
  public var keyID: UInt32
  /// Milliseconds; usable while `notBefore <= now < notAfter` (protocol 3.6).
  public var notBefore: UInt64
  public var notAfter: UInt64
  public var record: SignedKEMKey

  public init(
    owner: DeviceAddress, keyID: UInt32, notBefore: UInt64, notAfter: UInt64, record: SignedKEMKey
  ) {
    self.owner = owner
    self.keyID = keyID
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.record = record
  }
}
