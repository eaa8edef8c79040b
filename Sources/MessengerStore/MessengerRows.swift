import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import MessengerDomain

/// The rows of a device inside the transaction of one decision.
struct MessengerRows {
  let database: Database

  /// Performs one write. A change that breaks a constraint throws, and the whole decision with it.
  func apply(_ change: MessengerChange) throws {
    switch change {
    case .set(let counter, let value): try set(counter, value)
    case .storeAccount(let stored): try store(stored.account)
    case .wantStatement(let account, let seq): try want(seq, of: account)
    case .raise(let alarm): try raise(alarm)
    case .storeConversation(let record): try store(record)
    case .insertItem(let item): try insert(item)
    case .setDelivery(let identity, let delivery): try set(delivery, of: identity)
    case .replaceContent(let identity, let content): try set(content, of: identity)
    case .setUndelivered(let message): try store(message)
    case .forgetUndelivered(let id): try delete("undelivered", "messageID", id)
    case .remember(let identity, let at): try remember(identity, at)
    case .forgetRemembered(let before): try forgetRemembered(before)
    case .hold(let envelope): try hold(envelope)
    case .release(let sequence): try release(sequence)
    case .ignore(let event): try store(event)
    case .recordReceipt(let id, let account): try recordReceipt(id, account)
    case .oweReceipt(let receipt): try owe(receipt)
    case .settleReceipts(let receipts): for receipt in receipts { try settle(receipt) }
    case .toldPins(let id, let digest): try setPinsTold(digest, of: id)
    case .enqueue(let id, let operation, let at): try enqueue(id, operation, at)
    case .requeue(let id, let operation): try requeue(id, operation)
    case .dequeue(let id): try delete("outbox", "operationID", id)
    case .sharing(let change): try apply(change)
    }
  }

  private func delete(_ table: String, _ column: String, _ id: some FixedBytes) throws {
    try database.execute(
      sql: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [SQLiteBytes.value(id)])
  }

  private func set(_ counter: MessengerCounter, _ value: UInt64) throws {
    try database.execute(
      sql: """
        INSERT INTO counter (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """,
      arguments: [counter.rawValue, SQLiteBytes.number(value)])
  }

  private func store(_ account: KnownAccount) throws {
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

  private func want(_ seq: UInt64, of account: AccountID) throws {
    try database.execute(
      sql: """
        UPDATE account SET wantedSeq = max(coalesce(wantedSeq, 0), ?) WHERE accountID = ?
        """,
      arguments: [SQLiteBytes.number(seq), SQLiteBytes.value(account)])
  }

  private func raise(_ alarm: Alarm) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO alarm (identity, raisedAt, alarm) VALUES (?, ?, ?)",
      arguments: [
        SQLiteBytes.value(alarm.identity), SQLiteBytes.number(alarm.raisedAt),
        try SQLiteBytes.json(alarm),
      ])
  }

  private func enqueue(_ id: RequestID, _ operation: OutboxOperation, _ at: UInt64) throws {
    try database.execute(
      sql: "INSERT INTO outbox (operationID, operation, createdAt) VALUES (?, ?, ?)",
      arguments: [
        SQLiteBytes.value(id), try SQLiteBytes.json(operation), SQLiteBytes.number(at),
      ])
  }

  private func requeue(_ id: RequestID, _ operation: OutboxOperation) throws {
    try database.execute(
      sql: "UPDATE outbox SET operation = ? WHERE operationID = ?",
      arguments: [try SQLiteBytes.json(operation), SQLiteBytes.value(id)])
  }

  private func apply(_ change: SharingChange) throws {
    switch change {
    case .put(let kind, let key, let value):
      try database.execute(
        sql: """
          INSERT INTO sharing_record (kind, key, value) VALUES (?, ?, ?)
          ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value
          """,
        arguments: [kind, SQLiteBytes.value(key), SQLiteBytes.value(value)])
    case .delete(let kind, let key):
      try database.execute(
        sql: "DELETE FROM sharing_record WHERE kind = ? AND key = ?",
        arguments: [kind, SQLiteBytes.value(key)])
    }
  }
}
