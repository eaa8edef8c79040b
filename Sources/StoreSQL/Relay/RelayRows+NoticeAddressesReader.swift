import GroveIdentity
import RelayDomain

extension RelayRows {
  private static let columns = "address_id, account_id, token_hash, server_key, used_at"

  func noticeAddress(tokenHash: [UInt8]) throws -> NoticeAddressRecord? {
    try one(
      "SELECT \(Self.columns) FROM notice_address WHERE token_hash = ?", [tokenHash],
      Self.noticeAddress)
  }

  func noticeAddresses(of account: AccountID) throws -> [NoticeAddressRecord] {
    try all(
      "SELECT \(Self.columns) FROM notice_address WHERE account_id = ? ORDER BY address_id",
      [account.bytes], Self.noticeAddress)
  }

  private static func noticeAddress(_ row: RelayRow) throws -> NoticeAddressRecord {
    NoticeAddressRecord(
      addressID: try row.fixed(0), owner: try row.fixed(1), tokenHash: try row.bytes(2),
      serverKey: try row.key(3), usedAt: try row.number(4))
  }

  func waitingNotices(in mailbox: DeviceAddress, of address: NoticeAddressID, topic: String?) throws
    -> WaitingNotices
  {
    try one(
      """
      SELECT count(*), count(*) FILTER (WHERE notice_address = ?1),
        count(*) FILTER (WHERE notice_address = ?1 AND notice_topic = ?2)
      FROM mailbox_entry INDEXED BY mailbox_notice
      WHERE account_id = ?3 AND device_id = ?4 AND notice_address IS NOT NULL
      """, [address.bytes, topic] + Self.key(of: mailbox)
    ) { row in
      WaitingNotices(
        ofAddress: try row.count(1), all: try row.count(0), hasTopic: try row.count(2) > 0)
    } ?? WaitingNotices()
  }
}
