public import GroveIdentity

/// What a field of a record holds.
public indirect enum FieldValue: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case number(Double)
  /// Milliseconds since 1970; negative before.
  case time(Int64)
  case bytes([UInt8])
  /// Another record of the zone. `deletesSelf`: this record goes when that one does.
  case reference(RecordName, deletesSelf: Bool)
  case asset(AssetID)
  case location(Location)
  /// Values of one kind, none of them a list.
  case list([FieldValue])

  /// A place on the earth.
  public struct Location: Hashable, Sendable {
    /// Degrees.
    public var latitude, longitude: Double
    /// Metres above the sea.
    public var altitude: Double
    /// Metres; negative where not known.
    public var horizontalAccuracy, verticalAccuracy: Double
    /// Milliseconds since 1970.
    public var at: Int64

    public init(
      latitude: Double, longitude: Double, altitude: Double = 0, horizontalAccuracy: Double = 0,
      verticalAccuracy: Double = -1, at: Int64 = 0
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
      self.horizontalAccuracy = horizontalAccuracy
      self.verticalAccuracy = verticalAccuracy
      self.at = at
    }
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count + 8
    case .bytes(let bytes): bytes.count + 8
    case .reference(let name, _): name.bytes.count + 8
    case .list(let values): values.reduce(8) { $0 + $1.size }
    case .integer, .number, .time: 9
    case .asset, .location: 49
    }
  }

  /// The values that are compared with where a query names the field: a list's elements.
  var elements: [FieldValue] {
    if case .list(let values) = self { return values }
    return [self]
  }
}

/// Bytes of a file that a record names: their SHA-256 and how many there are.
public struct AssetID: Hashable, Sendable {
  public var hash: AssetHash
  public var size: UInt64

  public init(hash: AssetHash, size: UInt64) {
    self.hash = hash
    self.size = size
  }
}

/// The SHA-256 of an asset's bytes.
public struct AssetHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A field with what is known of it.
public struct RecordField: Hashable, Sendable {
  public var value: FieldValue
  /// Encrypted by the app's device: bytes that nobody here reads, and no query finds.
  public var isEncrypted: Bool

  public init(_ value: FieldValue, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }
}
