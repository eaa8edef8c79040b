/// How long the rounds of one case took.
struct Measurement {
  let name: String
  /// Operations in each round.
  let operations: Int
  private(set) var rounds: [Duration] = []

  init(_ name: String, operations: Int) {
    self.name = name
    self.operations = operations
  }

  mutating func add(_ round: Duration) { rounds.append(round) }

  /// Of all rounds, so that one slow disk write does not decide; zero before the first.
  var median: Duration {
    let sorted = rounds.sorted()
    return sorted.isEmpty ? .zero : sorted[sorted.count / 2]
  }

  var perSecond: Double {
    let seconds = median / .seconds(1)
    return seconds > 0 ? Double(operations) / seconds : 0
  }

  var microsecondsEach: Double { median / .microseconds(1) / Double(operations) }
}
