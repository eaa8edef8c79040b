public import GroveIdentity

/// Announces a file's bytes, or asks where their upload stands. The same again changes nothing.
public struct AnnounceAsset: Hashable, Sendable, Codable {
  /// Of all bytes.
  public var sha256: Base64URLBytes
  /// Bytes: at most 1 GiB.
  public var size: DecimalUInt64

  public init(sha256: Base64URLBytes, size: DecimalUInt64) {
    self.sha256 = sha256
    self.size = size
  }
}

/// Where an upload stands.
public struct AssetUpload: Hashable, Sendable, Codable {
  /// Bytes that are there: where the next piece begins.
  public var received: DecimalUInt64
  /// All bytes are there, and have the hash they were announced with: until `expiresAt` the caller's records may name
  /// the asset.
  public var isComplete: Bool
  /// Milliseconds since 1970. What is not complete by then is forgotten.
  public var expiresAt: DecimalUInt64

  public init(received: DecimalUInt64, isComplete: Bool, expiresAt: DecimalUInt64) {
    self.received = received
    self.isComplete = isComplete
    self.expiresAt = expiresAt
  }
}

/// The field of a record that names an asset: through it alone the bytes are read.
public struct RecordAssetPlace: Hashable, Sendable {
  public var zone: RecordZonePlace
  public var record: String
  public var field: String
  /// Where the field is a list: which element.
  public var index: Int?

  public init(zone: RecordZonePlace, record: String, field: String, index: Int? = nil) {
    self.zone = zone
    self.record = record
    self.field = field
    self.index = index
  }

  /// As it stands in a query.
  public var query: [(String, String)] {
    var members = [("scope", zone.scope.rawValue), ("zone", zone.name)]
    if let owner = zone.owner { members.append(("owner", owner)) }
    members += [("record", record), ("field", field)]
    if let index { members.append(("index", String(index))) }
    return members
  }
}
