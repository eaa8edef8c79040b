public import GroveIdentity

/// What a device publishes so that others can seal to it for a while (protocol 3.6).
///
/// A value of this type is well formed and of suite 1; that its device said so is
/// `SignedKEMKey.verified(in:)`'s answer.
public struct KEMKeyRecord: Hashable, Sendable {
  /// The one suite of this version (protocol 10.2).
  public static let suite: UInt16 = 1
  /// 30 days in milliseconds (protocol 18.5).
  public static let maximumLifetime: UInt64 = 30 * 24 * 3_600_000

  /// The account that lists the device.
  public let accountID: AccountID
  /// The device that holds the private half.
  public let deviceID: DeviceID
  /// Never used twice by one device.
  public let keyID: UInt32
  /// Milliseconds since 1970: usable from this time on.
  public let notBefore: UInt64
  /// Milliseconds since 1970: no longer usable at this time.
  public let notAfter: UInt64
  /// What envelopes to the device are sealed to.
  public let kemPublicKey: PublicKey

  /// A record about to be signed; `KEMKeyRotation.validity` gives the times.
  /// - Throws: `lifetimeInvalid` for an end before the beginning or more than 30 days.
  public init(
    accountID: AccountID, deviceID: DeviceID, keyID: UInt32, notBefore: UInt64, notAfter: UInt64,
    kemPublicKey: PublicKey
  ) throws(KEMKeyRefusal) {
    guard notAfter >= notBefore, notAfter - notBefore <= Self.maximumLifetime else {
      throw .lifetimeInvalid
    }
    self.accountID = accountID
    self.deviceID = deviceID
    self.keyID = keyID
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.kemPublicKey = kemPublicKey
  }

  /// A key is usable while `notBefore <= now < notAfter`; a sender seals to no other.
  public func usable(at now: UInt64) -> Bool { notBefore <= now && now < notAfter }

  /// The body:
  /// `u8 1 || accountID || deviceID || u16 suite || u32 keyID || u64 notBefore || u64 notAfter ||
  /// vec16(kemPublicKey)`.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: 138)
    writer.u8(1)
    writer.raw(accountID.bytes)
    writer.raw(deviceID.bytes)
    writer.u16(Self.suite)
    writer.u32(keyID)
    writer.u64(notBefore)
    writer.u64(notAfter)
    writer.u16(UInt16(PublicKey.byteCount))
    writer.raw(kemPublicKey.bytes)
    return writer.bytes
  }

  /// What the device's identity key signs.
  public var signedBytes: [UInt8] { DomainLabel.kemKey.prefix + encoded }

  /// Reads a body strictly; who signed it is another question.
  /// - Throws: `malformed`, `suiteUnknown` or `lifetimeInvalid`.
  public init(encoded: [UInt8]) throws(KEMKeyRefusal) {
    let parts: Parts
    do {
      parts = try Parts(encoded)
    } catch {
      throw .malformed
    }
    guard parts.suite == Self.suite else { throw .suiteUnknown }
    guard let key = try? PublicKey(parts.key) else { throw .malformed }
    try self.init(
      accountID: parts.accountID, deviceID: parts.deviceID, keyID: parts.keyID,
      notBefore: parts.notBefore, notAfter: parts.notAfter, kemPublicKey: key)
  }

  private struct Parts {
    let accountID: AccountID
    let deviceID: DeviceID
    let suite: UInt16
    let keyID: UInt32
    let notBefore, notAfter: UInt64
    let key: [UInt8]

    init(_ body: [UInt8]) throws(IdentityError) {
      var reader = ByteReader(body)
      guard try reader.u8() == 1 else { throw IdentityError(.malformed, "KEM key version") }
      accountID = AccountID(unchecked: try reader.raw(AccountID.byteCount))
      deviceID = DeviceID(unchecked: try reader.raw(DeviceID.byteCount))
      suite = try reader.u16()
      keyID = try reader.u32()
      notBefore = try reader.u64()
      notAfter = try reader.u64()
      key = try reader.vec16()
      try reader.finish()
    }
  }
}
