public import GroveIdentity

extension DeviceEntry {
  /// `DS("device-possession") || accountID || prevHash || entry` (protocol 3.5): what a new device
  /// signs to show that it holds its keys and wants to join exactly this account at this point.
  /// Account and hash are zero in the genesis statement.
  public func possessionBytes(accountID: AccountID, prevHash: StatementHash) -> [UInt8] {
    var writer = ByteWriter(.devicePossession)
    writer.raw(accountID.bytes)
    writer.raw(prevHash.bytes)
    writer.raw(encoded)
    return writer.bytes
  }

  /// Whether this entry is new, or has a key that the previous statement did not show.
  func needsPossession(after previous: AccountStatement?) -> Bool {
    guard let earlier = previous?.device(deviceID) else { return true }
    return earlier.identityKey != identityKey || earlier.baseKey != baseKey
  }
}

extension SignedStatement.Possession {
  /// A device's word that it holds the keys of `entry`.
  /// - Throws: `keyInvalid` where `key` is not the entry's identity key.
  public init(
    entry: DeviceEntry, accountID: AccountID, prevHash: StatementHash, signedBy key: SigningKey
  ) throws {
    guard key.publicKey == entry.identityKey else {
      throw IdentityError(.keyInvalid, "possession is signed by the entry's own key")
    }
    let bytes = entry.possessionBytes(accountID: accountID, prevHash: prevHash)
    self.init(deviceID: entry.deviceID, signature: Base64URLBytes(try key.sign(bytes)))
  }
}
