import GRDB
import GroveIdentity
import GroveMessage
import RelayDomain

extension SQLiteRelayReader {
  func rendezvous(_ id: RendezvousID) throws -> RendezvousState? {
    let sql = "SELECT expires_at FROM rendezvous WHERE rendezvous_id = ?"
    guard let row = try rows.row(sql, [id.data]) else { return nil }
    return RendezvousState(
      expiresAt: try row.number(0),
      messages: try rows.integer(
        "SELECT count(*) FROM rendezvous_message WHERE rendezvous_id = ?", [id.data]))
  }

  func openRendezvous(at now: UInt64) throws -> Int {
    try rows.integer("SELECT count(*) FROM rendezvous WHERE expires_at > ?", [now.column])
  }

  func rendezvousMessages(_ id: RendezvousID, from index: Int) throws -> [[UInt8]] {
    try rows.rows(
      """
      SELECT bytes FROM rendezvous_message WHERE rendezvous_id = ? AND position >= ?
      ORDER BY position
      """, [id.data, index]
    ).map { try $0.bytes(0) }
  }

  func attachment(_ id: AttachmentID) throws -> AttachmentRecord? {
    try rows.row(
      "SELECT owner, size, expires_at FROM attachment WHERE attachment_id = ?", [id.data]
    ).map { row in
      AttachmentRecord(
        attachmentID: id, owner: try row.identifier(0), size: try row.required(1),
        expiresAt: try row.number(2))
    }
  }

  func attachmentUse(of account: AccountID) throws -> AttachmentUse {
    let sql = "SELECT count(*), coalesce(sum(size), 0) FROM attachment WHERE owner = ?"
    guard let row = try rows.row(sql, [account.data]) else { return AttachmentUse() }
    return AttachmentUse(count: try row.required(0), bytes: try row.required(1))
  }

  func expiredAttachments(at now: UInt64, limit: Int) throws -> [AttachmentID] {
    try rows.rows(
      """
      SELECT attachment_id FROM attachment
      WHERE expires_at <= ? ORDER BY expires_at, attachment_id LIMIT ?
      """, [now.column, limit]
    ).map { try $0.identifier(0) }
  }
}
