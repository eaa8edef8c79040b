public import CollaborationDomain
import GroveIdentity

/// Assets: who may upload, name and read them (decision 0029, 8).
public enum AssetRules {
  /// Begins an upload, or finds the one that is there; one that is complete is good for another day.
  /// - Returns: it, or `limitExceeded` for more than 1 GiB or the 1001st upload, `quotaExceeded`, `invalidArguments`
  ///   for another size of bytes that are known, or under way.
  public static func announce(
    _ asset: AssetID, in container: ContainerID, file: AssetFileID, quota: UInt64, for call: Call,
    reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<AssetUploadRecord>> {
    try outcome {
      try reader.admit(call)
      guard asset.size <= RecordLimits.assetBytes else { throw RecordRefusal.limitExceeded }
      let key = AssetUploadRecord.Key(
        account: call.account, container: container, hash: asset.hash)
      let expiry = call.now + AssetUploadRecord.lifetime
      let known = try reader.upload(key)
      // Also of one that is under way: what has arrived of it lies on the disk, whatever is announced now.
      if let known, known.size != asset.size { throw RecordRefusal.invalidArguments }
      let use = try reader.uploadUse(of: call.account)
      guard known != nil || use.count < RecordLimits.uploads else {
        throw RecordRefusal.limitExceeded
      }
      guard use.bytes - (known?.size ?? 0) + asset.size <= quota else {
        throw RecordRefusal.quotaExceeded
      }
      var upload =
        known ?? AssetUploadRecord(key: key, size: asset.size, file: file, expiresAt: expiry)
      upload.expiresAt = expiry
      return RecordDecision(upload, changes: [.asset(.putUpload(upload))])
    }
  }

  /// The caller's upload of some bytes.
  /// - Returns: `assetMissing` where it was not announced, or too long ago.
  public static func upload(
    _ hash: AssetHash, in container: ContainerID, for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<AssetUploadRecord> {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.held(hash, in: container, for: call)
    })
  }

  /// What became of an upload whose bytes are durable, and have their hash.
  public struct Completed: Hashable, Sendable {
    public var upload: AssetUploadRecord
    /// The bytes were there already: this file is not needed.
    public var surplus: AssetFileID?
  }

  /// Enters the bytes of an upload.
  /// - Parameter upload: as it was when its bytes were compared.
  public static func complete(
    _ upload: AssetUploadRecord, for call: Call, reading reader: any RecordReader
  ) throws -> RecordDecision<RecordOutcome<Completed>> {
    try outcome {
      try reader.admit(call)
      var found = try reader.held(upload.key.hash, in: upload.key.container, for: call)
      guard found.file == upload.file, found.size == upload.size else {
        throw RecordRefusal.assetMissing
      }
      found.isComplete = true
      found.expiresAt = call.now + AssetUploadRecord.lifetime
      var changes: [RecordChange] = [.asset(.putUpload(found))]
      let known = try reader.asset(upload.key.hash)
      if known == nil {
        changes.append(.asset(.putAsset(StoredAsset(asset: found.asset, file: found.file))))
      }
      let surplus = known.flatMap { $0.file == found.file ? nil : found.file }
      return RecordDecision(Completed(upload: found, surplus: surplus), changes: changes)
    }
  }

  /// The asset that a field of a record names, to whoever may read the record now.
  /// - Parameter index: which element, where the field is a list.
  /// - Returns: `zoneNotFound`, `unknownItem`.
  public static func read(
    _ field: FieldName, at index: Int?, of record: RecordName, in zone: ZoneAddress,
    for call: Call, reading reader: any RecordReader
  ) throws -> RecordOutcome<StoredAsset> {
    try outcome(looking: {
      let access = try reader.reach(zone, for: call)
      guard let found = try reader.record(record, in: access.zone.id), access.sees(found),
        case .asset(let asset)? = found.fields[field]?.value.element(at: index),
        let stored = try reader.asset(asset.hash)
      else { throw RecordRefusal.unknownItem }
      return stored
    })
  }

  /// Forgets uploads that have expired and assets that nothing names any more, some at a time.
  /// - Returns: files that are not needed, and whether there is more.
  public static func sweep(at now: UInt64, limit: Int = 100, reading reader: any RecordReader)
    throws -> RecordDecision<(files: [AssetFileID], isMore: Bool)>
  {
    let old = try reader.oldUploads(before: now, limit: limit)
    var files = old.filter { !$0.isComplete }.map(\.file)
    var changes = old.map { RecordChange.asset(.removeUpload($0.key)) }
    // What these held is looked at in the next round, when they are gone.
    let loose = try reader.looseAssets(limit: limit)
    for (hash, isNeeded) in loose {
      changes.append(.asset(isNeeded ? .keepAsset(hash) : .removeAsset(hash)))
      if !isNeeded, let stored = try reader.asset(hash) { files.append(stored.file) }
    }
    return RecordDecision((files, !old.isEmpty || loose.count == limit), changes: changes)
  }
}

extension RecordReader {
  fileprivate func held(_ hash: AssetHash, in container: ContainerID, for call: Call) throws
    -> AssetUploadRecord
  {
    let key = AssetUploadRecord.Key(account: call.account, container: container, hash: hash)
    guard let upload = try upload(key), upload.expiresAt > call.now else {
      throw RecordRefusal.assetMissing
    }
    return upload
  }
}

extension BatchWork {
  /// Whether the writer has uploaded these bytes within a day: a hash alone is no right to read them.
  func holds(_ asset: AssetID) throws -> Bool {
    let key = AssetUploadRecord.Key(
      account: call.account, container: batch.zone.container, hash: asset.hash)
    guard let upload = try reader.upload(key) else { return false }
    return upload.isComplete && upload.asset == asset && upload.expiresAt > call.now
  }
}

extension FieldValue {
  fileprivate func element(at index: Int?) -> FieldValue? {
    guard case .list(let values) = self else { return index == nil ? self : nil }
    guard let index, values.indices.contains(index) else { return nil }
    return values[index]
  }
}
