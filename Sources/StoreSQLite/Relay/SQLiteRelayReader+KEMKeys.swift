import GRDB
import GroveIdentity
import GroveMessage
import RelayDomain

extension SQLiteRelayReader {
  func reachableDevices(of account: AccountID, at now: UInt64) throws -> Set<DeviceID> {
    Set(
      try rows.rows(
        """
        SELECT DISTINCT device_id FROM kem_key
        WHERE account_id = ? AND revoked = 0 AND not_before <= ? AND not_after > ?
        """, [account.data, now.column, now.column]
      ).map { try $0.identifier(0) })
  }

  func kemKey(_ keyID: UInt32, of address: DeviceAddress) throws -> SignedKEMKey? {
    try rows.row(
      """
      SELECT body, signature FROM kem_key
      WHERE account_id = ? AND device_id = ? AND key_id = ?
      """, [address.account.data, address.device.data, Int64(keyID)]
    ).map(decodedKey)
  }

  func kemKeys(of account: AccountID, unexpiredAt now: UInt64) throws -> [SignedKEMKey] {
    try rows.rows(
      """
      SELECT body, signature FROM kem_key
      WHERE account_id = ? AND revoked = 0 AND not_after > ? ORDER BY device_id, key_id
      """, [account.data, now.column]
    ).map(decodedKey)
  }

  func kemKeyCount(of address: DeviceAddress, unexpiredAt now: UInt64) throws -> Int {
    try rows.integer(
      """
      SELECT count(*) FROM kem_key
      WHERE account_id = ? AND device_id = ? AND revoked = 0 AND not_after > ?
      """, [address.account.data, address.device.data, now.column])
  }

  func lastKeyEnds(of account: AccountID) throws -> [DeviceID: UInt64] {
    let rows = try rows.rows(
      """
      SELECT device_id, max(not_after) FROM kem_key
      WHERE account_id = ? AND revoked = 0 GROUP BY device_id
      """, [account.data])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { (try $0.identifier(0), try $0.number(1)) })
  }

  private func decodedKey(_ row: Row) throws -> SignedKEMKey {
    SignedKEMKey(
      body: Base64URLBytes(try row.bytes(0)), signature: Base64URLBytes(try row.bytes(1)))
  }

  func session(_ tokenHash: [UInt8]) throws -> Session? {
    try rows.row(
      "SELECT account_id, device_id, expires_at FROM session WHERE token_hash = ?",
      [tokenHash.data]
    ).map { row in
      Session(
        tokenHash: tokenHash,
        owner: DeviceAddress(account: try row.identifier(0), device: try row.identifier(1)),
        expiresAt: try row.number(2))
    }
  }

  func olderSessions(of address: DeviceAddress, besides kept: Int) throws -> [[UInt8]] {
    try rows.rows(
      """
      SELECT token_hash FROM session WHERE account_id = ? AND device_id = ?
      ORDER BY expires_at DESC, token_hash DESC LIMIT -1 OFFSET ?
      """, [address.account.data, address.device.data, kept]
    ).map { try $0.bytes(0) }
  }

  func isUsed(challenge nonce: [UInt8]) throws -> Bool {
    try rows.exists("SELECT 1 FROM used_challenge WHERE nonce = ?", [nonce.data])
  }
}
