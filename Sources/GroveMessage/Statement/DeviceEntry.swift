public import GroveIdentity

/// One device in an account statement (protocol 3.3):
/// `deviceID(16) || u8 flags || DIK(65) || DBK(65)`, 147 bytes.
public struct DeviceEntry: Hashable, Sendable {
  /// What the device is for. Other bits are refused.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The byte as it is encoded.
    public let rawValue: UInt8
    /// Also takes unknown bits: whoever reads or makes an entry decides about them.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bit 0: the device may sign the account's next statement.
    public static let mayChangeDeviceList = Flags(rawValue: 1)
    /// Bit 1: the device gets a leaf in every identity tree of the account.
    public static let takesPartInCollaborations = Flags(rawValue: 2)
    static let known: Flags = [.mayChangeDeviceList, .takesPartInCollaborations]
  }

  /// Of every entry: there is no optional member.
  public static let byteCount = 147

  /// As written; a verified statement has only entries where it follows from `identityKey`.
  public let deviceID: DeviceID
  /// What the device may do and takes part in.
  public let flags: Flags
  /// The device identity key (DIK): signs statements, KEM keys and messages.
  public let identityKey: PublicKey
  /// The diversification base key (DBK): never signs; identities are derived from it.
  public let baseKey: PublicKey

  /// Makes an entry whose `deviceID` follows from the identity key; unknown flag bits are dropped.
  public init(flags: Flags, identityKey: PublicKey, baseKey: PublicKey) {
    self.deviceID = DeviceID(identityKey: identityKey)
    self.flags = flags.intersection(.known)
    self.identityKey = identityKey
    self.baseKey = baseKey
  }

  /// The entry in its one form, 147 bytes.
  public var encoded: [UInt8] {
    deviceID.bytes + [flags.rawValue] + identityKey.bytes + baseKey.bytes
  }

  /// Reads one entry strictly.
  /// - Throws: `malformed` for another length, unknown flag bits or a deviceID that does not follow
  ///   from the identity key; `keyInvalid` for a key that is no point on the curve.
  public init(encoded: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(encoded)
    try self.init(from: &reader)
    try reader.finish()
    guard hasDerivedID else { throw IdentityError(.malformed, "deviceID is not the key's") }
  }

  /// Shape only: whether the deviceID follows from the key is `hasDerivedID`'s question, so that a
  /// chain can name this fault.
  init(from reader: inout ByteReader) throws(IdentityError) {
    deviceID = DeviceID(unchecked: try reader.raw(DeviceID.byteCount))
    flags = Flags(rawValue: try reader.u8())
    guard flags.isSubset(of: .known) else { throw IdentityError(.malformed, "device flags") }
    identityKey = try PublicKey(try reader.raw(65))
    baseKey = try PublicKey(try reader.raw(65))
  }

  /// Protocol 3.5.1: the deviceID is 3.2's value for the identity key.
  var hasDerivedID: Bool { deviceID == DeviceID(identityKey: identityKey) }
}
