import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Property P8 of protocol 16.6: random interleavings on two nodes that share one store, judged
/// after every step by a model of its own that never looks into the store.
@Suite(.timeLimit(.minutes(3)))
struct GrantModelTests {
  @Test(arguments: [1...10, 11...20])
  func `access is exactly an active identity bound in its current activation`(
    _ seeds: ClosedRange<UInt64>
  ) async throws {
    var seen: Set<String> = []
    for seed in seeds {
      var run = try await GrantModelRun(seed: seed)
      for step in 0..<1000 {
        try await run.step()
        try await run.check("seed \(seed), step \(step)")
      }
      // A run in which nothing was granted, refused or removed would prove nothing.
      #expect(run.seen.isSuperset(of: GrantModelRun.mustHappen), "seed \(seed): \(run.seen)")
      seen.formUnion(run.seen)
    }
    #expect(seen.isSuperset(of: GrantModelRun.mustHappenInTen), "\(seen)")
  }
}
