import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import RelayDomain

/// The reader of one transaction or snapshot.
struct SQLiteRelayReader: RelayReader {
  let rows: RelayRows
}

extension SQLiteRelayReader {
  func account(_ id: AccountID) throws -> AccountRecord? {
    let sql = "SELECT handle, name, head_seq, head_hash FROM account WHERE account_id = ?"
    guard let row = try rows.row(sql, [id.data]) else { return nil }
    guard let handle = try? Handle(row.required(0)) else {
      throw RelayStoreError(.corrupt, "a stored handle")
    }
    return AccountRecord(
      accountID: id, handle: handle, name: try row.required(1),
      head: StatementReference(seq: try row.number(2), hash: try row.identifier(3)))
  }

  func accountID(of handle: Handle) throws -> AccountID? {
    try rows.row("SELECT account_id FROM account WHERE handle = ?", [handle.text])
      .map { try $0.identifier(0) }
  }

  func statements(of account: AccountID, from seq: UInt64) throws -> [SignedStatement] {
    try rows.rows(
      "SELECT record FROM statement WHERE account_id = ? AND seq >= ? ORDER BY seq",
      [account.data, seq.column]
    ).map(decodedStatement)
  }

  func statements(of account: AccountID, from seq: UInt64, bytes: Int) throws
    -> [SignedStatement]
  {
    let statement = try rows.db.cachedStatement(
      sql: "SELECT record FROM statement WHERE account_id = ? AND seq >= ? ORDER BY seq")
    let cursor = try Row.fetchCursor(statement, arguments: [account.data, seq.column])
    var page: [SignedStatement] = []
    var total = 0
    while total < bytes, let row = try cursor.next() {
      total += try row.bytes(0).count
      page.append(try decodedStatement(row))
    }
    return page
  }

  func statement(of account: AccountID, seq: UInt64) throws -> SignedStatement? {
    try rows.row(
      "SELECT record FROM statement WHERE account_id = ? AND seq = ?",
      [account.data, seq.column]
    ).map(decodedStatement)
  }

  private func decodedStatement(_ row: Row) throws -> SignedStatement {
    do {
      return try StrictJSON.decode(SignedStatement.self, from: row.bytes(0))
    } catch {
      throw RelayStoreError(.corrupt, "a stored statement")
    }
  }

  func devices(of account: AccountID) throws -> Set<DeviceID> {
    Set(
      try rows.rows("SELECT device_id FROM device WHERE account_id = ?", [account.data])
        .map { try $0.identifier(0) })
  }

  func lastSeen(of account: AccountID) throws -> [DeviceID: UInt64] {
    let rows = try rows.rows(
      "SELECT device_id, last_seen FROM device WHERE account_id = ?", [account.data])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { (try $0.identifier(0), try $0.number(1)) })
  }

  func identityKey(of address: DeviceAddress) throws -> PublicKey? {
    let sql = "SELECT identity_key FROM device WHERE account_id = ? AND device_id = ?"
    guard let row = try rows.row(sql, [address.account.data, address.device.data]) else {
      return nil
    }
    guard let key = try? PublicKey(row.bytes(0)) else {
      throw RelayStoreError(.corrupt, "a stored key")
    }
    return key
  }

  func isListed(_ address: DeviceAddress) throws -> Bool {
    try rows.exists(
      "SELECT 1 FROM device WHERE account_id = ? AND device_id = ?",
      [address.account.data, address.device.data])
  }
}
