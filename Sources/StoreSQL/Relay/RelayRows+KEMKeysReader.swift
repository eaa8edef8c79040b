import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayRows {
  func reachableDevices(of account: AccountID, at now: UInt64) throws -> Set<DeviceID> {
    Set(
      try all(
        """
        SELECT DISTINCT device_id FROM kem_key
        WHERE account_id = ?1 AND revoked = 0 AND not_before <= ?2 AND not_after > ?2
        """, [account.bytes, Stored.integer(now)]
      ) { try $0.fixed(0) })
  }

  func kemKey(_ keyID: UInt32, of address: DeviceAddress) throws -> SignedKEMKey? {
    try one(
      "SELECT body, signature FROM kem_key WHERE account_id = ? AND device_id = ? AND key_id = ?",
      Self.key(of: address) + [Int64(keyID)], Self.signedKey)
  }

  func kemKeys(of account: AccountID, unexpiredAt now: UInt64) throws -> [SignedKEMKey] {
    try all(
      """
      SELECT body, signature FROM kem_key
      WHERE account_id = ? AND revoked = 0 AND not_after > ? ORDER BY device_id, key_id
      """, [account.bytes, Stored.integer(now)], Self.signedKey)
  }

  func kemKeyCount(of address: DeviceAddress, unexpiredAt now: UInt64) throws -> Int {
    try count(
      """
      SELECT count(*) FROM kem_key
      WHERE account_id = ? AND device_id = ? AND revoked = 0 AND not_after > ?
      """, Self.key(of: address) + [Stored.integer(now)])
  }

  func lastKeyEnds(of account: AccountID) throws -> [DeviceID: UInt64] {
    Dictionary(
      uniqueKeysWithValues: try all(
        """
        SELECT device_id, max(not_after) FROM kem_key
        WHERE account_id = ? AND revoked = 0 GROUP BY device_id
        """, [account.bytes]
      ) { (try $0.fixed(0), try $0.number(1)) })
  }

  private static func signedKey(_ row: RelayRow) throws -> SignedKEMKey {
    SignedKEMKey(
      body: Base64URLBytes(try row.bytes(0)), signature: Base64URLBytes(try row.bytes(1)))
  }

  func session(_ tokenHash: [UInt8]) throws -> Session? {
    try one(
      "SELECT account_id, device_id, expires_at FROM session WHERE token_hash = ?", [tokenHash]
    ) { row in
      Session(
        tokenHash: tokenHash,
        owner: DeviceAddress(account: try row.fixed(0), device: try row.fixed(1)),
        expiresAt: try row.number(2))
    }
  }

  func olderSessions(of address: DeviceAddress, besides kept: Int) throws -> [[UInt8]] {
    try all(
      """
      SELECT token_hash FROM session WHERE account_id = ? AND device_id = ?
      ORDER BY expires_at DESC, token_hash DESC LIMIT ? OFFSET ?
      """, Self.key(of: address) + [Int64.max, kept]
    ) { try $0.bytes(0) }
  }

  func isUsed(challenge nonce: [UInt8]) throws -> Bool {
    try exists("SELECT 1 FROM used_challenge WHERE nonce = ?", [nonce])
  }
}
