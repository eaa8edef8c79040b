import Foundation
import GRDB
import GroveIdentity

extension MessengerChange {
  func applyToRequests(_ database: Database) throws {
    switch self {
    case .hold(let envelope):
      try database.execute(
        sql: """
          INSERT INTO held (sequence, conversationID, uploader, envelope) VALUES (?, ?, ?, ?)
          """,
        arguments: [
          SQLiteBytes.number(envelope.sequence), SQLiteBytes.value(envelope.conversationID),
          envelope.uploader.map { SQLiteBytes.value($0) }, SQLiteBytes.value(envelope.bytes),
        ])
    case .release(let sequence):
      try database.execute(
        sql: "DELETE FROM held WHERE sequence = ?", arguments: [SQLiteBytes.number(sequence)])
    case .setUndelivered(let message):
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
    case .forgetUndelivered(let id):
      try database.execute(
        sql: "DELETE FROM undelivered WHERE messageID = ?", arguments: [SQLiteBytes.value(id)])
    default: break
    }
  }
}

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
