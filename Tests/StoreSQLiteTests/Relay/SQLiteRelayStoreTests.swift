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
      try await RelayStoreContract.mailboxLasts {
        let store = try SQLiteRelayStore(path: path)
        return (store, { try await store.close() })
      }
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

  @Test func `an event that everybody has is swept when no older one waits anywhere`() async throws
  {
    try await withFile { path in
      let store = try SQLiteRelayStore(path: path)
      try await RelayStoreContract.eventsGoByAge(store) { try await events(path) }
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
}
