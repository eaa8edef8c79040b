import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import MessengerDomain

/// Reads rows inside the transaction of one connection.
struct SQLiteMessengerReader: MessengerReader {
  let database: Database
  let chains: ChainCache

  func counter(_ name: MessengerCounter) throws -> UInt64? {
    try Int64.fetchOne(
      database, sql: "SELECT value FROM counter WHERE name = ?", arguments: [name.rawValue]
    ).map { UInt64(clamping: $0) }
  }

  func account(_ id: AccountID) throws -> KnownAccount? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM account WHERE accountID = ?",
      arguments: [SQLiteBytes.value(id)]
    ).map { row in
      let newest = try SQLiteBytes.fixed(row, "newestHash", as: StatementHash.self)
      return KnownAccount(
        handle: row["handle"], name: row["name"],
        chain: try chains.chain(id, newest: newest) {
          do {
            return try StatementChain(
              records: SQLiteBytes.json(row, "chain", as: [SignedStatement].self))
          } catch {
            throw MessengerStoreError.corrupt("chain")
          }
        },
        kemKeys: try SQLiteBytes.json(row, "kemKeys", as: [SignedKEMKey].self),
        refreshedAt: SQLiteBytes.unsigned(row, "refreshedAt"),
        wantedSeq: SQLiteBytes.optionalUnsigned(row, "wantedSeq"))
    }
  }

  func accountID(ofHandle handle: String) throws -> AccountID? {
    try Row.fetchOne(
      database, sql: "SELECT accountID FROM account WHERE handle = ?", arguments: [handle]
    ).map { try SQLiteBytes.fixed($0, "accountID", as: AccountID.self) }
  }

  func staleAccounts() throws -> [AccountID] {
    try Row.fetchAll(
      database,
      sql: "SELECT accountID FROM account WHERE wantedSeq > newestSeq ORDER BY accountID"
    ).map { try SQLiteBytes.fixed($0, "accountID", as: AccountID.self) }
  }

  func alarms() throws -> [Alarm] {
    try Row.fetchAll(database, sql: "SELECT alarm FROM alarm ORDER BY raisedAt, identity")
      .map { try SQLiteBytes.json($0, "alarm", as: Alarm.self) }
  }

  func hasAlarm(_ identity: [UInt8]) throws -> Bool {
    try Row.fetchOne(
      database, sql: "SELECT 1 FROM alarm WHERE identity = ?",
      arguments: [SQLiteBytes.value(identity)]) != nil
  }

  func hasSeen(_ identity: MessageIdentity) throws -> Bool {
    try Row.fetchOne(
      database, sql: "SELECT 1 FROM seen WHERE senderDevice = ? AND messageID = ?",
      arguments: [
        SQLiteBytes.value(identity.senderDeviceID), SQLiteBytes.value(identity.messageID),
      ]) != nil
  }

  func ignoredEvents() throws -> [IgnoredEvent] {
    try Row.fetchAll(database, sql: "SELECT * FROM ignored ORDER BY sequence").map { row in
      IgnoredEvent(
        sequence: SQLiteBytes.unsigned(row, "sequence"), at: SQLiteBytes.unsigned(row, "at"),
        sender: try SQLiteBytes.optional(row, "sender", as: AccountID.self),
        reason: row["reason"])
    }
  }

  func receipts(for messageID: MessageID) throws -> Set<AccountID> {
    Set(
      try Row.fetchAll(
        database, sql: "SELECT accountID FROM receipt WHERE messageID = ?",
        arguments: [SQLiteBytes.value(messageID)]
      ).map { try SQLiteBytes.fixed($0, "accountID", as: AccountID.self) })
  }

  func owedReceipts() throws -> [Receipt] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM owedReceipt ORDER BY conversationID, accountID, messageID"
    ).map { row in
      Receipt(
        conversationID: try SQLiteBytes.fixed(row, "conversationID", as: ConversationID.self),
        to: try SQLiteBytes.fixed(row, "accountID", as: AccountID.self),
        messageID: try SQLiteBytes.fixed(row, "messageID", as: MessageID.self))
    }
  }

  func outbox() throws -> [OutboxEntry] {
    try Row.fetchAll(database, sql: "SELECT * FROM outbox ORDER BY position").map(Self.entry)
  }

  func outboxEntry(_ id: RequestID) throws -> OutboxEntry? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM outbox WHERE operationID = ?",
      arguments: [SQLiteBytes.value(id)]
    ).map(Self.entry)
  }

  private static func entry(_ row: Row) throws -> OutboxEntry {
    OutboxEntry(
      position: row["position"],
      operationID: try SQLiteBytes.fixed(row, "operationID", as: RequestID.self),
      operation: try SQLiteBytes.json(row, "operation", as: OutboxOperation.self),
      createdAt: SQLiteBytes.unsigned(row, "createdAt"))
  }
}
