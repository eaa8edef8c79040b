import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayRows: RelayReader {
  func account(_ id: AccountID) throws -> AccountRecord? {
    try one(
      "SELECT handle, name, head_seq, head_hash FROM account WHERE account_id = ?", [id.bytes]
    ) { row in
      guard let handle = try? Handle(row.text(0)) else {
        throw RelayStoreError(.corrupt, "a stored handle")
      }
      return AccountRecord(
        accountID: id, handle: handle, name: try row.text(1),
        head: StatementReference(seq: try row.number(2), hash: try row.fixed(3)))
    }
  }

  func accountID(of handle: Handle) throws -> AccountID? {
    try one("SELECT account_id FROM account WHERE handle = ?", [handle.text]) { try $0.fixed(0) }
  }

  func statements(of account: AccountID, from seq: UInt64) throws -> [SignedStatement] {
    try statements(of: account, from: seq, bytes: .max)
  }

  func statements(of account: AccountID, from seq: UInt64, bytes: Int) throws
    -> [SignedStatement]
  {
    var total = 0
    return try all(
      "SELECT record FROM statement WHERE account_id = ? AND seq >= ? ORDER BY seq",
      [account.bytes, Stored.integer(seq)], while: { total < bytes }
    ) { row in
      let record = try row.bytes(0)
      total += record.count
      return try Self.decodedStatement(record)
    }
  }

  func statement(of account: AccountID, seq: UInt64) throws -> SignedStatement? {
    try one(
      "SELECT record FROM statement WHERE account_id = ? AND seq = ?",
      [account.bytes, Stored.integer(seq)]
    ) { try Self.decodedStatement($0.bytes(0)) }
  }

  private static func decodedStatement(_ record: [UInt8]) throws -> SignedStatement {
    do {
      return try StrictJSON.decode(SignedStatement.self, from: record)
    } catch {
      throw RelayStoreError(.corrupt, "a stored statement")
    }
  }

  func devices(of account: AccountID) throws -> Set<DeviceID> {
    Set(
      try all("SELECT device_id FROM device WHERE account_id = ?", [account.bytes]) {
        try $0.fixed(0)
      })
  }

  func lastSeen(of account: AccountID) throws -> [DeviceID: UInt64] {
    Dictionary(
      uniqueKeysWithValues: try all(
        "SELECT device_id, last_seen FROM device WHERE account_id = ?", [account.bytes]
      ) { (try $0.fixed(0), try $0.number(1)) })
  }

  func identityKey(of address: DeviceAddress) throws -> PublicKey? {
    try one(
      "SELECT identity_key FROM device WHERE account_id = ? AND device_id = ?",
      Self.key(of: address)
    ) { try $0.key(0) }
  }

  func isListed(_ address: DeviceAddress) throws -> Bool {
    try exists(
      "SELECT 1 FROM device WHERE account_id = ? AND device_id = ?", Self.key(of: address))
  }
}
