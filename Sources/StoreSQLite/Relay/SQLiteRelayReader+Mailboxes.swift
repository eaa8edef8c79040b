import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension SQLiteRelayReader {
  func mailbox(_ address: DeviceAddress) throws -> MailboxPosition {
    let sql = "SELECT last, entries, bytes FROM mailbox WHERE account_id = ? AND device_id = ?"
    guard let row = try rows.row(sql, [address.account.data, address.device.data]) else {
      return MailboxPosition()
    }
    return MailboxPosition(
      last: try row.number(0), entries: try row.required(1), bytes: try row.required(2))
  }

  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int) throws
    -> [MailboxEntry]
  {
    let statement = try rows.db.cachedStatement(
      sql: """
        SELECT sequence, received_at, subject, envelope, event_id, statement_seq, notice_address,
          notice_topic, notice_expires
        FROM mailbox_entry
        WHERE account_id = ? AND device_id = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """)
    let cursor = try Row.fetchCursor(
      statement,
      arguments: [address.account.data, address.device.data, position.column, limit])
    var entries: [MailboxEntry] = []
    var total = 0
    while total < bytes, let row = try cursor.next() {
      let entry = try decodedEntry(row)
      total += entry.payload.size
      entries.append(entry)
    }
    return entries
  }

  private func decodedEntry(_ row: Row) throws -> MailboxEntry {
    let payload: MailboxEntry.Payload
    if row[6] as Data? != nil {
      payload = .notice(
        PushedNotice(
          addressID: try row.identifier(6), owner: try row.identifier(2), topic: row[7],
          expiresAt: try row.number(8), body: try row.bytes(3)))
    } else if let envelope = row[3] as Data? {
      payload = .envelope(sender: try row.identifier(2), bytes: Array(envelope))
    } else if let event = row[4] as Int64? {
      payload = .conversation(try conversationEvent(event))
    } else if row[2] as Data? == nil {
      payload = .gap(entries: try row.number(5))
    } else {
      payload = .account(try row.identifier(2), seq: try row.number(5))
    }
    return MailboxEntry(
      sequence: try row.number(0), receivedAt: try row.number(1), payload: payload)
  }

  private func conversationEvent(_ id: Int64) throws -> ConversationEvent {
    let row = try rows.row(
      """
      SELECT kind, by_account, subjects, at, conversation_id, name, members, version, photo_version,
        requested_by
      FROM conversation_event WHERE event_id = ?
      """, [id])
    guard let row, let kind = ConversationEvent.Kind(rawValue: try row.required(0)) else {
      throw RelayStoreError(.corrupt, "a stored conversation event")
    }
    return ConversationEvent(
      kind: kind, by: try row.identifier(1), subjects: try AccountList.decode(row.bytes(2)),
      at: try row.number(3),
      conversation: ConversationRecord(
        conversationID: try row.identifier(4), name: row[5],
        members: try AccountList.decode(row.bytes(6)), version: try row.number(7),
        photoVersion: (row[8] as Int64?).map(UInt64.init(clamping:)),
        requestedBy: try (row[9] as Data?).map { try AccountID(column: $0) }))
  }

  func share(of mailbox: DeviceAddress, from origin: AccountID) throws -> MailboxUsage {
    let row = try rows.row(
      """
      SELECT entries, bytes FROM mailbox_share
      WHERE account_id = ? AND device_id = ? AND origin = ?
      """, [mailbox.account.data, mailbox.device.data, origin.data])
    guard let row else { return MailboxUsage() }
    return MailboxUsage(entries: try row.required(0), bytes: try row.required(1))
  }

  /// Looks at the oldest entry of every mailbox that has one: there are as many as devices, and this
  /// is asked for every few minutes.
  func expiredMail(before time: UInt64, mailboxes: Int, entries: Int) throws -> [ExpiredMail] {
    try rows.rows(
      """
      SELECT account_id, device_id FROM mailbox WHERE entries > 0 AND (
        SELECT received_at FROM mailbox_entry AS entry
        WHERE entry.account_id = mailbox.account_id AND entry.device_id = mailbox.device_id
        ORDER BY sequence LIMIT 1) < ?
      ORDER BY account_id, device_id LIMIT ?
      """, [time.column, mailboxes]
    ).compactMap { row in
      try expired(
        in: DeviceAddress(account: try row.identifier(0), device: try row.identifier(1)),
        before: time, entries: entries)
    }
  }

  private func expired(in mailbox: DeviceAddress, before time: UInt64, entries: Int) throws
    -> ExpiredMail?
  {
    let old = try rows.rows(
      """
      SELECT sequence, subject, statement_seq, received_at FROM mailbox_entry
      WHERE account_id = ? AND device_id = ? ORDER BY sequence LIMIT ?
      """, [mailbox.account.data, mailbox.device.data, entries]
    ).prefix { row in (row[3] as Int64? ?? .max) < time.column }
    guard let last = old.last else { return nil }
    let lost = try old.reduce(UInt64(0)) { sum, row in
      sum + (row[1] as Data? == nil ? try row.number(2) : 1)
    }
    return ExpiredMail(mailbox: mailbox, upTo: try last.number(0), lost: lost)
  }

  func wasQueued(_ key: EnvelopeKey) throws -> Bool {
    try rows.exists(
      """
      SELECT 1 FROM remembered_envelope WHERE message_id = ? AND sender_account = ?
        AND sender_device = ? AND recipient_account = ? AND recipient_device = ?
      """,
      [
        key.messageID.data, key.sender.account.data, key.sender.device.data,
        key.recipient.account.data, key.recipient.device.data,
      ])
  }
}

/// Accounts one after the other: one column where nothing is searched for inside.
enum AccountList {
  static func encode(_ accounts: [AccountID]) -> Data { Data(accounts.flatMap(\.bytes)) }

  static func decode(_ bytes: [UInt8]) throws -> [AccountID] {
    guard bytes.count.isMultiple(of: AccountID.byteCount) else {
      throw RelayStoreError(.corrupt, "a stored list of accounts")
    }
    return stride(from: 0, to: bytes.count, by: AccountID.byteCount).map {
      AccountID(unchecked: Array(bytes[$0..<$0 + AccountID.byteCount]))
    }
  }
}
