import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToMailboxes(_ change: RelayChange) throws {
    switch change {
    case .deliver(.gap(let lost), let recipients, let now):
      for recipient in recipients { try leaveGap(of: lost, in: recipient, at: now) }
    case .deliver(let payload, let recipients, let now):
      let columns = try Columns(payload, in: self)
      for recipient in recipients {
        if case .notice(let notice) = payload { try dropWaiting(notice, in: recipient) }
        try append(columns, to: recipient, at: now)
      }
    case .rememberEnvelope(let key, let at):
      try execute(
        "INSERT INTO remembered_envelope VALUES (?, ?, ?, ?, ?, ?)",
        [
          key.messageID.data, key.sender.account.data, key.sender.device.data,
          key.recipient.account.data, key.recipient.device.data, at.column,
        ])
    case .acknowledge(let address, let upTo): try acknowledge(address, upTo: upTo)
    default: break
    }
  }

  /// A payload as columns; a conversation event is written here, once for all mailboxes.
  private struct Columns {
    var subject: Data?
    var envelope: Data?
    var event: Int64?
    var statementSeq: Int64?
    var notice: PushedNotice?
    var size = 0
    /// Whose share it counts against.
    var origin: AccountID?

    init(gap lost: UInt64) { statementSeq = lost.column }

    init(_ payload: MailboxEntry.Payload, in rows: RelayRows) throws {
      size = payload.size
      origin = payload.origin
      subject = origin?.data
      switch payload {
      case .envelope(_, let bytes): envelope = bytes.data
      case .conversation(let change): event = try rows.insert(change)
      case .account(_, let seq): statementSeq = seq.column
      case .gap(let lost): statementSeq = lost.column
      case .notice(let pushed):
        envelope = pushed.body.data
        notice = pushed
      }
    }
  }

  /// The sequence is taken and used in one transaction of the one writer, so no reader can pass a
  /// number whose entry is still to come.
  private func append(_ columns: Columns, to recipient: DeviceAddress, at now: UInt64) throws {
    let key = (recipient.account.data, recipient.device.data)
    let sequence = try integer(
      """
      INSERT INTO mailbox VALUES (?, ?, 1, 1, ?)
      ON CONFLICT (account_id, device_id)
      DO UPDATE SET last = last + 1, entries = entries + 1, bytes = bytes + excluded.bytes
      RETURNING last
      """, [key.0, key.1, columns.size])
    try execute(
      "INSERT INTO mailbox_entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        key.0, key.1, sequence, now.column, columns.subject, columns.envelope, columns.event,
        columns.statementSeq, columns.notice?.addressID.data, columns.notice?.topic,
        columns.notice?.expiresAt.column,
      ])
    guard let origin = columns.origin, origin != recipient.account else { return }
    try execute(
      """
      INSERT INTO mailbox_share VALUES (?, ?, ?, 1, ?)
      ON CONFLICT (account_id, device_id, origin)
      DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes
      """, [key.0, key.1, origin.data, columns.size])
  }

  /// One gap waits at most: the newer stands for both.
  private func leaveGap(of lost: UInt64, in mailbox: DeviceAddress, at now: UInt64) throws {
    let key = (mailbox.account.data, mailbox.device.data)
    var total = lost
    let waiting = try rows(
      """
      SELECT sequence, statement_seq FROM mailbox_entry INDEXED BY mailbox_gap
      WHERE account_id = ? AND device_id = ? AND subject IS NULL
      """, [key.0, key.1])
    for row in waiting {
      total += try row.number(1)
      try execute(
        "DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence = ?",
        [key.0, key.1, try row.required(0) as Int64])
      try execute(
        "UPDATE mailbox SET entries = entries - 1 WHERE account_id = ? AND device_id = ?",
        [key.0, key.1])
    }
    try append(Columns(gap: total), to: mailbox, at: now)
  }

  private func acknowledge(_ address: DeviceAddress, upTo sequence: UInt64) throws {
    let mailbox: StatementArguments = [address.account.data, address.device.data]
    let key = mailbox + [sequence.column]
    let origins = try rows(
      """
      SELECT subject, count(*), coalesce(sum(length(envelope)), 0) FROM mailbox_entry
      WHERE account_id = ? AND device_id = ? AND sequence <= ? GROUP BY subject
      """, key)
    guard !origins.isEmpty else { return }
    try execute(
      "DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence <= ?", key)
    for row in origins {
      let gone: StatementArguments = [try row.required(1) as Int, try row.required(2) as Int]
      try execute(
        """
        UPDATE mailbox SET entries = entries - ?, bytes = bytes - ?
        WHERE account_id = ? AND device_id = ?
        """, gone + mailbox)
      guard let origin = row[0] as Data?, origin != address.account.data else { continue }
      try execute(
        """
        UPDATE mailbox_share SET entries = entries - ?, bytes = bytes - ?
        WHERE account_id = ? AND device_id = ? AND origin = ?
        """, gone + mailbox + [origin])
      try execute(
        """
        DELETE FROM mailbox_share
        WHERE account_id = ? AND device_id = ? AND origin = ? AND entries = 0
        """, mailbox + [origin])
    }
  }
}
