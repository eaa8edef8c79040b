public import GroveIdentity

/// Look-ups of assets inside one transaction. Every method throws `CollaborationStoreError`.
public protocol AssetReader {
  func upload(_ key: AssetUploadRecord.Key) throws -> AssetUploadRecord?
  /// Uploads of an account in all containers: how many, and their bytes as announced.
  func uploadUse(of account: AccountLabel) throws -> (count: Int, bytes: UInt64)
  /// Those that expired before a time, at most `limit`.
  func oldUploads(before time: UInt64, limit: Int) throws -> [AssetUploadRecord]
  func asset(_ hash: AssetHash) throws -> StoredAsset?
  /// Whether a row names the file.
  func isKnown(_ file: AssetFileID) throws -> Bool
  /// Assets that lost a record or an upload and were not looked at since, at most `limit`; `isNeeded`: whether another
  /// one names them.
  func looseAssets(limit: Int) throws -> [(hash: AssetHash, isNeeded: Bool)]
}

/// A row-level write about assets. That a record names one is written with the record.
public enum AssetChange: Hashable, Sendable {
  /// Inserts or replaces by its key.
  case putUpload(AssetUploadRecord)
  /// Deletes an upload; what it held is looked at.
  case removeUpload(AssetUploadRecord.Key)
  /// Deletes all uploads of an account; what they held is looked at.
  case removeUploads(of: AccountLabel)
  case putAsset(StoredAsset)
  /// Deletes the row of an asset that nothing names.
  case removeAsset(AssetHash)
  /// It was looked at, and is needed.
  case keepAsset(AssetHash)
}

/// Assets in memory, beside the records.
struct AssetMemoryRows: Sendable {
  var uploads: [AssetUploadRecord.Key: AssetUploadRecord] = [:]
  var assets: [AssetHash: StoredAsset] = [:]

  mutating func apply(_ change: AssetChange) {
    switch change {
    case .putUpload(let upload): uploads[upload.key] = upload
    case .removeUpload(let key): uploads[key] = nil
    case .removeUploads(let account): uploads = uploads.filter { $0.key.account != account }
    case .putAsset(let asset): assets[asset.asset.hash] = asset
    case .removeAsset(let hash): assets[hash] = nil
    case .keepAsset: break
    }
  }
}

extension RecordMemoryState {
  func upload(_ key: AssetUploadRecord.Key) -> AssetUploadRecord? { assets.uploads[key] }

  func uploadUse(of account: AccountLabel) -> (count: Int, bytes: UInt64) {
    let found = assets.uploads.values.filter { $0.key.account == account }
    return (found.count, found.reduce(0) { $0 + $1.size })
  }

  func oldUploads(before time: UInt64, limit: Int) -> [AssetUploadRecord] {
    let old = assets.uploads.values.filter { $0.expiresAt < time }
    return Array(old.sorted { $0.expiresAt < $1.expiresAt }.prefix(limit))
  }

  func asset(_ hash: AssetHash) -> StoredAsset? { assets.assets[hash] }

  func isKnown(_ file: AssetFileID) -> Bool {
    assets.uploads.values.contains { $0.file == file }
      || assets.assets.values.contains { $0.file == file }
  }

  /// Every one that nothing names: here all are looked at each time.
  func looseAssets(limit: Int) -> [(hash: AssetHash, isNeeded: Bool)] {
    let named = Set(records.values.flatMap { $0.assets.map(\.hash) })
    let held = Set(assets.uploads.keys.map(\.hash))
    return assets.assets.keys.filter { !named.contains($0) && !held.contains($0) }
      .sorted().prefix(limit).map { ($0, false) }
  }
}
