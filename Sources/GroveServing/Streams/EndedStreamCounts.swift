/// Streams that found out by themselves that their access was taken away, and went before whoever took
/// it away came to count them: between the commit of a removal and its cut any look at the log finds
/// out. Kept for the receipt, for a short time and in a bounded number. Pure.
struct EndedStreamCounts {
  /// A removal counts within this time after its commit, or not at all: on another server, never.
  static let lifetime = Duration.seconds(30)
  static let maximumAccounts = 4096

  private struct Entry {
    var count: Int
    var at: ContinuousClock.Instant
  }

  /// By group, then by account.
  private var groups: [String: [String: Entry]] = [:]
  private var accounts = 0

  mutating func add(_ group: String, _ account: String, at now: ContinuousClock.Instant) {
    if accounts >= Self.maximumAccounts { forget(before: now - Self.lifetime) }
    let known = groups[group]?[account]
    guard known != nil || accounts < Self.maximumAccounts else { return }
    if known == nil { accounts += 1 }
    let isFresh = known.map { now - $0.at < Self.lifetime } ?? false
    groups[group, default: [:]][account] = Entry(
      count: (isFresh ? known?.count ?? 0 : 0) + 1, at: now)
  }

  /// How many there were of the accounts named; from now on they are counted.
  mutating func take(
    _ group: String, at now: ContinuousClock.Instant = .now, where isTaken: (String) -> Bool
  ) -> Int {
    guard let known = groups[group] else { return 0 }
    var count = 0
    for (account, entry) in known where isTaken(account) {
      if now - entry.at < Self.lifetime { count += entry.count }
      groups[group]?[account] = nil
      accounts -= 1
    }
    if groups[group]?.isEmpty == true { groups[group] = nil }
    return count
  }

  private mutating func forget(before time: ContinuousClock.Instant) {
    groups = groups.mapValues { $0.filter { $0.value.at >= time } }.filter { !$0.value.isEmpty }
    accounts = groups.values.reduce(0) { $0 + $1.count }
  }
}
