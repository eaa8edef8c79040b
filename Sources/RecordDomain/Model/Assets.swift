public import GroveIdentity

/// The name of an asset's file beside the database: 16 random bytes. Bytes that come again after they were collected
/// get another one, so that removing the old ones never takes the new ones.
public struct AssetFileID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Bytes that are whole: their file was durable before this row was written.
public struct StoredAsset: Hashable, Sendable {
  public var asset: AssetID
  public var file: AssetFileID

  public init(asset: AssetID, file: AssetFileID) {
    self.asset = asset
    self.file = file
  }
}

/// What somebody uploads, or has uploaded: the right to name it in a record.
public struct AssetUploadRecord: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var account: AccountLabel
    public var container: ContainerID
    public var hash: AssetHash

    public init(account: AccountLabel, container: ContainerID, hash: AssetHash) {
      self.account = account
      self.container = container
      self.hash = hash
    }
  }

  /// How long it is kept from the announcement, and again from when it is complete: a day, in milliseconds.
  public static let lifetime: UInt64 = 24 * 3_600_000

  public var key: Key
  public var size: UInt64
  /// Where the bytes are gathered.
  public var file: AssetFileID
  public var isComplete: Bool
  /// Milliseconds since 1970.
  public var expiresAt: UInt64

  public init(
    key: Key, size: UInt64, file: AssetFileID, isComplete: Bool = false, expiresAt: UInt64
  ) {
    self.key = key
    self.size = size
    self.file = file
    self.isComplete = isComplete
    self.expiresAt = expiresAt
  }

  public var asset: AssetID { AssetID(hash: key.hash, size: size) }
}

extension StoredRecord {
  /// What it names, each once.
  package var assets: Set<AssetID> {
    var found: Set<AssetID> = []
    for field in fields.values {
      for case .asset(let asset) in field.value.elements { found.insert(asset) }
    }
    return found
  }

  /// What it counts of its owner's room: its own bytes and those of each asset.
  var charge: UInt64 { assets.reduce(UInt64(size)) { $0 + $1.size } }
}
