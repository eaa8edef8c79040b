public import GroveMessage

/// A KEM key record that has been verified, with the members the relay needs to find it by.
public struct KEMKeyEntry: Hashable, Sendable {
  /// The device that holds the private half.
  public var owner: DeviceAddress
  /// Never used twice by one device.
  public var keyID: UInt32
  /// Milliseconds; usable while `notBefore <= now < notAfter` (protocol 3.6).
  public var notBefore: UInt64
  /// Milliseconds; from then on the key is served to nobody.
  public var notAfter: UInt64
  /// The signed record, as it is served.
  public var record: SignedKEMKey

  /// For a row that was read; a record from outside is verified first.
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
