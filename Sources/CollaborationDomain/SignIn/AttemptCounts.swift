/// Attempts by key, each wearing off with time, in bounded memory.
struct AttemptCounts<Key: Hashable & Sendable>: Sendable {
  private struct Count: Sendable {
    /// Milliseconds until all of it has worn off.
    var left: UInt64
    var at: UInt64

    func left(at now: UInt64) -> UInt64 {
      let passed = now > at ? now - at : 0
      return left > passed ? left - passed : 0
    }
  }

  private var counts: [Key: Count] = [:]
  private let maximum: Int
  private var sweptAt: UInt64?

  init(maximum: Int) { self.maximum = maximum }

  var count: Int { counts.count }

  /// Counts one attempt under every key, or none under any.
  /// - Returns: nil, or the whole seconds until each has room.
  mutating func take(_ keys: [(key: Key, limit: SignInLimit)], now: UInt64) -> Int? {
    guard makeRoom(for: keys.map(\.key), now: now) else { return 1 }
    let wait =
      keys.map { key, limit -> UInt64 in
        let after = left(key, now) + Self.cost(limit)
        let most = UInt64(max(0, limit.burst)) * Self.cost(limit)
        return after > most ? after - most : 0
      }.max() ?? 0
    guard wait == 0 else { return Int((wait + 999) / 1000) }
    add(keys, now: now)
    return nil
  }

  /// Counts one that was admitted elsewhere, also beyond what is borne: what comes after it waits the longer. Where the table is
  /// full it is lost.
  mutating func add(_ keys: [(key: Key, limit: SignInLimit)], now: UInt64) {
    guard makeRoom(for: keys.map(\.key), now: now) else { return }
    for (key, limit) in keys {
      counts[key] = Count(left: left(key, now) + Self.cost(limit), at: now)
    }
  }

  mutating func giveBack(_ key: Key, _ limit: SignInLimit, now: UInt64) {
    let left = left(key, now)
    counts[key] = left > Self.cost(limit) ? Count(left: left - Self.cost(limit), at: now) : nil
  }

  private func left(_ key: Key, _ now: UInt64) -> UInt64 { counts[key]?.left(at: now) ?? 0 }

  /// What has worn off is forgotten when the table is full, at most once a second: looking through it
  /// for each attempt would be the flood's work done for it.
  private mutating func makeRoom(for keys: [Key], now: UInt64) -> Bool {
    let new = keys.count { counts[$0] == nil }
    guard counts.count + new > maximum else { return true }
    if sweptAt.map({ now >= $0 + 1000 }) ?? true {
      sweptAt = now
      counts = counts.filter { $0.value.left(at: now) > 0 }
    }
    return counts.count + new <= maximum
  }

  private static func cost(_ limit: SignInLimit) -> UInt64 {
    UInt64(max(1, limit.secondsEach)) * 1000
  }
}
