import DriveDomain
import Foundation
import GRDB
import GroveIdentity

extension DriveSchema {
  /// `conditions` is JSON; no row is older than a day.
  static let uploads = """
    CREATE TABLE driveUpload (
      file BLOB NOT NULL PRIMARY KEY CHECK (length(file) = 16),
      account TEXT NOT NULL,
      path TEXT NOT NULL,
      share BLOB,
      conditions TEXT NOT NULL,
      size INTEGER NOT NULL,
      type TEXT,
      isComplete INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX driveUpload_account ON driveUpload (account, isComplete, size);
    CREATE INDEX driveUpload_age ON driveUpload (expiresAt, file);
    """
}

extension DriveRows {
  private static let uploadColumns =
    "file, account, path, share, conditions, size, type, isComplete, expiresAt"

  func upload(_ file: DriveFileID) throws -> DriveUpload? {
    try rows.one(
      "SELECT \(Self.uploadColumns) FROM driveUpload WHERE file = ?", [Stored.blob(file)]
    ) { row in
      DriveUpload(
        file: try row.fixed(0), account: try row.checked(1), path: DrivePath(text: try row.text(2)),
        share: try row.optionalFixed(3),
        conditions: try JSONDecoder().decode(
          DriveConditions.self, from: Data(try row.text(4).utf8)),
        size: try row.number(5), type: row.isNull(6) ? nil : try row.text(6),
        isComplete: try row.number(7) == 1, expiresAt: try row.number(8))
    }
  }

  func uploadUse(of account: AccountLabel) throws -> (count: Int, bytes: UInt64) {
    try rows.one(
      """
      SELECT count(*), coalesce(sum(iif(isComplete, 0, size)), 0) FROM driveUpload WHERE account = ?
      """, [account.text]
    ) { (Int(clamping: try $0.number(0)), try $0.number(1)) } ?? (0, 0)
  }

  func oldUploads(before time: UInt64, limit: Int) throws -> [DriveFileID] {
    try rows.all(
      "SELECT file FROM driveUpload WHERE expiresAt <= ? ORDER BY expiresAt, file LIMIT ?",
      [Stored.integer(time), limit]
    ) { try $0.fixed(0) }
  }

  func put(_ upload: DriveUpload) throws {
    let conditions = String(decoding: try JSONEncoder().encode(upload.conditions), as: UTF8.self)
    try rows.run(
      """
      INSERT OR REPLACE INTO driveUpload (\(Self.uploadColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Stored.blob(upload.file), upload.account.text, upload.path.text,
        upload.share.map { Stored.blob($0) }, conditions, Stored.integer(upload.size), upload.type,
        upload.isComplete, Stored.integer(upload.expiresAt),
      ])
  }

  /// What they held is to be looked at.
  func removeUploads(_ condition: String, _ value: any StatementArgument) throws {
    try loosen("driveUpload", condition, [value])
    try rows.run("DELETE FROM driveUpload WHERE \(condition)", [value])
  }
}
