import Simulator
import Testing

struct SimulatorTests {
  /// Where to stop looking. A run ends with what it finds: for what is rare after 100 000 steps
  /// in the mean, and in another world whenever a rule changes. A bound nearly reached would fail.
  private static let steps = 4_000_000

  @Test(arguments: [1, 1_000_000, 2_000_000_000] as [UInt64])
  func `nothing that must hold is broken in small worlds under every fault`(seed: UInt64)
    async throws
  {
    let report = try await Simulation(seed: seed).run(steps: 40_000)
    #expect(report.violation == nil)
    // A world in which nothing happens would be no proof.
    #expect(report.grants > 10 && report.sharesSent > 5)
    #expect(report.sharesFailed > 0 && report.texts > 100)
    #expect(report.entries > 5 && report.pushes > 2 && report.noticesShown > 0)
  }

  @Test func `nothing is broken either where challenges, signatures and proofs are real`()
    async throws
  {
    let report = try await Simulation(seed: 6, isReal: true).run(steps: 4_000)
    #expect(report.violation == nil)
    #expect(report.grants > 0 && report.entries > 0 && report.pushes > 0)
  }

  @Test func `a seed replays: the same steps, the same digest`() async throws {
    let first = try await Simulation(seed: 77).run(steps: 3_000)
    let second = try await Simulation(seed: 77).run(steps: 3_000)
    let other = try await Simulation(seed: 78_000).run(steps: 3_000)
    #expect(first.digest == second.digest && first.digest != other.digest)
  }

  @Test(arguments: Weakness.allCases)
  func `the simulator finds each rule weakened on purpose, and finds it again`(weakness: Weakness)
    async throws
  {
    let found = try await Simulation(seed: Self.seed(weakness), weakness: weakness)
      .run(steps: Self.steps)
    let violation = try #require(found.violation)
    #expect(Self.invariants(brokenBy: weakness).contains(violation.invariant))
    let seed = try #require(violation.seed)
    let again = try await Simulation(seed: seed, weakness: weakness)
      .run(steps: Simulation.worldSteps)
    #expect(again.violation == violation)
  }

  /// What is rare: these begin by a world in which it mattered, to save time until a rule changes.
  private static func seed(_ weakness: Weakness) -> UInt64 {
    switch weakness {
    case .forgottenNotices: 200
    case .forgottenWithdrawals: 604
    case .forgottenTakeBacks: 640
    case .unheededWarning: 800
    default: 5
    }
  }

  private static func invariants(brokenBy weakness: Weakness) -> Set<Int> {
    switch weakness {
    case .hiddenActivation: [5]
    // Whoever was removed comes in, or is still there.
    case .unwrittenRemoval, .hiddenPersons: [1, 5]
    case .forgottenNonces: [4]
    case .forgottenEnvelopes, .earlyAcknowledgement: [6]
    case .noCompensation, .forgottenWithdrawals, .forgottenTakeBacks: [7]
    case .unheededWarning: [8]
    case .loudMentions, .forgottenNotices: [10]
    case .entryByBinding: [13]
    // It leads to the account of whoever it was stolen from.
    case .entryBySight: [14]
    case .undyingAddresses: [5]
    case .sharedAddresses: [15]
    }
  }
}
