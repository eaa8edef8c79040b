import CollaborationDomain
package import DriveDomain
import GroveIdentity

/// The rows of drives inside one transaction, beside those of the collaborations.
struct DriveRows {
  let rows: CollaborationRows

  init(_ connection: any SQLConnection) { rows = CollaborationRows(connection) }

  enum Columns {
    static let node = """
      id, account, parent, name, tag, file, size, type, createdAt, modifiedAt, propertyBytes, \
      binnedAt, binnedFrom, nameKey
      """
    static let version =
      "account, node, number, tag, file, size, type, modifiedAt, replacedAt"
    static let lock = "token, account, node, isExclusive, isDeep, owner, expiresAt, holder"
    static let password = "hash, account, name, createdAt, lastUsedAt"
    static let share = "node, account, document"
    static let upload =
      "file, account, path, share, conditions, size, type, isComplete, expiresAt"
  }

  enum Upserts {
    static let drive = Upsert.text("drive", "account, root, used, nodes", key: "account")
    static let property = Upsert.text(
      "driveProperty", "node, namespace, name, xml", key: "node, namespace, name")
    static let share = Upsert.text("driveShare", Columns.share, key: "node")
    static let file = Upsert.text("driveFile", "file, size", key: "file")
    static let version = Upsert.text("driveVersion", Columns.version, key: "node, number")
    static let lock = Upsert.text("driveLock", Columns.lock, key: "token")
    static let upload = Upsert.text("driveUpload", Columns.upload, key: "file")
    static let password = Upsert.text("appPassword", Columns.password, key: "hash")
  }

  static func node(_ row: StoredRow) throws -> DriveNode {
    var node = DriveNode(
      id: try row.fixed(0), account: try row.checked(1), parent: try row.optionalFixed(2),
      name: row.isNull(3) ? nil : DriveName(unchecked: try row.text(3), key: try row.text(13)),
      content: row.isNull(4) ? nil : try content(row, at: 4), at: try row.number(8))
    node.modifiedAt = try row.number(9)
    node.propertyBytes = try row.number(10)
    if !row.isNull(11) {
      node.binned = DriveNode.Binned(at: try row.number(11), from: try row.text(12))
    }
    return node
  }

  /// Four columns: tag, file, size, type.
  private static func content(_ row: StoredRow, at index: Int) throws -> DriveContent {
    DriveContent(
      tag: try row.fixed(index), file: try row.optionalFixed(index + 1),
      size: try row.number(index + 2), type: row.isNull(index + 3) ? nil : try row.text(index + 3))
  }

  static func version(_ row: StoredRow) throws -> DriveVersion {
    DriveVersion(
      account: try row.checked(0), node: try row.fixed(1), number: try row.number(2),
      content: try content(row, at: 3), modifiedAt: try row.number(7),
      replacedAt: try row.number(8))
  }

  static func lock(_ row: StoredRow) throws -> DriveLock {
    let account: AccountLabel = try row.checked(1)
    return DriveLock(
      token: DriveLockToken(text: try row.text(0)), account: account,
      holder: row.isNull(7) ? account : try row.checked(7), node: try row.fixed(2),
      isExclusive: try row.number(3) == 1, isDeep: try row.number(4) == 1,
      owner: try row.text(5), expiresAt: try row.number(6))
  }

  static func share(_ row: StoredRow) throws -> DriveShare {
    DriveShare(node: try row.fixed(0), account: try row.checked(1), documentID: try row.fixed(2))
  }

  static func password(_ row: StoredRow) throws -> AppPassword {
    AppPassword(
      hash: try row.fixed(0), account: try row.checked(1), name: try row.text(2),
      createdAt: try row.number(3), lastUsedAt: try row.number(4))
  }
}

extension SQLConnection {
  /// What rules ask the rows of drives, for no longer than this transaction.
  package var drives: any DriveReader { DriveRows(self) }

  /// Runs a decision and writes what it changes.
  /// - Returns: the answer, and whether rows went, or were replaced, whose bytes must not stay behind.
  package func make<Answer>(_ decide: (any DriveReader) throws -> DriveDecision<Answer>) throws
    -> (answer: Answer, erases: Bool)
  {
    let rows = DriveRows(self)
    let decision = try decide(rows)
    for change in decision.changes { try rows.apply(change) }
    return (decision.answer, decision.changes.contains(where: \.erases))
  }
}

extension DriveChange {
  /// Whether rows go whose bytes must not stay behind.
  fileprivate var erases: Bool {
    switch self {
    case .collaboration(let change): change.erases
    case .removeDrive, .removeNode, .removeVersion, .putProperty, .removeProperty, .removeLock,
      .removeShare, .removeUpload, .removeUploads, .removePassword:
      true
    case .putDrive, .putNode, .putVersion, .putLock, .putShare, .putFile, .removeFile, .keepFile,
      .putUpload, .putPassword:
      false
    }
  }
}
