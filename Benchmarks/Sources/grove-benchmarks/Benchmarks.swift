import Foundation
import GroveIdentity

/// Prints how fast the operations of design 8 are and, side by side from one run, how they scale.
@main
struct Benchmarks {
  /// `--quick` leaves the million out; `--updates` measures these alone.
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let quick = arguments.contains("--quick")
    let sizes = quick ? [10, 10_000] : [10, 10_000, 1_000_000]
    let now = UInt64(Date().timeIntervalSince1970 * 1000)
    try await UpdateToLog.measure(rounds: 5, now: now)
    if arguments.contains("--updates") { return }
    var worlds: [World] = []
    for size in sizes {
      let begin = ContinuousClock.now
      worlds.append(try await World.make(size: size, provers: Rounds.provers, now: now))
      Output.line(
        "filled: \(size) identities in one collaboration (\(ContinuousClock.now - begin))")
    }
    try await Rounds.proofToGrant(worlds, now: now)
    try await Rounds.accessChecks(worlds)
    try await Rounds.addingParticipants(worlds, now: now)
    for world in worlds { try await world.discard() }
  }
}
