public import GroveIdentity
public import GroveMessage

/// A device whose keys follow from its name, so that a failing test can be run again with the same
/// bytes.
public struct TestDevice: Sendable {
  public let identityKey: SigningKey
  public let baseKey: DiversificationBaseKey
  public let kemKey: KEMPrivateKey
  public let flags: DeviceEntry.Flags

  /// - Parameter name: at most 30 bytes of UTF-8.
  public init(
    _ name: String,
    flags: DeviceEntry.Flags = [.mayChangeDeviceList, .takesPartInCollaborations]
  ) throws {
    identityKey = try SigningKey(scalar: Self.scalar(1, name))
    baseKey = try DiversificationBaseKey(scalar: Self.scalar(2, name))
    kemKey = try KEMPrivateKey(scalar: SecretBytes(Self.scalar(3, name)))
    self.flags = flags
  }

  public var id: DeviceID { DeviceID(identityKey: identityKey.publicKey) }

  public var entry: DeviceEntry {
    DeviceEntry(flags: flags, identityKey: identityKey.publicKey, baseKey: baseKey.publicKey)
  }

  /// This device's word that it joins after `previous`, or founds the account.
  public func possession(after previous: AccountStatement?) throws -> SignedStatement.Possession {
    try SignedStatement.Possession(
      entry: entry, accountID: previous?.accountID ?? .zero, prevHash: previous?.hash ?? .zero,
      signedBy: identityKey)
  }

  /// A key record of this device, usable for 30 days from `notBefore` on.
  public func kemRecord(
    of account: AccountID, keyID: UInt32 = 1, notBefore: UInt64 = TestAccount.t0
  ) throws -> KEMKeyRecord {
    try KEMKeyRecord(
      accountID: account, deviceID: id, keyID: keyID, notBefore: notBefore,
      notAfter: notBefore + KEMKeyRecord.maximumLifetime, kemPublicKey: kemKey.publicKey)
  }

  /// A scalar below n that nobody else's name leads to.
  private static func scalar(_ purpose: UInt8, _ name: String) -> [UInt8] {
    let bytes = [1, purpose] + Array(name.utf8.prefix(30))
    return bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
  }
}
