public import GroveIdentity

/// Second, from the new device, after its person has compared the digits: the possession signature
/// for the offered entry (protocol 3.8).
public struct DeviceLinkPossession: Hashable, Sendable, Codable {
  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// The new device's, as its identity key gives it.
  public var deviceID: DeviceID
  /// 64 bytes by the new device's identity key over `DeviceEntry.possessionBytes`.
  public var signature: Base64URLBytes

  /// Signed by the new device.
  /// - Parameters:
  ///   - offer: checked.
  ///   - identityKey: the new device's.
  public init(_ offer: DeviceLinkOffer, entry: DeviceEntry, signedBy identityKey: SigningKey) throws
  {
    let possession = try SignedStatement.Possession(
      entry: entry, accountID: offer.accountID, prevHash: offer.prevHash, signedBy: identityKey)
    deviceID = possession.deviceID
    signature = possession.signature
  }

  /// Asked by the existing device, against what it offered: ready for
  /// `SignedStatement.next(after:…)`.
  public func check(
    entry: DeviceEntry, accountID: AccountID, prevHash: StatementHash
  ) -> Result<SignedStatement.Possession, DeviceLinkRefusal> {
    guard deviceID == entry.deviceID else { return .failure(.deviceMismatch) }
    let signed = entry.possessionBytes(accountID: accountID, prevHash: prevHash)
    guard entry.identityKey.isValidSignature(signature.bytes, for: signed) else {
      return .failure(.possessionInvalid)
    }
    return .success(SignedStatement.Possession(deviceID: deviceID, signature: signature))
  }
}
