import Dispatch

/// How long one thread works at what waits before it looks again whose turn it is.
struct Pace: Sendable {
  /// Milliseconds after which nothing more is begun.
  var together: UInt64
  /// Milliseconds after which one piece was slow.
  var each: UInt64
}

/// Time at work, for one round of it.
struct PaceWatch {
  private let limit: Pace
  private let begin = DispatchTime.now().uptimeNanoseconds
  private var last: UInt64

  init(_ limit: Pace) {
    self.limit = limit
    last = begin
  }

  /// Whether nothing more is to be begun.
  var isOver: Bool { last - begin >= limit.together * 1_000_000 }

  /// Ends one piece.
  /// - Returns: whether it was slow.
  mutating func lap() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    defer { last = now }
    return now - last >= limit.each * 1_000_000
  }
}
