import CollaborationDomain
import GroveIdentity
public import RecordDomain

/// Assets without their bytes: rows alone.
extension RecordWorld {
  public func announce(
    _ asset: AssetID, file: Int, quota: UInt64 = RecordLimits.quota, by name: String = "ann"
  ) async throws -> RecordOutcome<AssetUploadRecord> {
    let (call, container) = (try call(name), container)
    return try await store.changeRecords(for: "") {
      try AssetRules.announce(
        asset, in: container, file: CollaborationWorld.fill(file), quota: quota, for: call,
        reading: $0)
    }
  }

  /// - Returns: the file that is not needed.
  @discardableResult
  public func upload(_ asset: AssetID, file: Int, by name: String = "ann") async throws
    -> AssetFileID?
  {
    let call = try call(name)
    let upload = try await announce(asset, file: file, by: name).get()
    return try await store.changeRecords(for: "") {
      try AssetRules.complete(upload, for: call, reading: $0)
    }.get().surplus
  }

  public func read(
    _ field: String, of record: String, at index: Int? = nil, in zone: ZoneAddress? = nil,
    by name: String = "ann"
  ) async throws -> RecordOutcome<StoredAsset> {
    let (call, zone) = (try call(name), try zone ?? notes())
    let (field, record) = (try FieldName(field), try RecordName(record))
    return try await store.readRecords(for: "") {
      try AssetRules.read(field, at: index, of: record, in: zone, for: call, reading: $0)
    }
  }

  /// Until there is nothing more to be done.
  /// - Returns: the files that are not needed.
  public func sweepAssets() async throws -> [AssetFileID] {
    let now = now
    var files: [AssetFileID] = []
    while true {
      let (found, isMore) = try await store.changeRecords(for: "") {
        try AssetRules.sweep(at: now, reading: $0)
      }
      files += found
      guard isMore else { return files.sorted() }
    }
  }
}
