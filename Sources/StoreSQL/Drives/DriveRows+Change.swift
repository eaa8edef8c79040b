import CollaborationDomain
import DriveDomain
import GroveIdentity

extension DriveRows {
  func apply(_ change: DriveChange) throws {
    switch change {
    case .collaboration(let change): try rows.apply(change)
    case .putDrive(let drive):
      try rows.run(
        Upserts.drive,
        [
          drive.account.text, Stored.blob(drive.root), Stored.integer(drive.used),
          Stored.integer(drive.nodes),
        ])
    case .removeDrive(let account):
      try rows.run("DELETE FROM drive WHERE account = ?", [account.text])
    case .putNode(let node): try put(node)
    case .removeNode(let id): try remove(id)
    case .putVersion(let version): try put(version)
    case .removeVersion(let node, let number):
      let place: CollaborationRows.Arguments = [Stored.blob(node), Stored.integer(number)]
      try loosen("driveVersion", "node = ? AND number = ?", place)
      try rows.run("DELETE FROM driveVersion WHERE node = ? AND number = ?", place)
    case .putProperty(let node, let property):
      try rows.run(
        Upserts.property,
        [Stored.blob(node), property.name.namespace, property.name.name, property.xml])
    case .removeProperty(let node, let name):
      try rows.run(
        "DELETE FROM driveProperty WHERE node = ? AND namespace = ? AND name = ?",
        [Stored.blob(node), name.namespace, name.name])
    case .putLock(let lock): try put(lock)
    case .removeLock(let token):
      try rows.run("DELETE FROM driveLock WHERE token = ?", [token.text])
    case .putShare(let share): try put(share)
    case .removeShare(let node):
      try rows.run("DELETE FROM driveShare WHERE node = ?", [Stored.blob(node)])
    case .putFile, .removeFile, .keepFile: try applyToFiles(change)
    case .putUpload(let upload): try put(upload)
    case .removeUpload(let file): try removeUploads("file = ?", Stored.blob(file))
    case .removeUploads(let account): try removeUploads("account = ?", account.text)
    case .putPassword(let password): try put(password)
    case .removePassword(let hash):
      try rows.run("DELETE FROM appPassword WHERE hash = ?", [Stored.blob(hash)])
    }
  }

  private func applyToFiles(_ change: DriveChange) throws {
    switch change {
    case .putFile(let file, let size):
      try rows.run(
        Upserts.file, [Stored.blob(file), Stored.integer(size)])
    case .removeFile(let file):
      for table in ["driveFile", "driveFileLoose"] {
        try rows.run("DELETE FROM \(table) WHERE file = ?", [Stored.blob(file)])
      }
    case .keepFile(let file):
      try rows.run("DELETE FROM driveFileLoose WHERE file = ?", [Stored.blob(file)])
    default: break
    }
  }

  private func put(_ node: DriveNode) throws {
    let file = node.content?.file.map { Stored.blob($0) }
    let size: UInt64 = node.content?.size ?? 0
    let binnedAt: Int64? = Stored.integer(node.binned?.at)
    try loosen("driveNode", "id = ? AND file IS DISTINCT FROM ?", [Stored.blob(node.id), file])
    try rows.run(
      """
      INSERT INTO driveNode (\(Columns.node))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, name = excluded.name,
        tag = excluded.tag, file = excluded.file, size = excluded.size, type = excluded.type,
        modifiedAt = excluded.modifiedAt, propertyBytes = excluded.propertyBytes,
        binnedAt = excluded.binnedAt, binnedFrom = excluded.binnedFrom, nameKey = excluded.nameKey
      """,
      [
        Stored.blob(node.id), node.account.text, node.parent.map { Stored.blob($0) },
        node.name?.text, node.content.map { Stored.blob($0.tag) }, file,
        Stored.integer(size), node.content?.type,
        Stored.integer(node.createdAt), Stored.integer(node.modifiedAt),
        Stored.integer(node.propertyBytes), binnedAt, node.binned?.from,
        node.name?.key,
      ])
  }

  private func remove(_ id: DriveNodeID) throws {
    let key: CollaborationRows.Arguments = [Stored.blob(id)]
    try loosen("driveNode", "id = ?", key)
    try loosen("driveVersion", "node = ?", key)
    try rows.run("DELETE FROM driveNode WHERE id = ?", key)
    for table in ["driveVersion", "driveProperty", "driveLock", "driveShare"] {
      try rows.run("DELETE FROM \(table) WHERE node = ?", key)
    }
  }

  private func put(_ version: DriveVersion) throws {
    try rows.run(
      Upserts.version,
      [
        version.account.text, Stored.blob(version.node), Stored.integer(version.number),
        Stored.blob(version.content.tag), version.content.file.map { Stored.blob($0) },
        Stored.integer(version.content.size), version.content.type,
        Stored.integer(version.modifiedAt), Stored.integer(version.replacedAt),
      ])
  }

  private func put(_ share: DriveShare) throws {
    let (node, document) = (Stored.blob(share.node), Stored.blob(share.documentID))
    // A document is one share's.
    try rows.run("DELETE FROM driveShare WHERE document = ? AND node <> ?", [document, node])
    try rows.run(Upserts.share, [node, share.account.text, document])
  }

  private func put(_ lock: DriveLock) throws {
    try rows.run(
      Upserts.lock,
      [
        lock.token.text, lock.account.text, Stored.blob(lock.node), lock.isExclusive, lock.isDeep,
        lock.owner, Stored.integer(lock.expiresAt), lock.holder.text,
      ])
  }

  private func put(_ password: AppPassword) throws {
    try rows.run(
      Upserts.password,
      [
        Stored.blob(password.hash), password.account.text, password.name,
        Stored.integer(password.createdAt), Stored.integer(password.lastUsedAt),
      ])
  }

  /// What these rows held is to be looked at.
  func loosen(
    _ table: String, _ condition: String, _ values: CollaborationRows.Arguments
  ) throws {
    try rows.run(
      """
      INSERT INTO driveFileLoose (file)
      SELECT file FROM \(table) WHERE file IS NOT NULL AND \(condition)
      ON CONFLICT (file) DO NOTHING
      """, values)
  }
}
