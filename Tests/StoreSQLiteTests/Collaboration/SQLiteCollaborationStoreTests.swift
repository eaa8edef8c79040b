import CollaborationDomain
import Foundation
import GroveTesting
import StoreSQLite
import Testing

@Suite struct SQLiteCollaborationStoreTests {
  @Test(arguments: CollaborationStoreContract.checks)
  func `the SQLite store keeps`(_ check: CollaborationStoreCheck) async throws {
    try await Self.withFile { path in
      let store = try SQLiteCollaborationStore(path: path)
      try await check.run(store)
      try await store.close()
    }
  }

  @Test func `what was acknowledged is there after closing and opening`() async throws {
    try await Self.withFile { path in
      let first = try SQLiteCollaborationStore(path: path)
      try await CollaborationWorld(first).share([1])
      _ = try await CollaborationWorld(first).grant(1, to: "bob", nonce: 1).get()
      try await first.close()
      let second = try SQLiteCollaborationStore(path: path)
      let world = CollaborationWorld(second)
      #expect(try await world.access(of: "bob") == .readWrite)
      #expect(try await world.grant(1, to: "eve", nonce: 2).refusal == .alreadyBound)
      #expect(try await !world.grant(1, to: "bob", nonce: 1).get().isNew)
      try await second.close()
    }
  }

  @Test func `two nodes on one file decide alike`() async throws {
    try await Self.withFile { path in
      let nodes = [
        try SQLiteCollaborationStore(path: path), try SQLiteCollaborationStore(path: path),
      ]
      let worlds = nodes.map { CollaborationWorld($0) }
      try await worlds[0].share([1])
      let grants = try await withThrowingTaskGroup(of: CollaborationRefusal?.self) { group in
        for number in 1...10 {
          group.addTask {
            try await worlds[number % 2].grant(1, to: "bob\(number)", nonce: number).refusal
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(grants.count { $0 == nil } == 1)
      _ = try await worlds[1].update(remove: [1], request: 1).get()
      for number in 1...10 { #expect(try await worlds[0].access(of: "bob\(number)") == nil) }
      for node in nodes { try await node.close() }
    }
  }

  static func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("collaboration.sqlite").path)
  }
}
