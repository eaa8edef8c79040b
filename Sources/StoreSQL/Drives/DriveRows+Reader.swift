import CollaborationDomain
import DriveDomain
import GroveIdentity

extension DriveRows: DriveReader {
  var collaborations: any CollaborationReader { rows }

  func drive(of account: AccountLabel) throws -> DriveRecord? {
    try rows.one("SELECT root, used, nodes FROM drive WHERE account = ?", [account.text]) { row in
      DriveRecord(
        account: account, root: try row.fixed(0), used: try row.number(1),
        nodes: try row.number(2))
    }
  }

  func node(_ id: DriveNodeID) throws -> DriveNode? {
    try rows.one(
      "SELECT \(Columns.node) FROM driveNode WHERE id = ?", [Stored.blob(id)], Self.node)
  }

  func parent(of id: DriveNodeID) throws -> DriveNodeID? {
    try rows.one(
      "SELECT parent FROM driveNode WHERE id = ? AND parent IS NOT NULL", [Stored.blob(id)]
    ) { try $0.fixed(0) }
  }

  func child(of parent: DriveNodeID, key: String) throws -> DriveNode? {
    try rows.one(
      "SELECT \(Columns.node) FROM driveNode WHERE parent = ? AND nameKey = ?",
      [Stored.blob(parent), key], Self.node)
  }

  func children(of parent: DriveNodeID, after key: String?, limit: Int) throws -> [DriveNode] {
    try rows.all(
      """
      SELECT \(Columns.node) FROM driveNode WHERE parent = ? AND nameKey > ?
      ORDER BY nameKey LIMIT ?
      """, [Stored.blob(parent), key ?? "", limit], Self.node)
  }

  func folders(in parent: DriveNodeID, limit: Int) throws -> [DriveNodeID] {
    try rows.all(
      """
      SELECT id FROM driveNode WHERE parent = ? AND tag IS NULL ORDER BY nameKey LIMIT ?
      """, [Stored.blob(parent), limit]
    ) { try $0.fixed(0) }
  }

  func properties(of node: DriveNodeID) throws -> [DriveProperty] {
    try rows.all(
      """
      SELECT namespace, name, xml FROM driveProperty WHERE node = ? ORDER BY namespace, name
      """, [Stored.blob(node)]
    ) { row in
      let name = DrivePropertyName(namespace: try row.text(0), name: try row.text(1))
      return DriveProperty(name: name, xml: try row.text(2))
    }
  }

  func versions(of node: DriveNodeID) throws -> [DriveVersion] {
    try rows.all(
      "SELECT \(Columns.version) FROM driveVersion WHERE node = ? ORDER BY number",
      [Stored.blob(node)], Self.version)
  }

  func oldestVersions(of account: AccountLabel, limit: Int) throws -> [DriveVersion] {
    try rows.all(
      """
      SELECT \(Columns.version) FROM driveVersion WHERE account = ?
      ORDER BY replacedAt, node, number LIMIT ?
      """, [account.text, limit], Self.version)
  }

  func locks(of account: AccountLabel) throws -> [DriveLock] {
    try rows.all(
      "SELECT \(Columns.lock) FROM driveLock WHERE account = ? ORDER BY token", [account.text],
      Self.lock)
  }

  func oldLocks(before time: UInt64, limit: Int) throws -> [DriveLockToken] {
    try rows.all(
      "SELECT token FROM driveLock WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ?",
      [Stored.integer(time), limit]
    ) { DriveLockToken(text: try $0.text(0)) }
  }
}

extension DriveRows {
  func binned(of account: AccountLabel, after node: DriveNode?, limit: Int) throws -> [DriveNode] {
    // No identifier is longer, so that none is greater.
    let most = (
      Stored.integer(node?.binned?.at ?? UInt64.max),
      node?.id.bytes ?? [UInt8](repeating: 0xFF, count: DriveNodeID.byteCount + 1)
    )
    return try rows.all(
      """
      SELECT \(Columns.node) FROM driveNode
      WHERE account = ? AND binnedAt > 0 AND (binnedAt, id) < (?, ?)
      ORDER BY binnedAt DESC, id DESC LIMIT ?
      """, [account.text, most.0, most.1, limit], Self.node)
  }

  func anyBinned(of account: AccountLabel) throws -> DriveNode? {
    try rows.one(
      """
      SELECT \(Columns.node) FROM driveNode WHERE account = ? AND binnedAt IS NOT NULL
      ORDER BY binnedAt, id LIMIT 1
      """, [account.text], Self.node)
  }

  func oldBinned(before time: UInt64) throws -> DriveNode? {
    try rows.one(
      """
      SELECT \(Columns.node) FROM driveNode WHERE binnedAt < ? ORDER BY binnedAt, id LIMIT 1
      """, [Stored.integer(time)], Self.node)
  }

  func share(on node: DriveNodeID) throws -> DriveShare? {
    try rows.one(
      "SELECT \(Columns.share) FROM driveShare WHERE node = ?", [Stored.blob(node)],
      Self.share)
  }

  func share(of document: DocumentID) throws -> DriveShare? {
    try rows.one(
      "SELECT \(Columns.share) FROM driveShare WHERE document = ?",
      [Stored.blob(document)], Self.share)
  }

  func shares(of account: AccountLabel, after node: DriveNodeID?, limit: Int) throws
    -> [DriveShare]
  {
    try rows.all(
      """
      SELECT \(Columns.share) FROM driveShare WHERE account = ? AND node > ?
      ORDER BY node LIMIT ?
      """, [account.text, Stored.blob(node?.bytes ?? []), limit], Self.share)
  }

  func isKnown(_ file: DriveFileID) throws -> Bool {
    try rows.one(
      """
      SELECT EXISTS (SELECT 1 FROM driveFile WHERE file = ?1)
        OR EXISTS (SELECT 1 FROM driveUpload WHERE file = ?1)
      """, [Stored.blob(file)]
    ) { try $0.number(0) == 1 } ?? false
  }

  func looseFiles(limit: Int) throws -> [(file: DriveFileID, isNeeded: Bool)] {
    try rows.all(
      """
      SELECT l.file, EXISTS (SELECT 1 FROM driveNode WHERE file = l.file)
        OR EXISTS (SELECT 1 FROM driveVersion WHERE file = l.file)
      FROM driveFileLoose l ORDER BY l.file LIMIT ?
      """, [limit]
    ) { (try $0.fixed(0), try $0.number(1) == 1) }
  }

  func password(_ hash: AppPasswordHash) throws -> AppPassword? {
    try rows.one(
      "SELECT \(Columns.password) FROM appPassword WHERE hash = ?", [Stored.blob(hash)],
      Self.password)
  }

  func passwords(of account: AccountLabel) throws -> [AppPassword] {
    try rows.all(
      """
      SELECT \(Columns.password) FROM appPassword WHERE account = ? ORDER BY createdAt, hash
      """, [account.text], Self.password)
  }
}
