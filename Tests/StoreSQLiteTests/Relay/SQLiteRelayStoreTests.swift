import Foundation
import GRDB
import GroveTesting
import RelayDomain
import Testing

@testable import StoreSQLite

struct SQLiteRelayStoreTests {
  /// A file in a folder of its own, gone afterwards.
  private func withFile<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "grove-relay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appending(path: "relay.sqlite").path)
  }

  @Test(arguments: RelayStoreContract.checks)
  func `the SQLite store keeps the contract`(_ check: RelayStoreCheck) async throws {
    try await withFile { path in
      let store = try SQLiteRelayStore(path: path)
      try await check.run(store)
      try await store.close()
    }
  }

  @Test func `a mailbox is as it was after the file is opened again`() async throws {
    try await withFile { path in
      let store = try SQLiteRelayStore(path: path)
      let people = try await RelayWorld(store).people("ann", "ben")
      let target = people[1].address()
      for number in UInt8(1)...3 {
        _ = try await RelayWorld(store).send(number, to: [target], by: people[0].address()).get()
      }
      let before = try await RelayWorld(store).entries(of: target)
      try await store.close()
      let again = try SQLiteRelayStore(path: path)
      #expect(try await RelayWorld(again).entries(of: target) == before)
      #expect(before.count == 4)
      let repeated = try await RelayWorld(again).send(2, to: [target], by: people[0].address())
      #expect(try repeated.get() == EnvelopesQueued(accepted: 0, duplicates: 1))
      try await again.close()
    }
  }

  @Test func `an event for many mailboxes is stored once and swept when the last has read it`()
    async throws
  {
    try await withFile { path in
      let store = try SQLiteRelayStore(path: path)
      let world = RelayWorld(store)
      let people = try await world.people("ann", "ben", "cleo")
      #expect(try await events(path) == 1)
      for person in people.dropLast() {
        try await world.acknowledge(upTo: 1, by: person.address()).get()
      }
      try await sweep(store)
      #expect(try await events(path) == 1)
      try await world.acknowledge(upTo: 1, by: people[2].address()).get()
      try await sweep(store)
      #expect(try await events(path) == 0)
      try await store.close()
    }
  }

  private func sweep(_ store: SQLiteRelayStore) async throws {
    try await store.change { _ in
      RelayDecision([.sweep(now: 0, rememberedBefore: 0)], answer: ())
    }
  }

  private func events(_ path: String) async throws -> Int {
    try await DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM conversation_event") ?? -1
    }
  }

  @Test func `an upload touches only what is keyed by what it looks up`() async throws {
    try await withFile { path in
      let store = try SQLiteRelayStore(path: path)
      try await store.close()
      let queue = try DatabaseQueue(path: path)
      let looked = [
        "SELECT 1 FROM remembered_envelope WHERE message_id = ? AND sender_account = ? "
          + "AND sender_device = ? AND recipient_account = ? AND recipient_device = ?",
        "SELECT 1 FROM member WHERE conversation_id = ? AND account_id = ?",
        "SELECT device_id FROM device WHERE account_id = ?",
        "SELECT last FROM mailbox WHERE account_id = ? AND device_id = ?",
        "SELECT sequence FROM mailbox_entry WHERE account_id = ? AND device_id = ? "
          + "AND sequence > ? ORDER BY sequence LIMIT ?",
        "SELECT account_id FROM session WHERE token_hash = ?",
        "DELETE FROM conversation_event WHERE NOT EXISTS (SELECT 1 FROM mailbox_entry WHERE "
          + "mailbox_entry.event_id = conversation_event.event_id)",
      ]
      for sql in looked.dropLast() {
        let plan = try await queue.read { try self.plan(sql, $0) }
        #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(sql): \(plan)")
      }
      let sweep = try await queue.read { try self.plan(looked[looked.count - 1], $0) }
      #expect(sweep.contains { $0.hasPrefix("SEARCH mailbox_entry") }, "\(sweep)")
    }
  }

  private func plan(_ sql: String, _ db: Database) throws -> [String] {
    let count = sql.count { $0 == "?" }
    let arguments = StatementArguments([Int](repeating: 0, count: count))
    return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
      .map { $0["detail"] }
  }
}
