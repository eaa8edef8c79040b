import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToMailboxes(_ change: RelayChange) throws {
    switch change {
    case .deliver(.gap(let lost), let recipients, let now):
      for recipient in recipients { try leaveGap(of: lost, in: recipient, at: now) }
    case .deliver(let payload, let recipients, let now):
      let columns = try Columns(payload, at: now, in: self)
      for recipient in recipients {
        if case .notice(let notice) = payload { try dropWaiting(notice, in: recipient) }
        try append(columns, to: recipient, at: now)
      }
    case .rememberEnvelope(let key, let at):
      try run(
        Inserts.envelope,
        [key.messageID.bytes] + Self.key(of: key.sender) + Self.key(of: key.recipient) + [
          Stored.integer(at)
        ])
    case .acknowledge(let address, let upTo): try acknowledge(address, upTo: upTo)
    default: break
    }
  }

  /// A payload as columns; a conversation event is written here, once for all mailboxes.
  private struct Columns {
    var subject: [UInt8]?
    var envelope: [UInt8]?
    var event: EventKey?
    var statementSeq: Int64?
    var notice: PushedNotice?
    var size = 0
    /// Whose share it counts against.
    var origin: AccountID?

    init(gap lost: UInt64) { statementSeq = Stored.integer(lost) }

    init(_ payload: MailboxEntry.Payload, at now: UInt64, in rows: RelayRows) throws {
      size = payload.size
      origin = payload.origin
      subject = origin?.bytes
      switch payload {
      case .envelope(_, let bytes): envelope = bytes
      case .conversation(let change): event = try rows.insert(change, at: now)
      case .account(_, let seq): statementSeq = Stored.integer(seq)
      case .gap(let lost): statementSeq = Stored.integer(lost)
      case .notice(let pushed):
        envelope = pushed.body
        notice = pushed
      }
    }
  }

  /// The sequence is taken and used in one transaction, which no other that takes one of the same mailbox overlaps, so no
  /// reader can pass a number whose entry is still to come.
  private func append(_ columns: Columns, to recipient: DeviceAddress, at now: UInt64) throws {
    let key = Self.key(of: recipient)
    let sequence = try count(
      """
      INSERT INTO mailbox (account_id, device_id, last, entries, bytes) VALUES (?, ?, 1, 1, ?)
      ON CONFLICT (account_id, device_id) DO UPDATE SET last = mailbox.last + 1,
        entries = mailbox.entries + 1, bytes = mailbox.bytes + excluded.bytes
      RETURNING last
      """, key + [columns.size])
    try run(
      Inserts.entry,
      key + [
        sequence, Stored.integer(now), columns.subject, columns.envelope,
        columns.event?.conversation.bytes, Stored.integer(columns.event?.number),
        columns.statementSeq, columns.notice?.addressID.bytes, columns.notice?.topic,
        Stored.integer(columns.notice?.expiresAt),
      ])
    guard let origin = columns.origin, origin != recipient.account else { return }
    try run(
      """
      INSERT INTO mailbox_share (account_id, device_id, origin, entries, bytes)
      VALUES (?, ?, ?, 1, ?)
      ON CONFLICT (account_id, device_id, origin) DO UPDATE SET
        entries = mailbox_share.entries + 1, bytes = mailbox_share.bytes + excluded.bytes
      """, key + [origin.bytes, columns.size])
  }

  /// One gap waits at most: the newer stands for both.
  private func leaveGap(of lost: UInt64, in mailbox: DeviceAddress, at now: UInt64) throws {
    let key = Self.key(of: mailbox)
    let waiting = try all(
      """
      SELECT sequence, statement_seq FROM mailbox_entry INDEXED BY mailbox_gap
      WHERE account_id = ? AND device_id = ? AND subject IS NULL
      """, key
    ) { (sequence: try $0.number(0), lost: try $0.number(1)) }
    for gap in waiting {
      try run(
        "DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence = ?",
        key + [Stored.integer(gap.sequence)])
      try run(
        "UPDATE mailbox SET entries = entries - 1 WHERE account_id = ? AND device_id = ?", key)
    }
    let total = waiting.reduce(lost) { $0 + $1.lost }
    try append(Columns(gap: total), to: mailbox, at: now)
  }

  private func acknowledge(_ address: DeviceAddress, upTo sequence: UInt64) throws {
    let mailbox = Self.key(of: address)
    let key = mailbox + [Stored.integer(sequence)]
    let origins = try all(
      """
      SELECT subject, count(*), coalesce(sum(length(envelope)), 0) FROM mailbox_entry
      WHERE account_id = ? AND device_id = ? AND sequence <= ? GROUP BY subject
      """, key
    ) { (origin: try $0.optionalBytes(0), entries: try $0.count(1), bytes: try $0.count(2)) }
    guard !origins.isEmpty else { return }
    try run(
      "DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence <= ?", key)
    for gone in origins {
      let use: Arguments = [gone.entries, gone.bytes]
      try run(
        """
        UPDATE mailbox SET entries = entries - ?, bytes = bytes - ?
        WHERE account_id = ? AND device_id = ?
        """, use + mailbox)
      guard let origin = gone.origin, origin != address.account.bytes else { continue }
      try lower(mailbox + [origin], by: use)
    }
  }

  /// What counts against somebody's share becomes less.
  private func lower(_ share: Arguments, by use: Arguments) throws {
    try run(
      """
      UPDATE mailbox_share SET entries = entries - ?, bytes = bytes - ?
      WHERE account_id = ? AND device_id = ? AND origin = ?
      """, use + share)
    try run(
      """
      DELETE FROM mailbox_share
      WHERE account_id = ? AND device_id = ? AND origin = ? AND entries = 0
      """, share)
  }
}
