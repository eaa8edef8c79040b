import Foundation
import GRDB
import GroveIdentity
import GroveMessage

extension MessengerChange {
  /// Performs the write.
  func apply(to database: Database) throws {
    switch self {
    case .set(let counter, let value):
      try database.execute(
        sql: """
          INSERT INTO counter (name, value) VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """,
        arguments: [counter.rawValue, SQLiteBytes.number(value)])
    case .storeAccount(let stored): try Self.store(stored.account, database)
    case .wantStatement(let account, let seq):
      try database.execute(
        sql: """
          UPDATE account SET wantedSeq = max(coalesce(wantedSeq, 0), ?) WHERE accountID = ?
          """,
        arguments: [SQLiteBytes.number(seq), SQLiteBytes.value(account)])
    case .raise(let alarm):
      try database.execute(
        sql: "INSERT OR IGNORE INTO alarm (identity, raisedAt, alarm) VALUES (?, ?, ?)",
        arguments: [
          SQLiteBytes.value(alarm.identity), SQLiteBytes.number(alarm.raisedAt),
          try SQLiteBytes.json(alarm),
        ])
    case .hold, .release, .setUndelivered, .forgetUndelivered:
      try applyToRequests(database)
    case .storeConversation, .insertItem, .setDelivery, .replaceContent, .toldPins:
      try applyToConversation(database)
    case .remember, .forgetRemembered, .ignore, .recordReceipt, .oweReceipt, .settleReceipts:
      try applyToReceived(database)
    case .enqueue, .requeue, .dequeue: try applyToOutbox(database)
    case .sharing(let change): try change.apply(to: database)
    }
  }

  private static func store(_ account: KnownAccount, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO account
          (accountID, handle, name, newestHash, newestSeq, chain, kemKeys, refreshedAt, wantedSeq)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        SQLiteBytes.value(account.accountID), account.handle, account.name,
        SQLiteBytes.value(account.chain.newestHash),
        SQLiteBytes.number(account.chain.newest.seq),
        try SQLiteBytes.json(account.chain.records), try SQLiteBytes.json(account.kemKeys),
        SQLiteBytes.number(account.refreshedAt), SQLiteBytes.number(account.wantedSeq),
      ])
  }

  private func applyToReceived(_ database: Database) throws {
    switch self {
    case .remember(let identity, let at):
      // No "or ignore": a message remembered twice is a mistake that must not be committed.
      try database.execute(
        sql: "INSERT INTO seen (senderDevice, messageID, at) VALUES (?, ?, ?)",
        arguments: [
          SQLiteBytes.value(identity.senderDeviceID), SQLiteBytes.value(identity.messageID),
          SQLiteBytes.number(at),
        ])
    case .forgetRemembered(let before):
      try database.execute(
        sql: "DELETE FROM seen WHERE at < ?", arguments: [SQLiteBytes.number(before)])
    case .ignore(let event): try Self.store(event, database)
    case .recordReceipt(let messageID, let account):
      try database.execute(
        sql: "INSERT OR IGNORE INTO receipt (messageID, accountID) VALUES (?, ?)",
        arguments: [SQLiteBytes.value(messageID), SQLiteBytes.value(account)])
    case .oweReceipt(let receipt):
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO owedReceipt (conversationID, accountID, messageID)
          VALUES (?, ?, ?)
          """,
        arguments: Self.arguments(receipt))
    case .settleReceipts(let receipts):
      for receipt in receipts {
        try database.execute(
          sql: """
            DELETE FROM owedReceipt
            WHERE conversationID = ? AND accountID = ? AND messageID = ?
            """,
          arguments: Self.arguments(receipt))
      }
    default: break
    }
  }

  private static func arguments(_ receipt: Receipt) -> StatementArguments {
    [
      SQLiteBytes.value(receipt.conversationID), SQLiteBytes.value(receipt.to),
      SQLiteBytes.value(receipt.messageID),
    ]
  }

  /// A thousand are kept: strangers decide how many there are.
  private static func store(_ event: IgnoredEvent, _ database: Database) throws {
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

  private func applyToOutbox(_ database: Database) throws {
    switch self {
    case .enqueue(let id, let operation, let at):
      try database.execute(
        sql: "INSERT INTO outbox (operationID, operation, createdAt) VALUES (?, ?, ?)",
        arguments: [
          SQLiteBytes.value(id), try SQLiteBytes.json(operation), SQLiteBytes.number(at),
        ])
    case .requeue(let id, let operation):
      try database.execute(
        sql: "UPDATE outbox SET operation = ? WHERE operationID = ?",
        arguments: [try SQLiteBytes.json(operation), SQLiteBytes.value(id)])
    case .dequeue(let id):
      try database.execute(
        sql: "DELETE FROM outbox WHERE operationID = ?", arguments: [SQLiteBytes.value(id)])
    default: break
    }
  }
}
