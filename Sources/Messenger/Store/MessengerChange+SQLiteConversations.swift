import Foundation
import GRDB
import GroveIdentity
import GroveMessage

extension MessengerChange {
  func applyToConversation(_ database: Database) throws {
    switch self {
    case .storeConversation(let record): try Self.store(record, database)
    case .insertItem(let item): try Self.insert(item, database)
    case .setDelivery(let identity, let delivery):
      let columns = delivery.columns
      try database.execute(
        sql: """
          UPDATE item SET delivery = ?, failure = ? WHERE senderDevice = ? AND messageID = ?
          """,
        arguments: [columns.state, columns.reason] + Self.arguments(identity))
    case .replaceContent(let identity, let content):
      try database.execute(
        sql: "UPDATE item SET content = ? WHERE senderDevice = ? AND messageID = ?",
        arguments: [try SQLiteBytes.json(content)] + Self.arguments(identity))
    case .toldPins(let id, let digest):
      try database.execute(
        sql: "UPDATE conversation SET pinsTold = ? WHERE conversationID = ?",
        arguments: [SQLiteBytes.value(digest), SQLiteBytes.value(id)])
    default: break
    }
  }

  private static func arguments(_ identity: MessageIdentity) -> StatementArguments {
    [SQLiteBytes.value(identity.senderDeviceID), SQLiteBytes.value(identity.messageID)]
  }

  private static func store(_ record: ConversationRecord, _ database: Database) throws {
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

  private static func insert(_ item: NewThreadItem, _ database: Database) throws {
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
}
