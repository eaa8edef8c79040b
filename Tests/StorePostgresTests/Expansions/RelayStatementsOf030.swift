@testable import StoreSQL

/// The statements of a relay of 0.3.0, as they stood there, in the place of those that have changed since: it names an event
/// by a number among those of all conversations, and knows no membership.
final class RelayStatementsOf030: SQLConnection {
  private let connection: any SQLConnection
  /// Of the event that was inserted last.
  private var newest: Int64?

  init(_ connection: any SQLConnection) { self.connection = connection }

  private static let insertEvent = """
    INSERT INTO conversation_event (kind, by_account, subjects, at, conversation_id, name, members, version, photo_version, \
    requested_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING event_id
    """

  private static let insertEntry = """
    INSERT INTO mailbox_entry (account_id, device_id, sequence, received_at, subject, envelope, event_id, statement_seq, \
    notice_address, notice_topic, notice_expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  private static let entries = """
    SELECT m.sequence, m.received_at, m.subject, m.envelope, m.statement_seq, m.notice_address,
      m.notice_topic, m.notice_expires, e.event_id, e.kind, e.by_account, e.subjects, e.at,
      e.conversation_id, e.name, e.members, e.version, e.photo_version, e.requested_by
    FROM mailbox_entry m LEFT JOIN conversation_event e ON e.event_id = m.event_id
    WHERE m.account_id = ? AND m.device_id = ? AND m.sequence > ?
    ORDER BY m.sequence LIMIT ?
    """

  private static let sweep = """
    DELETE FROM conversation_event WHERE NOT EXISTS (
      SELECT 1 FROM mailbox_entry WHERE mailbox_entry.event_id = conversation_event.event_id)
    """

  func run(_ sql: String, _ arguments: [(any SQLArgument)?]) throws {
    switch sql {
    case RelayRows.Inserts.event:
      let (conversation, values) = (arguments[0], arguments[2...])
      let old = Array(values.prefix(4)) + [conversation] + values.dropFirst(4)
      try connection.each(Self.insertEvent, old) { row in
        newest = row.integer(0)
        return false
      }
    case RelayRows.Inserts.entry:
      let event: (any SQLArgument)? = arguments[6] == nil ? nil : newest
      try connection.run(Self.insertEntry, Array(arguments[..<6]) + [event] + arguments[8...])
    case let sql where sql.hasPrefix("DELETE FROM conversation_event"):
      try connection.run(Self.sweep, [])
    case RelayRows.Inserts.membership: break
    case let sql
    where sql.hasPrefix("UPDATE membership") || sql.hasPrefix("DELETE FROM membership"):
      break
    default: try connection.run(sql, arguments)
    }
  }

  func each(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws {
    if sql.hasPrefix("UPDATE conversation SET last_event") {
      // It numbered none of a conversation's; whether there is one, rules had asked.
      let found = "SELECT CAST(1 AS BIGINT) FROM conversation WHERE conversation_id = ?"
      try connection.each(found, arguments, take)
    } else if sql.contains("FROM conversation_event") {
      // What the join below has read already.
      let named = sql.replacing("SELECT number", with: "SELECT event_id")
        .replacing("AND number IN", with: "AND event_id IN")
      try connection.each(named, arguments, take)
    } else if !sql.hasPrefix("SELECT min(received_at)") {
      let known = sql.replacing("FROM membership", with: "FROM member")
        .replacing("JOIN membership", with: "JOIN member")
      try connection.each(known, arguments, take)
    }
  }

  func eachInPieces(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws {
    guard sql.contains("event_conversation, event_number\nFROM mailbox_entry") else {
      return try connection.eachInPieces(sql, arguments, take)
    }
    try connection.eachInPieces(Self.entries, arguments) { row in
      try take(Columns(row: row, places: [0, 1, 2, 3, 4, 5, 6, 7, 13, 8]))
    }
  }

  /// Some columns of a row, in another order.
  private struct Columns: SQLRow {
    let row: any SQLRow
    let places: [Int]

    func isNull(_ index: Int) -> Bool { row.isNull(places[index]) }
    func integer(_ index: Int) -> Int64? { row.integer(places[index]) }
    func real(_ index: Int) -> Double? { row.real(places[index]) }
    func text(_ index: Int) -> String? { row.text(places[index]) }
    func bytes(_ index: Int) -> [UInt8]? { row.bytes(places[index]) }
  }
}
