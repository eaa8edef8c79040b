import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayRows {
  func rendezvous(_ id: RendezvousID) throws -> RendezvousState? {
    let end = try one(
      "SELECT expires_at FROM rendezvous WHERE rendezvous_id = ?", [id.bytes]
    ) { try $0.number(0) }
    guard let end else { return nil }
    return RendezvousState(
      expiresAt: end,
      messages: try count(
        "SELECT count(*) FROM rendezvous_message WHERE rendezvous_id = ?", [id.bytes]))
  }

  func openRendezvous(at now: UInt64) throws -> Int {
    try count("SELECT count(*) FROM rendezvous WHERE expires_at > ?", [Stored.integer(now)])
  }

  func rendezvousMessages(_ id: RendezvousID, from index: Int) throws -> [[UInt8]] {
    try all(
      """
      SELECT bytes FROM rendezvous_message WHERE rendezvous_id = ? AND position >= ?
      ORDER BY position
      """, [id.bytes, index]
    ) { try $0.bytes(0) }
  }

  func attachment(_ id: AttachmentID) throws -> AttachmentRecord? {
    try one(
      "SELECT owner, size, expires_at FROM attachment WHERE attachment_id = ?", [id.bytes]
    ) { row in
      AttachmentRecord(
        attachmentID: id, owner: try row.fixed(0), size: try row.count(1),
        expiresAt: try row.number(2))
    }
  }

  func attachmentUse(of account: AccountID) throws -> AttachmentUse {
    try one(
      "SELECT count(*), CAST(coalesce(sum(size), 0) AS BIGINT) FROM attachment WHERE owner = ?",
      [account.bytes]
    ) { AttachmentUse(count: try $0.count(0), bytes: try $0.count(1)) } ?? AttachmentUse()
  }

  func expiredAttachments(at now: UInt64, limit: Int) throws -> [AttachmentID] {
    try all(
      """
      SELECT attachment_id FROM attachment
      WHERE expires_at <= ? ORDER BY expires_at, attachment_id LIMIT ?
      """, [Stored.integer(now), limit]
    ) { try $0.fixed(0) }
  }
}
