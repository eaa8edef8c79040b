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

  /// First the entries, which lie with the account, then the events that they name, each of which lies with its
  /// conversation: a join of the two would ask every part of a database that is split.
  func entries(of address: DeviceAddress, after position: UInt64, limit: Int, bytes: Int) throws
    -> [MailboxEntry]
  {
    var total = 0
    let waiting = try all(
      """
      SELECT sequence, received_at, subject, envelope, statement_seq, notice_address, notice_topic,
        notice_expires, event_conversation, event_number
      FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence > ?
      ORDER BY sequence LIMIT ?
      """, Self.key(of: address) + [Stored.integer(position), limit], while: { total < bytes }
    ) { row in
      let entry = WaitingEntry(
        sequence: try row.number(0), receivedAt: try row.number(1), contents: try Self.contents(row)
      )
      total += entry.contents.size
      return entry
    }
    let named = try events(waiting.compactMap(\.contents.event))
    return try waiting.map { entry in
      MailboxEntry(
        sequence: entry.sequence, receivedAt: entry.receivedAt,
        payload: try entry.contents.payload(with: named))
    }
  }

  private static func contents(_ row: RelayRow) throws -> WaitingEntry.Contents {
    if !row.isNull(9) {
      return .event(EventKey(conversation: try row.fixed(8), number: try row.number(9)))
    }
    if !row.isNull(5) {
      return .payload(
        .notice(
          PushedNotice(
            addressID: try row.fixed(5), owner: try row.fixed(2), topic: try row.optionalText(6),
            expiresAt: try row.number(7), body: try row.bytes(3))))
    }
    if let envelope = try row.optionalBytes(3) {
      return .payload(.envelope(sender: try row.fixed(2), bytes: envelope))
    }
    let number = try row.number(4)
    return .payload(row.isNull(2) ? .gap(entries: number) : .account(try row.fixed(2), seq: number))
  }

  /// One question for all devices of an account, because a message mostly goes to all of them.
  func waiting(for account: AccountID, from origin: AccountID) throws -> [DeviceID: WaitingMail] {
    let found = try all(
      """
      SELECT mailbox.device_id, mailbox.entries, mailbox.bytes,
        coalesce(share.entries, 0), coalesce(share.bytes, 0)
      FROM mailbox LEFT JOIN mailbox_share AS share ON share.account_id = mailbox.account_id
        AND share.device_id = mailbox.device_id AND share.origin = ?
      WHERE mailbox.account_id = ?
      """, [origin.bytes, account.bytes]
    ) { row in
      let device: DeviceID = try row.fixed(0)
      let mail = WaitingMail(
        all: MailboxUsage(entries: try row.count(1), bytes: try row.count(2)),
        share: MailboxUsage(entries: try row.count(3), bytes: try row.count(4)))
      return (device, mail)
    }
    return Dictionary(uniqueKeysWithValues: found)
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

  func recipients(of message: MessageID, from sender: DeviceAddress) throws -> Set<DeviceAddress> {
    Set(
      try all(
        """
        SELECT recipient_account, recipient_device FROM remembered_envelope
        WHERE message_id = ? AND sender_account = ? AND sender_device = ?
        """, [message.bytes] + Self.key(of: sender)
      ) { DeviceAddress(account: try $0.fixed(0), device: try $0.fixed(1)) })
  }
}

/// An entry as its row has it, with an event only named.
private struct WaitingEntry {
  enum Contents {
    case payload(MailboxEntry.Payload)
    case event(EventKey)

    var event: EventKey? {
      if case .event(let key) = self { key } else { nil }
    }

    /// Events have none.
    var size: Int {
      if case .payload(let payload) = self { payload.size } else { 0 }
    }

    func payload(with events: [EventKey: ConversationEvent]) throws -> MailboxEntry.Payload {
      switch self {
      case .payload(let payload): return payload
      case .event(let key):
        guard let event = events[key] else { throw RelayRows.damagedEvent }
        return .conversation(event)
      }
    }
  }

  let sequence: UInt64
  let receivedAt: UInt64
  let contents: Contents
}
