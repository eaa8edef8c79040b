import Foundation
import GRDB
import GroveClient
import GroveIdentity
import GroveWire
import Testing

/// Invariant 9 of design 5, in the server's own file.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PrivacyInvariantTests {
  @Test
  func
    `the number of devices is invisible to the collaboration server: stored rows, sizes and depths are equal for 1 to 32 devices`()
    async throws
  {
    try await SharingWorld.running { world in
      let owner = try await AppAccounts.signUp("owner@docs.example", at: world.app.origin)
      var seen: [Int: [String]] = [:]
      for devices in 1...32 {
        let collaborationID = try await AppAccounts.share("Same title", with: owner)
        let account = String(format: "guest%02d@docs.example", devices)
        try await join(collaborationID, devices: devices, as: account, owner, world)
        seen[devices] = try rows(of: collaborationID, in: world.app.folder)
      }
      let first = try #require(seen[1])
      #expect(first.count >= 3)
      for devices in 2...32 { #expect(seen[devices] == first, "\(devices) devices") }
    }
  }

  /// A person with so many devices is added and proves with one of them.
  private func join(
    _ collaborationID: CollaborationID, devices: Int, as account: String,
    _ owner: CollaborationClient, _ world: SharingWorld
  ) async throws {
    let keys = (0..<devices).map { _ in DiversificationBaseKey() }
    let context = IdentityContext(
      audience: world.app.origin, collaborationID: collaborationID, recipient: .random())
    let seed = IdentitySeed.random()
    let tree = try IdentityTree(bases: keys.map(\.publicKey), seed: seed, context: context)
    _ = try await owner.updateIdentities(
      UpdateIdentities(requestID: .random(), add: [.init(root: tree.root, depth: 5)]),
      of: collaborationID)
    let guest = try await AppAccounts.signUp(account, at: world.app.origin)
    let challenge = try await guest.challenge(for: collaborationID)
    let key = try keys[0].diversified(seed: seed, context: context)
    let proof = try SignedIdentityProof(
      signing: challenge.challenge.bytes, for: challenge.account, with: key, in: tree,
      audience: challenge.audience, collaborationID: collaborationID)
    #expect(try proof.json().count <= 8192)
    #expect(try proof.binary().count == 363)
    let granted = try await guest.prove(proof.json(), for: collaborationID)
    #expect(granted.result == .granted)
  }

  /// Every value the server has stored about the participants, as type and size.
  private func rows(of id: CollaborationID, in folder: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder + "/collaboration.sqlite")
    return try queue.read { db in
      try ["identity", "binding"].flatMap { table in
        try Row.fetchAll(
          db, sql: "SELECT * FROM \(table) WHERE collaboration = ?", arguments: [id.text]
        ).map { row in
          table + row.map { column, value in " \(column):\(Self.shape(value))" }.joined()
        }
      } + [String(try Int.fetchOne(db, sql: "SELECT min(length(root)) FROM usedNonce") ?? 0)]
    }
  }

  private static func shape(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "null"
    case .int64: "integer"
    case .double: "real"
    case .string(let text): "text\(text.utf8.count)"
    case .blob(let data): "blob\(data.count)"
    }
  }
}
