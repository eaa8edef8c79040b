import Foundation
import GRDB
import GroveIdentity
import RelayDomain

extension RelayRows {
  func applyToMailboxes(_ change: RelayChange) throws {
    switch change {
    case .deliver(let payload, let recipients, let now):
      let columns = try Columns(payload, in: self)
      for recipient in recipients { try append(columns, to: recipient, at: now) }
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
    var size: Int

    init(_ payload: MailboxEntry.Payload, in rows: RelayRows) throws {
      size = payload.size
      switch payload {
      case .envelope(let sender, let bytes):
        subject = sender.data
        envelope = bytes.data
      case .conversation(let change): event = try rows.insert(change)
      case .account(let account, let seq):
        subject = account.data
        statementSeq = seq.column
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
      "INSERT INTO mailbox_entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        key.0, key.1, sequence, now.column, columns.subject, columns.envelope, columns.event,
        columns.statementSeq,
      ])
  }

  private func acknowledge(_ address: DeviceAddress, upTo sequence: UInt64) throws {
    let key: StatementArguments = [address.account.data, address.device.data, sequence.column]
    let row = try row(
      """
      SELECT count(*), coalesce(sum(length(envelope)), 0) FROM mailbox_entry
      WHERE account_id = ? AND device_id = ? AND sequence <= ?
      """, key)
    guard let row, let gone = row[0] as Int?, gone > 0 else { return }
    try execute(
      "DELETE FROM mailbox_entry WHERE account_id = ? AND device_id = ? AND sequence <= ?", key)
    try execute(
      """
      UPDATE mailbox SET entries = entries - ?, bytes = bytes - ?
      WHERE account_id = ? AND device_id = ?
      """, [gone, try row.required(1) as Int, address.account.data, address.device.data])
  }
}
