/// Many small worlds, one after the other, until so many steps have been made.
///
///     let report = try await Simulation(seed: 42).run(steps: 1_000_000)
///
/// Everything follows from the seed: a run that found something finds it again.
public struct Simulation: Sendable {
  /// What has been done.
  public struct Report: Sendable {
    public var steps = 0
    public var worlds = 0
    /// Over all that happened; the same for the same seed and number of steps.
    public var digest: UInt64 = 0
    /// How often the things that the invariants are about took place at all.
    public var grants = 0
    public var sharesSent = 0
    public var sharesFailed = 0
    public var renewalsTakenBack = 0
    public var texts = 0
    public var entries = 0
    public var pushes = 0
    public var noticesShown = 0
    public var violation: Violation?
  }

  /// Steps of one world: long enough for challenges to expire, short enough for its logs to stay small.
  public static let worldSteps = 2000

  public var seed: UInt64
  public var weakness: Weakness?
  /// Whether challenges and proofs are real in every world.
  public var isReal: Bool

  public init(seed: UInt64, weakness: Weakness? = nil, isReal: Bool = false) {
    self.seed = seed
    self.weakness = weakness
    self.isReal = isReal
  }

  /// Stops at the first violation.
  public func run(steps: Int) async throws -> Report {
    var report = Report()
    while report.steps < steps, report.violation == nil {
      let world = seed &+ UInt64(report.worlds)
      try await live(world, steps: min(Self.worldSteps, steps - report.steps), into: &report)
    }
    return report
  }

  private func live(_ seed: UInt64, steps: Int, into report: inout Report) async throws {
    let world = try await World(seed: seed, weakness: weakness, isReal: isReal)
    report.worlds += 1
    do {
      for _ in 0..<steps { try await world.step() }
      try await world.finish()
    } catch var violation as Violation {
      violation.seed = seed
      violation.step = world.steps
      report.violation = violation
    }
    report.steps += world.steps
    report.digest = report.digest &* 31 &+ world.digest
    report.grants += world.counts.grants
    report.sharesSent += world.counts.sharesSent
    report.sharesFailed += world.counts.sharesFailed
    report.renewalsTakenBack += world.counts.renewalsTakenBack
    report.texts += world.counts.texts
    report.entries += world.counts.entries
    report.pushes += world.counts.pushes
    report.noticesShown += world.counts.noticesShown
  }
}
