import GroveIdentity
import GroveMessage
import RelayDomain

extension RelayRows {
  func applyToWebPush(_ change: RelayChange) throws {
    switch change {
    case .setWebPush(let subscription, let device):
      try run(
        Inserts.webPush,
        Self.key(of: device) + [
          subscription.endpoint.text, subscription.key.bytes, subscription.secret.bytes,
        ])
    case .endWebPush(let device):
      try run(
        "DELETE FROM web_push WHERE account_id = ? AND device_id = ?", Self.key(of: device))
    default: break
    }
  }

  func webPush(of device: DeviceAddress) throws -> WebPushSubscription? {
    try one(
      "SELECT endpoint, key, secret FROM web_push WHERE account_id = ? AND device_id = ?",
      Self.key(of: device)
    ) { row in
      WebPushSubscription(
        endpoint: try row.checked(0), key: try row.key(1), secret: try row.fixed(2))
    }
  }
}
