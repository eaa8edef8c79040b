import CollaborationDomain
import GroveIdentity
import RecordDomain

extension RecordRows {
  private static func upload(_ row: StoredRow) throws -> AssetUploadRecord {
    let key = AssetUploadRecord.Key(
      account: try row.checked(0), container: try row.checked(1), hash: try row.fixed(2))
    return AssetUploadRecord(
      key: key, size: try row.number(3), file: try row.fixed(4),
      isComplete: try row.number(5) == 1, expiresAt: try row.number(6))
  }

  func upload(_ key: AssetUploadRecord.Key) throws -> AssetUploadRecord? {
    try rows.one(
      """
      SELECT \(Columns.upload) FROM recordAssetUpload
      WHERE account = ? AND container = ? AND hash = ?
      """, [key.account.text, key.container.text, Stored.blob(key.hash)], Self.upload)
  }

  func uploadUse(of account: AccountLabel) throws -> (count: Int, bytes: UInt64) {
    try rows.one(
      """
      SELECT count(*), CAST(coalesce(sum(size), 0) AS BIGINT) FROM recordAssetUpload
      WHERE account = ?
      """, [account.text]
    ) { (try $0.count(0), try $0.number(1)) } ?? (0, 0)
  }

  func oldUploads(before time: UInt64, limit: Int) throws -> [AssetUploadRecord] {
    try rows.all(
      """
      SELECT \(Columns.upload) FROM recordAssetUpload WHERE expiresAt < ?
      ORDER BY expiresAt LIMIT ?
      """, [Stored.integer(time), limit], Self.upload)
  }

  func asset(_ hash: AssetHash) throws -> StoredAsset? {
    try rows.one(
      "SELECT size, file FROM recordAsset WHERE hash = ?", [Stored.blob(hash)]
    ) { row in
      StoredAsset(asset: AssetID(hash: hash, size: try row.number(0)), file: try row.fixed(1))
    }
  }

  func isKnown(_ file: AssetFileID) throws -> Bool {
    try rows.one(
      """
      SELECT EXISTS (SELECT 1 FROM recordAssetUpload WHERE file = ?1)
        OR EXISTS (SELECT 1 FROM recordAsset WHERE file = ?1)
      """, [Stored.blob(file)]
    ) { try $0.number(0) == 1 } ?? false
  }

  func looseAssets(limit: Int) throws -> [(hash: AssetHash, isNeeded: Bool)] {
    try rows.all(
      """
      SELECT l.hash, EXISTS (SELECT 1 FROM recordAssetUse WHERE hash = l.hash)
        OR EXISTS (SELECT 1 FROM recordAssetUpload WHERE hash = l.hash)
      FROM recordAssetLoose l ORDER BY l.hash LIMIT ?
      """, [limit]
    ) { (try $0.fixed(0), try $0.number(1) == 1) }
  }
}

extension RecordRows {
  func apply(_ change: AssetChange) throws {
    switch change {
    case .putUpload(let upload): try put(upload)
    case .removeUpload(let key):
      let place: CollaborationRows.Arguments = [
        key.account.text, key.container.text, Stored.blob(key.hash),
      ]
      try drop("recordAssetUpload", "account = ? AND container = ? AND hash = ?", place)
    case .removeUploads(let account):
      try drop("recordAssetUpload", "account = ?", [account.text])
    case .putAsset(let stored): try put(stored)
    case .removeAsset(let hash):
      for table in ["recordAsset", "recordAssetLoose"] {
        try rows.run("DELETE FROM \(table) WHERE hash = ?", [Stored.blob(hash)])
      }
    case .keepAsset(let hash):
      try rows.run("DELETE FROM recordAssetLoose WHERE hash = ?", [Stored.blob(hash)])
    }
  }

  private func put(_ upload: AssetUploadRecord) throws {
    let key: CollaborationRows.Arguments = [
      upload.key.account.text, upload.key.container.text, Stored.blob(upload.key.hash),
    ]
    // A file is one upload's.
    try rows.run(
      """
      DELETE FROM recordAssetUpload WHERE file = ? AND (account, container, hash) <> (?, ?, ?)
      """, [Stored.blob(upload.file)] + key)
    try rows.run(
      Upserts.upload,
      key + [
        Stored.integer(upload.size), Stored.blob(upload.file), upload.isComplete,
        Stored.integer(upload.expiresAt),
      ])
  }

  private func put(_ stored: StoredAsset) throws {
    let (hash, file) = (Stored.blob(stored.asset.hash), Stored.blob(stored.file))
    try rows.run("DELETE FROM recordAsset WHERE file = ? AND hash <> ?", [file, hash])
    try rows.run(Upserts.asset, [hash, Stored.integer(stored.asset.size), file])
  }

  /// Writes down what a record names.
  func putAssets(of record: StoredRecord) throws {
    try dropAssets(of: record.name, in: record.zone)
    for asset in record.assets.sorted(by: { $0.hash < $1.hash }) {
      try rows.run(
        Upserts.assetUse,
        [Stored.blob(record.zone), record.name.text, Stored.blob(asset.hash)])
    }
  }

  /// A record names nothing any more, or no record of a zone does.
  func dropAssets(of name: RecordName?, in zone: ZoneID) throws {
    if let name {
      try drop("recordAssetUse", "zone = ? AND name = ?", [Stored.blob(zone), name.text])
    } else {
      try drop("recordAssetUse", "zone = ?", [Stored.blob(zone)])
    }
  }

  private func drop(
    _ table: String, _ condition: String, _ values: CollaborationRows.Arguments
  ) throws {
    try rows.run(
      """
      INSERT INTO recordAssetLoose (hash) SELECT hash FROM \(table) WHERE \(condition)
      ON CONFLICT (hash) DO NOTHING
      """, values)
    try rows.run("DELETE FROM \(table) WHERE \(condition)", values)
  }
}
