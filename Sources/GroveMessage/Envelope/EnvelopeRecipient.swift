public import GroveIdentity

/// One device to seal to, with the key it published (protocol 10.5).
public struct EnvelopeRecipient: Hashable, Sendable {
  public let accountID: AccountID
  public let deviceID: DeviceID
  public let keyID: UInt32
  public let kemPublicKey: PublicKey

  public init(accountID: AccountID, deviceID: DeviceID, keyID: UInt32, kemPublicKey: PublicKey) {
    self.accountID = accountID
    self.deviceID = deviceID
    self.keyID = keyID
    self.kemPublicKey = kemPublicKey
  }

  /// - Parameter record: verified, and usable now.
  public init(_ record: KEMKeyRecord) {
    self.init(
      accountID: record.accountID, deviceID: record.deviceID, keyID: record.keyID,
      kemPublicKey: record.kemPublicKey)
  }
}
