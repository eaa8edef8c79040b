import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import MessengerDomain

extension SQLiteMessengerReader {
  func isHeld(_ sequence: UInt64) throws -> Bool {
    try Row.fetchOne(
      database, sql: "SELECT 1 FROM held WHERE sequence = ?",
      arguments: [SQLiteBytes.number(sequence)]) != nil
  }

  func heldCount(of id: ConversationID) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM held WHERE conversationID = ?",
      arguments: [SQLiteBytes.value(id)]) ?? 0
  }

  func releasedEnvelopes() throws -> [HeldEnvelope] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT held.* FROM held JOIN conversation USING (conversationID)
        WHERE requestedBy IS NULL OR state <> 'active' ORDER BY sequence
        """
    ).map { row in
      HeldEnvelope(
        sequence: SQLiteBytes.unsigned(row, "sequence"),
        conversationID: try SQLiteBytes.fixed(row, "conversationID", as: ConversationID.self),
        uploader: try SQLiteBytes.optional(row, "uploader", as: AccountID.self),
        bytes: Array((row["envelope"] as Data?) ?? Data()))
    }
  }

  func undelivered(dueAt now: UInt64) throws -> [UndeliveredMessage] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM undelivered WHERE nextAt <= ? ORDER BY nextAt",
      arguments: [SQLiteBytes.number(now)]
    ).map { row in
      UndeliveredMessage(
        messageID: try SQLiteBytes.fixed(row, "messageID", as: MessageID.self),
        people: try SQLiteBytes.json(row, "people", as: [Undelivery].self),
        attempts: row["attempts"], nextAt: SQLiteBytes.optionalUnsigned(row, "nextAt"),
        message: row["message"] == nil
          ? nil : try SQLiteBytes.json(row, "message", as: OutgoingMessage.self))
    }
  }
}
