import Dispatch

/// How long one thread works at what waits before it looks again whose turn it is.
package struct Pace: Sendable {
  /// Milliseconds after which nothing more is begun.
  package var together: UInt64
  /// Milliseconds after which one piece was slow.
  package var each: UInt64

  package init(together: UInt64, each: UInt64) {
    self.together = together
    self.each = each
  }
}

/// Time at work, for one round of it.
package struct PaceWatch {
  private let limit: Pace
  private let begin = DispatchTime.now().uptimeNanoseconds
  private var last: UInt64

  package init(_ limit: Pace) {
    self.limit = limit
    last = begin
  }

  /// Whether nothing more is to be begun.
  package var isOver: Bool { last - begin >= limit.together * 1_000_000 }

  /// Ends one piece.
  /// - Returns: whether it was slow.
  package mutating func lap() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    defer { last = now }
    return now - last >= limit.each * 1_000_000
  }
}
