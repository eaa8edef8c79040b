public import GroveIdentity

/// Up to where somebody was told of a zone's changes. Bytes that an app keeps; what they say is checked against what
/// is there.
public struct ZoneToken: Hashable, Sendable {
  public var zone: ZoneID
  /// Everything up to this number was told.
  public var number: UInt64
  /// The shares whose records were told, each by its name's digest; nil where everything is seen.
  public var told: [UInt64]?
  /// A share that came later and is being told from its beginning.
  public var catchingUp: CatchingUp?

  /// How far the telling of one share has come.
  public struct CatchingUp: Hashable, Sendable {
    public var share: UInt64
    public var number: UInt64
  }

  public init(zone: ZoneID, number: UInt64 = 0, told: [UInt64]? = nil) {
    self.zone = zone
    self.number = number
    self.told = told
  }

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.u8(1)
    writer.raw(zone.bytes)
    writer.u64(number)
    writer.u8(told == nil ? 0 : catchingUp == nil ? 1 : 2)
    if let catchingUp {
      writer.u64(catchingUp.share)
      writer.u64(catchingUp.number)
    }
    for share in told ?? [] { writer.u64(share) }
    return writer.bytes
  }

  /// - Throws: `malformed`.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard try reader.u8() == 1 else { throw IdentityError(.malformed, "not a token of a zone") }
    zone = ZoneID(unchecked: try reader.raw(ZoneID.byteCount))
    number = try reader.u64()
    let form = try reader.u8()
    guard form <= 2 else { throw IdentityError(.malformed, "not a token of a zone") }
    if form == 2 {
      catchingUp = CatchingUp(share: try reader.u64(), number: try reader.u64())
    }
    if form > 0 {
      var shares: [UInt64] = []
      while reader.remaining > 0 { shares.append(try reader.u64()) }
      told = shares
    }
    try reader.finish()
  }
}

/// Up to where somebody was told of a database's zones.
public struct DatabaseToken: Hashable, Sendable {
  public enum Scope: UInt8, Hashable, Sendable {
    case `private` = 1
    case shared = 2
  }

  public var scope: Scope
  /// Everything up to this number was told.
  public var number: UInt64
  /// Of a shared database: the zones that were told of.
  public var zones: [ZoneID]

  public init(scope: Scope, number: UInt64 = 0, zones: [ZoneID] = []) {
    self.scope = scope
    self.number = number
    self.zones = zones
  }

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.u8(2)
    writer.u8(scope.rawValue)
    writer.u64(number)
    for zone in zones { writer.raw(zone.bytes) }
    return writer.bytes
  }

  /// - Throws: `malformed`.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard try reader.u8() == 2, let scope = Scope(rawValue: try reader.u8()) else {
      throw IdentityError(.malformed, "not a token of a database")
    }
    self.scope = scope
    number = try reader.u64()
    zones = []
    while reader.remaining > 0 { zones.append(ZoneID(unchecked: try reader.raw(ZoneID.byteCount))) }
    try reader.finish()
  }
}

extension RecordName {
  /// Which share a token means, in eight bytes. Two that fall together are told together.
  var digest: UInt64 {
    // FNV-1a: no secret is kept by it, and nobody gains by finding two names that fall together.
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
