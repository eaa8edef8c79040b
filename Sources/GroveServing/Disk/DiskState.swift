/// What is known of the disks: which faults are told now, and whether a server may be sent requests.
/// Pure; times are milliseconds since any fixed moment.
struct DiskState: Sendable {
  /// Milliseconds between two lines about one kind of fault.
  static let quietTime: UInt64 = 10_000

  private struct LastReport: Sendable {
    var at: UInt64
    var leftOut = 0
  }

  private var told: [DiskFault.Kind: LastReport] = [:]
  /// How many faults there have been: a probe that began before the last of them proves nothing.
  private(set) var faults = 0
  /// When the first fault came that no probe has answered yet.
  private var failingSince: UInt64?

  var isHealthy: Bool { failingSince == nil }

  /// - Returns: how many of the kind have been left out since the last line, where this one is told.
  mutating func note(_ fault: DiskFault, at now: UInt64) -> Int? {
    faults += 1
    failingSince = failingSince ?? now
    if var last = told[fault.kind], now < last.at + Self.quietTime {
      last.leftOut += 1
      told[fault.kind] = last
      return nil
    }
    let leftOut = told[fault.kind]?.leftOut ?? 0
    told[fault.kind] = LastReport(at: now)
    return leftOut
  }

  /// A probe succeeded that began after so many faults.
  /// - Returns: how long the disk failed, in milliseconds; nil where it did not, or fails on.
  mutating func probed(after count: Int, at now: UInt64) -> UInt64? {
    guard count == faults, let since = failingSince else { return nil }
    failingSince = nil
    return now - min(since, now)
  }
}
