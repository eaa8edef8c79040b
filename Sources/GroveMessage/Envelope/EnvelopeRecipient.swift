public import GroveIdentity

/// One device to seal to, with the key it published (protocol 10.5).
public struct EnvelopeRecipient: Hashable, Sendable {
  /// Whose device it is.
  public let accountID: AccountID
  /// The device the envelope is addressed to.
  public let deviceID: DeviceID
  /// Names the key to the device, which may still hold several.
  public let keyID: UInt32
  /// What the message is sealed to.
  public let kemPublicKey: PublicKey

  /// For keys that are not in a record; otherwise make it from one.
  public init(accountID: AccountID, deviceID: DeviceID, keyID: UInt32, kemPublicKey: PublicKey) {
    self.accountID = accountID
    self.deviceID = deviceID
    self.keyID = keyID
    self.kemPublicKey = kemPublicKey
  }

  /// The recipient that a published key belongs to.
  /// - Parameter record: verified, and usable now.
  public init(_ record: KEMKeyRecord) {
    self.init(
      accountID: record.accountID, deviceID: record.deviceID, keyID: record.keyID,
      kemPublicKey: record.kemPublicKey)
  }
}
