import ArgumentParser
import Simulator

/// Lives through a million steps of small worlds, and ends with 1 when something did not hold.
@main
struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulates a relay, a collaboration server and devices under every fault.",
    discussion: "Example: simulate --steps 1000000 --seed 42")

  @Option(help: "How many steps to make.") var steps = 1_000_000
  @Option(help: "Where chance begins; by default, anywhere.") var seed: UInt64?
  @Option(
    help: "A rule to weaken: \(Weakness.allCases.map(\.rawValue).joined(separator: ", ")).",
    transform: Self.weakness)
  var weaken: Weakness?
  @Flag(help: "Real challenges, signatures and proofs in every world.") var real = false

  mutating func run() async throws {
    let seed = seed ?? UInt64.random(in: 0...(1 << 53))
    print("simulate: seed \(seed)")
    let clock = ContinuousClock()
    let start = clock.now
    let simulation = Simulation(seed: seed, weakness: weaken, isReal: real)
    let report = try await simulation.run(steps: steps)
    let seconds = (clock.now - start) / .seconds(1)
    print(
      """
      simulate: \(report.steps) steps in \(report.worlds) worlds, \(Int(seconds)) s; \
      \(report.grants) grants, \(report.sharesSent) shares sent, \(report.sharesFailed) failed, \
      \(report.texts) texts shown, \(report.entries) entries, \(report.pushes) notices pushed, \
      \(report.noticesShown) shown; digest \(String(report.digest, radix: 16))
      """)
    guard let violation = report.violation else { return }
    print("simulate: FAILED: \(violation)")
    print(
      """
      simulate: that world again: simulate --seed \(violation.seed ?? seed) \
      --steps \(Simulation.worldSteps)\(weaken.map { " --weaken \($0.rawValue)" } ?? "")\
      \(real ? " --real" : "")
      """)
    throw ExitCode(1)
  }

  private static func weakness(_ text: String) throws -> Weakness {
    guard let weakness = Weakness(rawValue: text) else {
      throw ValidationError("There is no such weakness.")
    }
    return weakness
  }
}
