import DriveDomain
import Foundation
import GroveIdentity

extension DriveRows {
  func upload(_ file: DriveFileID) throws -> DriveUpload? {
    try rows.one(
      "SELECT \(Columns.upload) FROM driveUpload WHERE file = ?", [Stored.blob(file)]
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
      SELECT count(*),
        CAST(coalesce(sum(CASE WHEN isComplete = 0 THEN size ELSE 0 END), 0) AS BIGINT)
      FROM driveUpload WHERE account = ?
      """, [account.text]
    ) { (try $0.count(0), try $0.number(1)) } ?? (0, 0)
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
      Upserts.upload,
      [
        Stored.blob(upload.file), upload.account.text, upload.path.text,
        upload.share.map { Stored.blob($0) }, conditions, Stored.integer(upload.size), upload.type,
        upload.isComplete, Stored.integer(upload.expiresAt),
      ])
  }

  /// What they held is to be looked at.
  func removeUploads(_ condition: String, _ value: any SQLArgument) throws {
    try loosen("driveUpload", condition, [value])
    try rows.run("DELETE FROM driveUpload WHERE \(condition)", [value])
  }
}
