/// How often something may happen: `burst` at once, then `perSecond`.
package struct RateLimit: Hashable, Sendable {
  package var burst: Double
  package var perSecond: Double

  package init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }
}

/// A token bucket as a value: time comes in, a decision comes out.
struct TokenBucket: Hashable, Sendable {
  private var tokens: Double
  private var updatedAt: UInt64

  init(_ limit: RateLimit, now: UInt64) {
    tokens = limit.burst
    updatedAt = now
  }

  /// Takes one token.
  ///
  /// - Parameter now: milliseconds on a clock that does not go back.
  /// - Returns: nil, or the whole seconds to wait until there is one again.
  mutating func take(_ limit: RateLimit, now: UInt64) -> Int? {
    refill(limit, now: now)
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    guard limit.perSecond > 0 else { return 3600 }
    return max(1, Int(((1 - tokens) / limit.perSecond).rounded(.up)))
  }

  /// Others have taken them.
  mutating func takeAsFarAsThereAre(_ count: Int, _ limit: RateLimit, now: UInt64) {
    refill(limit, now: now)
    tokens = max(0, tokens - Double(count))
  }

  /// As it was when it was last taken from.
  func isLessThanHalfFull(_ limit: RateLimit) -> Bool { tokens < limit.burst / 2 }

  /// A full bucket says nothing and may be forgotten.
  mutating func isFull(_ limit: RateLimit, now: UInt64) -> Bool {
    refill(limit, now: now)
    return tokens >= limit.burst
  }

  private mutating func refill(_ limit: RateLimit, now: UInt64) {
    let seconds = Double(now > updatedAt ? now - updatedAt : 0) / 1000
    tokens = min(limit.burst, tokens + seconds * limit.perSecond)
    updatedAt = max(updatedAt, now)
  }
}
