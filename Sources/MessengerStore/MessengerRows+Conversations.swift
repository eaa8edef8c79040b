import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import MessengerDomain

/// Conversations, their lines, and what has been received of them.
extension MessengerRows {
  func store(_ record: ConversationRecord) throws {
    try database.execute(
      sql: """
        INSERT INTO conversation
          (conversationID, name, members, version, photoVersion, state, requestedBy, lastActivityAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (conversationID) DO UPDATE SET
          name = excluded.name, members = excluded.members, version = excluded.version,
          photoVersion = excluded.photoVersion, state = excluded.state,
          requestedBy = excluded.requestedBy,
          lastActivityAt = max(lastActivityAt, excluded.lastActivityAt)
        """,
      arguments: [
        SQLiteBytes.value(record.conversationID), record.name,
        SQLiteBytes.value(record.members.flatMap(\.bytes)), SQLiteBytes.number(record.version),
        SQLiteBytes.number(record.photoVersion), record.state.rawValue,
        record.requestedBy.map { SQLiteBytes.value($0) },
        SQLiteBytes.number(record.lastActivityAt),
      ])
  }

  func insert(_ item: NewThreadItem) throws {
    let delivery = item.delivery?.columns
    try database.execute(
      sql: """
        INSERT INTO item (conversationID, messageID, sender, senderDevice, sentAt, receivedAt,
          content, isFromRemovedDevice, delivery, failure)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        SQLiteBytes.value(item.conversationID), item.messageID.map { SQLiteBytes.value($0) },
        SQLiteBytes.value(item.sender), item.senderDevice.map { SQLiteBytes.value($0) },
        SQLiteBytes.number(item.sentAt), SQLiteBytes.number(item.receivedAt),
        try SQLiteBytes.json(item.content), item.isFromRemovedDevice, delivery?.state,
        delivery?.reason,
      ])
    try database.execute(
      sql: """
        UPDATE conversation SET lastActivityAt = max(lastActivityAt, ?)
        WHERE conversationID = ?
        """,
      arguments: [SQLiteBytes.number(item.receivedAt), SQLiteBytes.value(item.conversationID)])
  }

  func set(_ delivery: Delivery, of identity: MessageIdentity) throws {
    let columns = delivery.columns
    try database.execute(
      sql: """
        UPDATE item SET delivery = ?, failure = ? WHERE senderDevice = ? AND messageID = ?
        """,
      arguments: [columns.state, columns.reason] + Self.arguments(identity))
  }

  func set(_ content: ThreadContent, of identity: MessageIdentity) throws {
    try database.execute(
      sql: "UPDATE item SET content = ? WHERE senderDevice = ? AND messageID = ?",
      arguments: [try SQLiteBytes.json(content)] + Self.arguments(identity))
  }

  func setPinsTold(_ digest: [UInt8], of id: ConversationID) throws {
    try database.execute(
      sql: "UPDATE conversation SET pinsTold = ? WHERE conversationID = ?",
      arguments: [SQLiteBytes.value(digest), SQLiteBytes.value(id)])
  }

  func store(_ message: UndeliveredMessage) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO undelivered (messageID, people, attempts, nextAt, message)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        SQLiteBytes.value(message.messageID), try SQLiteBytes.json(message.people),
        message.attempts, SQLiteBytes.number(message.nextAt),
        try message.message.map { try SQLiteBytes.json($0) },
      ])
  }

  /// No "or ignore": a message remembered twice is a mistake that must not be committed.
  func remember(_ identity: MessageIdentity, _ at: UInt64) throws {
    try database.execute(
      sql: "INSERT INTO seen (senderDevice, messageID, at) VALUES (?, ?, ?)",
      arguments: Self.arguments(identity) + [SQLiteBytes.number(at)])
  }

  func forgetRemembered(_ before: UInt64) throws {
    try database.execute(
      sql: "DELETE FROM seen WHERE at < ?", arguments: [SQLiteBytes.number(before)])
  }

  func hold(_ envelope: HeldEnvelope) throws {
    try database.execute(
      sql: """
        INSERT INTO held (sequence, conversationID, uploader, envelope) VALUES (?, ?, ?, ?)
        """,
      arguments: [
        SQLiteBytes.number(envelope.sequence), SQLiteBytes.value(envelope.conversationID),
        envelope.uploader.map { SQLiteBytes.value($0) }, SQLiteBytes.value(envelope.bytes),
      ])
  }

  func release(_ sequence: UInt64) throws {
    try database.execute(
      sql: "DELETE FROM held WHERE sequence = ?", arguments: [SQLiteBytes.number(sequence)])
  }

  /// A thousand are kept: strangers decide how many there are.
  func store(_ event: IgnoredEvent) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO ignored (sequence, at, sender, reason) VALUES (?, ?, ?, ?)",
      arguments: [
        SQLiteBytes.number(event.sequence), SQLiteBytes.number(event.at),
        event.sender.map { SQLiteBytes.value($0) }, event.reason,
      ])
    try database.execute(
      sql: """
        DELETE FROM ignored WHERE sequence NOT IN
          (SELECT sequence FROM ignored ORDER BY sequence DESC LIMIT 1000)
        """)
  }

  func recordReceipt(_ id: MessageID, _ account: AccountID) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO receipt (messageID, accountID) VALUES (?, ?)",
      arguments: [SQLiteBytes.value(id), SQLiteBytes.value(account)])
  }

  func owe(_ receipt: Receipt) throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO owedReceipt (conversationID, accountID, messageID)
        VALUES (?, ?, ?)
        """,
      arguments: Self.arguments(receipt))
  }

  func settle(_ receipt: Receipt) throws {
    try database.execute(
      sql: """
        DELETE FROM owedReceipt
        WHERE conversationID = ? AND accountID = ? AND messageID = ?
        """,
      arguments: Self.arguments(receipt))
  }

  private static func arguments(_ identity: MessageIdentity) -> StatementArguments {
    [SQLiteBytes.value(identity.senderDeviceID), SQLiteBytes.value(identity.messageID)]
  }

  private static func arguments(_ receipt: Receipt) -> StatementArguments {
    [
      SQLiteBytes.value(receipt.conversationID), SQLiteBytes.value(receipt.to),
      SQLiteBytes.value(receipt.messageID),
    ]
  }
}
