package import GroveWire
import Synchronization

/// Token buckets by key, in bounded memory.
///
/// When there are too many keys the full buckets are forgotten; if none is full, everybody waits:
/// a flood of addresses must not buy itself free of the limit by filling the table.
package final class RateLimiter: Sendable {
  private let buckets = Mutex<[String: TokenBucket]>([:])
  private let limit: RateLimit
  private let maximumKeys: Int
  private let now: @Sendable () -> UInt64

  /// - Parameter now: milliseconds on a clock that does not go back.
  package init(
    _ limit: RateLimit, maximumKeys: Int = 100_000,
    now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds
  ) {
    self.limit = limit
    self.maximumKeys = maximumKeys
    self.now = now
  }

  /// - Throws: `rate_limited` with the seconds to wait.
  package func take(_ key: String) throws(Problem) {
    let now = now()
    let wait: Int? = buckets.withLock { buckets in
      if buckets[key] == nil, buckets.count >= maximumKeys {
        buckets = buckets.filter { entry in
          var bucket = entry.value
          return !bucket.isFull(limit, now: now)
        }
        guard buckets.count < maximumKeys else { return 1 }
      }
      return buckets[key, default: TokenBucket(limit, now: now)].take(limit, now: now)
    }
    if let wait { throw Problem(.rateLimited, retryAfter: wait) }
  }

  package var keyCount: Int { buckets.withLock(\.count) }
}
