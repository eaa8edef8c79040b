/// Two heaps of durations, and how well somebody who sees one more can say from which it comes.
struct TimingSamples {
  private var existing: [UInt64] = []
  private var unknown: [UInt64] = []

  mutating func add(existing: UInt64, unknown: UInt64) {
    self.existing.append(existing)
    self.unknown.append(unknown)
  }

  /// The area under the curve of the best guess by a threshold (Mann and Whitney's U over the number of
  /// pairs), whichever way round: 0.5 is a coin, 1 is certainty.
  var distinguishability: Double {
    let all = (existing.map { ($0, true) } + unknown.map { ($0, false) }).sorted { $0.0 < $1.0 }
    var (ranks, index) = (0.0, 0)
    while index < all.count {
      let end = all[index...].firstIndex { $0.0 != all[index].0 } ?? all.count
      let mean = Double(index + 1 + end) / 2
      ranks += mean * Double(all[index..<end].count(where: \.1))
      index = end
    }
    let (m, n) = (Double(existing.count), Double(unknown.count))
    let area = (ranks - m * (m + 1) / 2) / (m * n)
    return max(area, 1 - area)
  }

  /// For whoever reads a failure: medians in microseconds.
  var summary: String {
    func median(_ list: [UInt64]) -> UInt64 { list.sorted()[list.count / 2] / 1000 }
    return
      "median \(median(existing)) µs where it exists, \(median(unknown)) µs where it does not, "
      + "area \(distinguishability) over \(existing.count) pairs"
  }
}
