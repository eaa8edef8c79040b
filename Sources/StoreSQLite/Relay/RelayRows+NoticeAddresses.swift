import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension RelayMigrations {
  /// Where apps' servers may tell an account something. A mailbox entry with an address is what was
  /// pushed to it, in the column of envelopes.
  static let noticeAddresses = """
    CREATE TABLE notice_address (
      address_id BLOB NOT NULL PRIMARY KEY CHECK (length(address_id) = 16),
      account_id BLOB NOT NULL REFERENCES account,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      server_key BLOB NOT NULL CHECK (length(server_key) = 65),
      used_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notice_address_by_account ON notice_address (account_id, address_id);
    CREATE INDEX notice_address_by_use ON notice_address (used_at);
    ALTER TABLE mailbox_entry ADD COLUMN notice_address BLOB;
    ALTER TABLE mailbox_entry ADD COLUMN notice_topic TEXT;
    ALTER TABLE mailbox_entry ADD COLUMN notice_expires INTEGER;
    CREATE INDEX mailbox_notice ON mailbox_entry (account_id, device_id, notice_address)
      WHERE notice_address IS NOT NULL;
    """
}

extension RelayRows {
  func applyToNoticeAddresses(_ change: RelayChange) throws {
    switch change {
    case .insertNoticeAddress(let record):
      try execute(
        "INSERT INTO notice_address VALUES (?, ?, ?, ?, ?)",
        [
          record.addressID.data, record.owner.data, record.tokenHash.data,
          record.serverKey.bytes.data, record.usedAt.column,
        ])
    case .usedNoticeAddress(let id, _, let at):
      try execute(
        "UPDATE notice_address SET used_at = ? WHERE address_id = ?", [at.column, id.data])
    case .endNoticeAddress(let id, let owner):
      try execute("DELETE FROM notice_address WHERE address_id = ?", [id.data])
      let waiting = try rows(
        """
        SELECT device_id, sequence FROM mailbox_entry INDEXED BY mailbox_notice
        WHERE account_id = ? AND notice_address = ?
        """, [owner.data, id.data])
      for row in waiting {
        let device: DeviceID = try row.identifier(0)
        try dropEntry(
          of: DeviceAddress(account: owner, device: device), sequence: row.required(1) as Int64)
      }
    default: break
    }
  }

  /// A newer message of a topic takes the place of the one that waits (RFC 8030, 5.4).
  func dropWaiting(_ notice: PushedNotice, in mailbox: DeviceAddress) throws {
    guard let topic = notice.topic else { return }
    let waiting = try rows(
      """
      SELECT sequence FROM mailbox_entry INDEXED BY mailbox_notice
      WHERE account_id = ? AND device_id = ? AND notice_address = ? AND notice_topic = ?
      """, [mailbox.account.data, mailbox.device.data, notice.addressID.data, topic])
    for row in waiting { try dropEntry(of: mailbox, sequence: row.required(0) as Int64) }
  }

  private func dropEntry(of mailbox: DeviceAddress, sequence: Int64) throws {
    let key: StatementArguments = [mailbox.account.data, mailbox.device.data]
    let size = try integer(
      """
      DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence = ?
      RETURNING coalesce(length(envelope), 0)
      """, key + [sequence])
    try execute(
      """
      UPDATE mailbox SET entries = entries - 1, bytes = bytes - ?
      WHERE account_id = ? AND device_id = ?
      """, [size] + key)
  }
}

extension SQLiteRelayReader {
  private static let columns = "address_id, account_id, token_hash, server_key, used_at"

  func noticeAddress(tokenHash: [UInt8]) throws -> NoticeAddressRecord? {
    try rows.row(
      "SELECT \(Self.columns) FROM notice_address WHERE token_hash = ?", [tokenHash.data]
    ).map(noticeAddress)
  }

  func noticeAddresses(of account: AccountID) throws -> [NoticeAddressRecord] {
    try rows.rows(
      """
      SELECT \(Self.columns) FROM notice_address WHERE account_id = ? ORDER BY address_id
      """, [account.data]
    ).map(noticeAddress)
  }

  private func noticeAddress(_ row: Row) throws -> NoticeAddressRecord {
    guard let key = try? PublicKey(row.bytes(3)) else {
      throw RelayStoreError(.corrupt, "a stored notice address")
    }
    return NoticeAddressRecord(
      addressID: try row.identifier(0), owner: try row.identifier(1),
      tokenHash: try row.bytes(2), serverKey: key, usedAt: try row.number(4))
  }

  func waitingNotices(in mailbox: DeviceAddress, of address: NoticeAddressID, topic: String?) throws
    -> WaitingNotices
  {
    let row = try rows.row(
      """
      SELECT count(*), coalesce(sum(notice_address = ?), 0),
        coalesce(sum(notice_address = ? AND notice_topic IS ? AND notice_topic IS NOT NULL), 0)
      FROM mailbox_entry INDEXED BY mailbox_notice
      WHERE account_id = ? AND device_id = ? AND notice_address IS NOT NULL
      """, [address.data, address.data, topic, mailbox.account.data, mailbox.device.data])
    guard let row else { return WaitingNotices() }
    return WaitingNotices(
      ofAddress: try row.required(1), all: try row.required(0),
      hasTopic: (try row.required(2) as Int) > 0)
  }
}
