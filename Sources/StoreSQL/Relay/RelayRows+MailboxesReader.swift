import GroveIdentity
import RelayDomain

extension RelayRows {
  func mailbox(_ address: DeviceAddress) throws -> MailboxPosition {
    try one(
      "SELECT last, entries, bytes FROM mailbox WHERE account_id = ? AND device_id = ?",
      Self.key(of: address)
    ) { row in
      MailboxPosition(
        last: try row.number(0), entries: try row.count(1), bytes: try row.count(2))
    } ?? MailboxPosition()
  }

  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int) throws
    -> [MailboxEntry]
  {
    var total = 0
    return try all(
      """
      SELECT m.sequence, m.received_at, m.subject, m.envelope, m.statement_seq, m.notice_address,
        m.notice_topic, m.notice_expires, e.event_id, e.kind, e.by_account, e.subjects, e.at,
        e.conversation_id, e.name, e.members, e.version, e.photo_version, e.requested_by
      FROM mailbox_entry m LEFT JOIN conversation_event e ON e.event_id = m.event_id
      WHERE m.account_id = ? AND m.device_id = ? AND m.sequence > ?
      ORDER BY m.sequence LIMIT ?
      """, Self.key(of: address) + [Stored.integer(position), limit], while: { total < bytes }
    ) { row in
      let entry = MailboxEntry(
        sequence: try row.number(0), receivedAt: try row.number(1),
        payload: try Self.payload(row))
      total += entry.payload.size
      return entry
    }
  }

  private static func payload(_ row: RelayRow) throws -> MailboxEntry.Payload {
    if !row.isNull(5) {
      return .notice(
        PushedNotice(
          addressID: try row.fixed(5), owner: try row.fixed(2), topic: try row.optionalText(6),
          expiresAt: try row.number(7), body: try row.bytes(3)))
    }
    if let envelope = try row.optionalBytes(3) {
      return .envelope(sender: try row.fixed(2), bytes: envelope)
    }
    if !row.isNull(8) { return .conversation(try event(row, at: 9)) }
    let number = try row.number(4)
    return row.isNull(2) ? .gap(entries: number) : .account(try row.fixed(2), seq: number)
  }

  /// - Parameter index: where the event's columns begin in a joined row.
  private static func event(_ row: RelayRow, at index: Int) throws -> ConversationEvent {
    guard let kind = ConversationEvent.Kind(rawValue: try row.text(index)) else {
      throw RelayStoreError(.corrupt, "a stored conversation event")
    }
    return ConversationEvent(
      kind: kind, by: try row.fixed(index + 1),
      subjects: try AccountList.decode(row.bytes(index + 2)), at: try row.number(index + 3),
      conversation: ConversationRecord(
        conversationID: try row.fixed(index + 4), name: try row.optionalText(index + 5),
        members: try AccountList.decode(row.bytes(index + 6)),
        version: try row.number(index + 7), photoVersion: try row.optionalNumber(index + 8),
        requestedBy: try row.optionalFixed(index + 9)))
  }

  func share(of mailbox: DeviceAddress, from origin: AccountID) throws -> MailboxUsage {
    try one(
      """
      SELECT entries, bytes FROM mailbox_share
      WHERE account_id = ? AND device_id = ? AND origin = ?
      """, Self.key(of: mailbox) + [origin.bytes]
    ) { MailboxUsage(entries: try $0.count(0), bytes: try $0.count(1)) } ?? MailboxUsage()
  }

  /// Looks at the oldest entry of every mailbox that has one: there are as many as devices, and this
  /// is asked for every few minutes.
  func expiredMail(before time: UInt64, mailboxes: Int, entries: Int) throws -> [ExpiredMail] {
    let found = try all(
      """
      SELECT account_id, device_id FROM mailbox WHERE entries > 0 AND (
        SELECT received_at FROM mailbox_entry AS entry
        WHERE entry.account_id = mailbox.account_id AND entry.device_id = mailbox.device_id
        ORDER BY sequence LIMIT 1) < ?
      ORDER BY account_id, device_id LIMIT ?
      """, [Stored.integer(time), mailboxes]
    ) { DeviceAddress(account: try $0.fixed(0), device: try $0.fixed(1)) }
    return try found.compactMap { try expired(in: $0, before: time, entries: entries) }
  }

  private func expired(in mailbox: DeviceAddress, before time: UInt64, entries: Int) throws
    -> ExpiredMail?
  {
    let oldest = try all(
      """
      SELECT sequence, subject, statement_seq, received_at FROM mailbox_entry
      WHERE account_id = ? AND device_id = ? ORDER BY sequence LIMIT ?
      """, Self.key(of: mailbox) + [entries]
    ) { row in
      (
        sequence: try row.number(0), lost: row.isNull(1) ? try row.number(2) : 1,
        at: try row.number(3)
      )
    }
    let old = oldest.prefix { $0.at < time }
    guard let last = old.last else { return nil }
    return ExpiredMail(
      mailbox: mailbox, upTo: last.sequence, lost: old.reduce(0) { $0 + $1.lost })
  }

  func wasQueued(_ key: EnvelopeKey) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM remembered_envelope WHERE message_id = ? AND sender_account = ?
        AND sender_device = ? AND recipient_account = ? AND recipient_device = ?
      """, [key.messageID.bytes] + Self.key(of: key.sender) + Self.key(of: key.recipient))
  }
}

/// Accounts one after the other: one column where nothing is searched for inside.
enum AccountList {
  static func encode(_ accounts: [AccountID]) -> [UInt8] { accounts.flatMap(\.bytes) }

  static func decode(_ bytes: [UInt8]) throws -> [AccountID] {
    guard bytes.count.isMultiple(of: AccountID.byteCount) else {
      throw RelayStoreError(.corrupt, "a stored list of accounts")
    }
    return stride(from: 0, to: bytes.count, by: AccountID.byteCount).map {
      AccountID(unchecked: Array(bytes[$0..<$0 + AccountID.byteCount]))
    }
  }
}
