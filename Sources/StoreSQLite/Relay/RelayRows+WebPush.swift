import GRDB
import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayMigrations {
  /// Where browsers' push services take messages for devices.
  static let webPush = """
    CREATE TABLE web_push (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      endpoint TEXT NOT NULL,
      key BLOB NOT NULL CHECK (length(key) = 65),
      secret BLOB NOT NULL CHECK (length(secret) = 16),
      PRIMARY KEY (account_id, device_id),
      FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """
}

extension RelayRows {
  func applyToWebPush(_ change: RelayChange) throws {
    switch change {
    case .setWebPush(let subscription, let device):
      try execute(
        """
        INSERT INTO web_push VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account_id, device_id) DO UPDATE
        SET endpoint = excluded.endpoint, key = excluded.key, secret = excluded.secret
        """,
        [
          device.account.data, device.device.data, subscription.endpoint.text,
          subscription.key.bytes.data, subscription.secret.data,
        ])
    case .endWebPush(let device):
      try execute(
        "DELETE FROM web_push WHERE account_id = ? AND device_id = ?",
        [device.account.data, device.device.data])
    default: break
    }
  }
}

extension SQLiteRelayReader {
  func webPush(of device: DeviceAddress) throws -> WebPushSubscription? {
    let row = try rows.row(
      "SELECT endpoint, key, secret FROM web_push WHERE account_id = ? AND device_id = ?",
      [device.account.data, device.device.data])
    guard let row else { return nil }
    guard let endpoint = try? WebPushEndpoint(row.required(0) as String),
      let key = try? PublicKey(row.bytes(1))
    else { throw RelayStoreError(.corrupt, "a stored web push subscription") }
    return WebPushSubscription(endpoint: endpoint, key: key, secret: try row.identifier(2))
  }
}
