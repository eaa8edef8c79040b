import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import MessengerDomain

extension SQLiteMessengerReader {
  func conversation(_ id: ConversationID) throws -> ConversationRecord? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM conversation WHERE conversationID = ?",
      arguments: [SQLiteBytes.value(id)]
    ).map(Self.conversation)
  }

  func conversations() throws -> [ConversationRecord] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM conversation ORDER BY lastActivityAt DESC, conversationID"
    ).map(Self.conversation)
  }

  func pinsTold(_ id: ConversationID) throws -> [UInt8]? {
    try Data.fetchOne(
      database, sql: "SELECT pinsTold FROM conversation WHERE conversationID = ?",
      arguments: [SQLiteBytes.value(id)]
    ).map { Array($0) }
  }

  func items(of id: ConversationID, before: Int64?, limit: Int) throws -> [ThreadItem] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT \(Self.itemColumns) FROM item WHERE conversationID = ? AND position < ?
        ORDER BY position DESC LIMIT ?
        """,
      arguments: [SQLiteBytes.value(id), before ?? .max, max(0, limit)]
    ).reversed().map(Self.item)
  }

  func item(_ identity: MessageIdentity) throws -> ThreadItem? {
    try Row.fetchOne(
      database,
      sql: "SELECT \(Self.itemColumns) FROM item WHERE senderDevice = ? AND messageID = ?",
      arguments: [
        SQLiteBytes.value(identity.senderDeviceID), SQLiteBytes.value(identity.messageID),
      ]
    ).map(Self.item)
  }

  func items(messageID: MessageID) throws -> [ThreadItem] {
    try Row.fetchAll(
      database, sql: "SELECT \(Self.itemColumns) FROM item WHERE messageID = ?",
      arguments: [SQLiteBytes.value(messageID)]
    ).map(Self.item)
  }

  func item(at position: Int64) throws -> ThreadItem? {
    try Row.fetchOne(
      database, sql: "SELECT \(Self.itemColumns) FROM item WHERE position = ?",
      arguments: [position]
    ).map(Self.item)
  }

  /// With whom a message has not reached, for those who sent it.
  private static let itemColumns = """
    item.*, (SELECT people FROM undelivered
      WHERE undelivered.messageID = item.messageID AND item.delivery IS NOT NULL) AS undelivered
    """

  private static func conversation(_ row: Row) throws -> ConversationRecord {
    let members = Array((row["members"] as Data?) ?? Data())
    guard let state = ConversationRecord.State(rawValue: row["state"]),
      members.count.isMultiple(of: AccountID.byteCount)
    else { throw MessengerStoreError.corrupt("conversation") }
    return ConversationRecord(
      conversationID: try SQLiteBytes.fixed(row, "conversationID", as: ConversationID.self),
      name: row["name"],
      members: stride(from: 0, to: members.count, by: AccountID.byteCount).map {
        AccountID(unchecked: Array(members[$0..<$0 + AccountID.byteCount]))
      },
      version: SQLiteBytes.unsigned(row, "version"),
      photoVersion: SQLiteBytes.optionalUnsigned(row, "photoVersion"), state: state,
      requestedBy: try SQLiteBytes.optional(row, "requestedBy", as: AccountID.self),
      lastActivityAt: SQLiteBytes.unsigned(row, "lastActivityAt"))
  }

  private static func item(_ row: Row) throws -> ThreadItem {
    ThreadItem(
      position: row["position"],
      conversationID: try SQLiteBytes.fixed(row, "conversationID", as: ConversationID.self),
      messageID: try SQLiteBytes.optional(row, "messageID", as: MessageID.self),
      sender: try SQLiteBytes.fixed(row, "sender", as: AccountID.self),
      senderDevice: try SQLiteBytes.optional(row, "senderDevice", as: DeviceID.self),
      sentAt: SQLiteBytes.unsigned(row, "sentAt"),
      receivedAt: SQLiteBytes.unsigned(row, "receivedAt"),
      content: try SQLiteBytes.json(row, "content", as: ThreadContent.self),
      isFromRemovedDevice: row["isFromRemovedDevice"],
      delivery: Delivery(state: row["delivery"], reason: row["failure"]),
      undelivered: row["undelivered"] == nil
        ? [] : try SQLiteBytes.json(row, "undelivered", as: [Undelivery].self))
  }
}
