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
      try await CollaborationStoreContract.lasts { try Self.open(path) }
    }
  }

  @Test func `two nodes on one file decide alike`() async throws {
    try await Self.withFile { path in
      try await CollaborationStoreContract.nodesDecideAlike { try Self.open(path) }
    }
  }

  private static func open(_ path: String) throws -> CollaborationStoreContract.Opened {
    let store = try SQLiteCollaborationStore(path: path)
    return (store, { try await store.close() })
  }

  static func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("collaboration.sqlite").path)
  }
}
