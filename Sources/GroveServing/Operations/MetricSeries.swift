import Metrics
import Synchronization

/// One series: a value that is counted and can print itself.
protocol MetricSeries: AnyObject, Sendable {
  var kind: String { get }
  func lines(name: String, labels: String) -> String
}

/// A value that somebody else keeps.
struct ReadSeries: Sendable {
  let kind: String
  let read: @Sendable () -> Double?
}

/// Only grows.
final class CounterSeries: CounterHandler, MetricSeries {
  private let value = Atomic<Int64>(0)
  let kind = "counter"

  func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { value.store(0, ordering: .relaxed) }

  func lines(name: String, labels: String) -> String {
    "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value.load(ordering: .relaxed))\n"
  }
}

/// The last value recorded.
final class GaugeSeries: RecorderHandler, MetricSeries {
  private let value = Mutex(0.0)
  let kind = "gauge"

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { self.value.withLock { $0 = value } }

  func lines(name: String, labels: String) -> String {
    "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value.withLock(\.self))\n"
  }
}

/// How values are spread over fixed bounds.
final class HistogramSeries: RecorderHandler, TimerHandler, MetricSeries {
  static let seconds = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
  static let sizes = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576].map(
    Double.init)

  private struct Counts {
    var inBucket: [Int]
    var count = 0
    var sum = 0.0
  }

  let kind = "histogram"
  private let bounds: [Double]
  private let scale: Double
  private let counts: Mutex<Counts>

  init(bounds: [Double], scale: Double) {
    self.bounds = bounds
    self.scale = scale
    counts = Mutex(Counts(inBucket: Array(repeating: 0, count: bounds.count)))
  }

  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

  func record(_ value: Double) {
    let value = value * scale
    let bucket = bounds.firstIndex { value <= $0 }
    counts.withLock { counts in
      if let bucket { counts.inBucket[bucket] += 1 }
      counts.count += 1
      counts.sum += value
    }
  }

  func lines(name: String, labels: String) -> String {
    let counts = counts.withLock(\.self)
    let prefix = labels.isEmpty ? "" : labels + ","
    var out = ""
    var cumulative = 0
    for (bound, inBucket) in zip(bounds, counts.inBucket) {
      cumulative += inBucket
      out += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(cumulative)\n"
    }
    out += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(counts.count)\n"
    let own = labels.isEmpty ? "" : "{\(labels)}"
    return out + "\(name)_sum\(own) \(counts.sum)\n\(name)_count\(own) \(counts.count)\n"
  }
}
