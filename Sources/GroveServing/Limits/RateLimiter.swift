package import GroveWire
import Synchronization

/// Token buckets by key, in bounded memory.
///
/// When there are too many keys the full buckets are forgotten; if none is full, everybody waits:
/// a flood of addresses must not buy itself free of the limit by filling the table.
package final class RateLimiter: Sendable {
  private struct State {
    var buckets: [String: TokenBucket] = [:]
    /// What other nodes have taken, by the names that they know keys by, until this one is asked for the same.
    var elsewhere: [String: Taken] = [:]
    /// What the other nodes do not know of yet.
    var untold: [String: Int] = [:]
  }

  private struct Taken {
    var count: Int
    var at: UInt64
  }

  private let state = Mutex(State())
  private let limit: RateLimit
  private let maximumKeys: Int
  private let now: @Sendable () -> UInt64
  private let shared: SharedRates?

  /// - Parameters:
  ///   - name: the same at every node.
  ///   - shared: the nodes that count along; nil: none.
  ///   - now: milliseconds on a clock that does not go back.
  package init(
    _ limit: RateLimit, named name: String = "", among shared: SharedRates? = nil,
    maximumKeys: Int = 100_000,
    now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds
  ) {
    self.limit = limit
    self.maximumKeys = maximumKeys
    self.now = now
    self.shared = shared
    shared?.add(self, named: name)
  }

  /// - Throws: `rate_limited` with the seconds to wait.
  package func take(_ key: String) throws(Problem) {
    let now = now()
    let wait: Int? = state.withLock { state in
      if state.buckets[key] == nil, state.buckets.count >= maximumKeys {
        state.buckets = state.buckets.filter { entry in
          var bucket = entry.value
          return !bucket.isFull(limit, now: now)
        }
        guard state.buckets.count < maximumKeys else { return 1 }
      }
      return take(key, from: &state, at: now)
    }
    if let wait { throw Problem(.rateLimited, retryAfter: wait) }
  }

  private func take(_ key: String, from state: inout State, at now: UInt64) -> Int? {
    var bucket = state.buckets[key]
    if let shared, !state.elsewhere.isEmpty,
      let taken = state.elsewhere.removeValue(forKey: shared.alias(of: key))
    {
      bucket = bucket ?? TokenBucket(limit, now: taken.at)
      bucket?.takeAsFarAsThereAre(taken.count, limit, now: taken.at)
    }
    var taking = bucket ?? TokenBucket(limit, now: now)
    let wait = taking.take(limit, now: now)
    state.buckets[key] = taking
    if shared != nil, wait == nil, taking.isLessThanHalfFull(limit),
      state.untold.count < maximumKeys
    {
      state.untold[key, default: 0] += 1
    }
    return wait
  }

  package var keyCount: Int { state.withLock(\.buckets.count) }

  /// What was taken here of what is running out, and is told the other nodes with that.
  func takeUntold(upTo count: Int) -> [(key: String, count: Int)] {
    state.withLock { state in
      let told = state.untold.prefix(count).map { (key: $0.key, count: $0.value) }
      for one in told { state.untold[one.key] = nil }
      return told
    }
  }

  /// Whether another node has taken what was not asked for here since.
  func hasHeard(_ key: String) -> Bool {
    guard let name = shared?.alias(of: key) else { return false }
    return state.withLock { $0.elsewhere[name] != nil }
  }

  /// Another node has taken so much, by the names of keys. What has grown again since is forgotten when there is too much.
  func heard(_ taken: [String: Int]) {
    let now = now()
    state.withLock { state in
      for (name, count) in taken where count > 0 {
        if state.elsewhere[name] == nil, state.elsewhere.count >= maximumKeys {
          state.elsewhere = state.elsewhere.filter { !hasGrownAgain($0.value, now: now) }
          guard state.elsewhere.count < maximumKeys else { return }
        }
        let before = state.elsewhere[name].flatMap { hasGrownAgain($0, now: now) ? nil : $0.count }
        let sum = (before ?? 0).addingReportingOverflow(count)
        state.elsewhere[name] = Taken(
          count: sum.overflow ? .max : sum.partialValue, at: now)
      }
    }
  }

  private func hasGrownAgain(_ taken: Taken, now: UInt64) -> Bool {
    Double(now - min(taken.at, now)) / 1000 * limit.perSecond
      >= min(Double(taken.count), limit.burst)
  }
}
