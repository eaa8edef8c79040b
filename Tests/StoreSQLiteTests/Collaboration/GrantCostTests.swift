import CollaborationDomain
import GroveTesting
import StoreSQLite
import Testing

/// The cost of a grant must not grow with the number of participants (design 4).
@Suite(.serialized, .timeLimit(.minutes(3)))
struct GrantCostTests {
  @Test func `a grant among thirty thousand identities costs what one among ten costs`()
    async throws
  {
    var best: [Duration] = []
    for size in [10, 30_000] {
      try await SQLiteCollaborationStoreTests.withFile { path in
        let store = try SQLiteCollaborationStore(path: path)
        let world = CollaborationWorld(store)
        try await world.share()
        for start in stride(from: 1, through: size, by: 1000) {
          let roots = Array(start...min(start + 999, size))
          _ = try await world.update(add: roots, request: start / 1000 + 1).get()
        }
        best.append(try await Self.bestGrant(world))
        try await store.close()
      }
    }
    // The best of many, so that a busy machine does not decide; linear growth would be 3000-fold.
    #expect(best[1] < best[0] * 10)
  }

  private static func bestGrant(_ world: CollaborationWorld) async throws -> Duration {
    var times: [Duration] = []
    for root in 1...10 {
      for attempt in 0..<5 {
        let start = ContinuousClock.now
        _ = try await world.grant(root, to: "bob", nonce: root * 10 + attempt).get()
        times.append(ContinuousClock.now - start)
      }
    }
    return try #require(times.min())
  }
}
