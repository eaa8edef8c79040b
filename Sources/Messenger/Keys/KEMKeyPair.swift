import GroveIdentity
import GroveMessage

/// A KEM key of this device with the record others seal by (protocol 3.6).
struct KEMKeyPair: Sendable, Redacted {
  let signed: SignedKEMKey
  let record: KEMKeyRecord
  let privateKey: KEMPrivateKey
  /// The relay has the record.
  var isPublished: Bool

  /// A fresh pair.
  /// - Throws: what the cryptographic library says.
  static func make(
    keyID: UInt32, accountID: AccountID, identityKey: SigningKey, at now: UInt64
  ) throws -> KEMKeyPair {
    let privateKey = try KEMPrivateKey()
    let (notBefore, notAfter) = KEMKeyRotation.validity(madeAt: now)
    let record = try KEMKeyRecord(
      accountID: accountID, deviceID: DeviceID(identityKey: identityKey.publicKey), keyID: keyID,
      notBefore: notBefore, notAfter: notAfter, kemPublicKey: privateKey.publicKey)
    return KEMKeyPair(
      signed: try SignedKEMKey(record, signedBy: identityKey), record: record,
      privateKey: privateKey, isPublished: false)
  }
}
