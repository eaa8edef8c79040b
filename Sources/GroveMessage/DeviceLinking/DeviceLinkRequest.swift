public import GroveIdentity

/// What a new device shows for an existing one to scan (protocol 3.8):
/// `DIK || DBK || rendezvous(16)` as `grove-link:` and base64url.
public struct DeviceLinkRequest: Hashable, Sendable {
  /// By it a scanner knows that a text is a link code.
  public static let prefix = "grove-link:"

  /// The new device's identity key (DIK).
  public let identityKey: PublicKey
  /// The new device's diversification base key (DBK).
  public let baseKey: PublicKey
  /// Where the new device waits for the offer.
  public let rendezvous: RendezvousID

  /// Made by the new device from fresh keys and a fresh rendezvous.
  public init(identityKey: PublicKey, baseKey: PublicKey, rendezvous: RendezvousID) {
    self.identityKey = identityKey
    self.baseKey = baseKey
    self.rendezvous = rendezvous
  }

  /// Reads a code on the existing device.
  /// - Parameter text: as scanned or pasted; blanks and line ends around it are dropped.
  /// - Throws: `malformed` for anything but the one form, `keyInvalid` for a key off the curve.
  public init(text: String) throws(IdentityError) {
    let isBlank: (UInt8) -> Bool = { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    let trimmed = Array(
      text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    guard trimmed.starts(with: Self.prefix.utf8) else {
      throw IdentityError(.malformed, "a link code begins with grove-link:")
    }
    var reader = ByteReader(
      try Base64URL.decode(utf8: Array(trimmed.dropFirst(Self.prefix.utf8.count))))
    let identity = try reader.raw(PublicKey.byteCount)
    let base = try reader.raw(PublicKey.byteCount)
    rendezvous = RendezvousID(unchecked: try reader.raw(RendezvousID.byteCount))
    try reader.finish()
    identityKey = try PublicKey(identity)
    baseKey = try PublicKey(base)
    guard identityKey != baseKey else {
      throw IdentityError(.duplicateKey, "a device has two different keys")
    }
  }

  /// What the code shows: the prefix and 195 characters of base64url.
  public var text: String {
    Self.prefix + Base64URL.encode(identityKey.bytes + baseKey.bytes + rendezvous.bytes)
  }

  /// The entry the existing device would add.
  public func entry(flags: DeviceEntry.Flags) -> DeviceEntry {
    DeviceEntry(flags: flags, identityKey: identityKey, baseKey: baseKey)
  }
}
