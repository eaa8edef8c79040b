public import GroveIdentity

/// A field of a record.
public struct RecordFieldState: Hashable, Sendable, Codable {
  /// A letter, then letters, digits and underscores.
  public var name: String
  /// Absent in a change: the field is to be removed.
  public var value: RecordValue?
  /// Encrypted by the app's device: bytes that nobody here reads.
  public var isEncrypted: Bool?

  public init(name: String, value: RecordValue?, isEncrypted: Bool? = nil) {
    self.name = name
    self.value = value
    self.isEncrypted = isEncrypted
  }
}

/// What a field holds: one member is there, which says what kind it is.
public struct RecordValue: Hashable, Sendable, Codable {
  public var text: String?
  /// A signed 64-bit integer in decimal digits.
  public var integer: String?
  /// A finite number.
  public var number: Double?
  /// Milliseconds since 1970 in decimal digits, with a sign before.
  public var time: String?
  public var bytes: Base64URLBytes?
  public var reference: RecordReferenceValue?
  public var asset: RecordAssetValue?
  /// A place on the earth.
  public var coordinates: RecordLocationValue?
  /// Values of one kind, none of them a list.
  public var list: [RecordListElement]?

  public init() {}
}

/// A value in a list.
public struct RecordListElement: Hashable, Sendable, Codable {
  public var text: String?
  public var integer: String?
  public var number: Double?
  public var time: String?
  public var bytes: Base64URLBytes?
  public var reference: RecordReferenceValue?
  public var asset: RecordAssetValue?
  public var coordinates: RecordLocationValue?

  public init() {}
}

/// Another record of the same zone.
public struct RecordReferenceValue: Hashable, Sendable, Codable {
  public var record: String
  /// This record goes when that one does.
  public var deletesSelf: Bool

  public init(record: String, deletesSelf: Bool) {
    self.record = record
    self.deletesSelf = deletesSelf
  }
}

/// A file's bytes.
public struct RecordAssetValue: Hashable, Sendable, Codable {
  /// Their SHA-256.
  public var sha256: Base64URLBytes
  public var size: DecimalUInt64

  public init(sha256: Base64URLBytes, size: DecimalUInt64) {
    self.sha256 = sha256
    self.size = size
  }
}

/// A place on the earth.
public struct RecordLocationValue: Hashable, Sendable, Codable {
  /// Degrees.
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var altitude: Double
  /// Metres; negative where not known.
  public var horizontalAccuracy: Double
  public var verticalAccuracy: Double
  /// As `time`.
  public var at: String

  public init(
    latitude: Double, longitude: Double, altitude: Double, horizontalAccuracy: Double,
    verticalAccuracy: Double, at: String
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.at = at
  }
}

/// A record as it is.
public struct RecordState: Hashable, Sendable, Codable {
  public var name: String
  public var type: String
  /// Changes with every change of the record; to be given back with the next one.
  public var changeTag: String
  public var fields: [RecordFieldState]
  /// The record it hangs below.
  public var parent: String?
  /// The share that it is the root of.
  public var share: String?
  /// Of a share: how it is shared, and with whom; absent where the caller's part in it has ended meanwhile.
  public var shared: RecordShareState?
  /// Who made it, and who changed it last: names of the container.
  public var creator: String
  public var createdAt: DecimalUInt64
  public var modifier: String
  public var modifiedAt: DecimalUInt64

  public init(
    name: String, type: String, changeTag: String, fields: [RecordFieldState], parent: String?,
    share: String?, shared: RecordShareState?, creator: String, createdAt: DecimalUInt64,
    modifier: String,
    modifiedAt: DecimalUInt64
  ) {
    self.name = name
    self.type = type
    self.changeTag = changeTag
    self.fields = fields
    self.parent = parent
    self.share = share
    self.shared = shared
    self.creator = creator
    self.createdAt = createdAt
    self.modifier = modifier
    self.modifiedAt = modifiedAt
  }
}
