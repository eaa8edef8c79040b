import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToNoticeAddresses(_ change: RelayChange) throws {
    switch change {
    case .insertNoticeAddress(let record):
      try run(
        Inserts.noticeAddress,
        [
          record.addressID.bytes, record.owner.bytes, record.tokenHash, record.serverKey.bytes,
          Stored.integer(record.usedAt),
        ])
    case .usedNoticeAddress(let id, _, let at):
      try run(
        "UPDATE notice_address SET used_at = ? WHERE address_id = ?",
        [Stored.integer(at), id.bytes])
    case .endNoticeAddress(let id, let owner):
      try run("DELETE FROM notice_address WHERE address_id = ?", [id.bytes])
      let waiting = try all(
        """
        SELECT device_id, sequence FROM mailbox_entry INDEXED BY mailbox_notice
        WHERE account_id = ? AND notice_address = ?
        """, [owner.bytes, id.bytes]
      ) { (device: try $0.fixed(0) as DeviceID, sequence: try $0.number(1)) }
      for entry in waiting {
        try dropEntry(
          of: DeviceAddress(account: owner, device: entry.device), sequence: entry.sequence)
      }
    default: break
    }
  }

  /// A newer message of a topic takes the place of the one that waits (RFC 8030, 5.4).
  func dropWaiting(_ notice: PushedNotice, in mailbox: DeviceAddress) throws {
    guard let topic = notice.topic else { return }
    let waiting = try all(
      """
      SELECT sequence FROM mailbox_entry INDEXED BY mailbox_notice
      WHERE account_id = ? AND device_id = ? AND notice_address = ? AND notice_topic = ?
      """, Self.key(of: mailbox) + [notice.addressID.bytes, topic]
    ) { try $0.number(0) }
    for sequence in waiting { try dropEntry(of: mailbox, sequence: sequence) }
  }

  private func dropEntry(of mailbox: DeviceAddress, sequence: UInt64) throws {
    let key = Self.key(of: mailbox)
    let size = try count(
      """
      DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence = ?
      RETURNING coalesce(length(envelope), 0)
      """, key + [Stored.integer(sequence)])
    try run(
      """
      UPDATE mailbox SET entries = entries - 1, bytes = bytes - ?
      WHERE account_id = ? AND device_id = ?
      """, [size] + key)
  }
}
