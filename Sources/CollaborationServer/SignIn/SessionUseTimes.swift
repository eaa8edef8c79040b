import CollaborationDomain
import Synchronization

/// When sessions were used, until it is written down: a request costs no write of its own. What is not
/// written yet when the process ends is lost, and says no more than that somebody was here.
final class SessionUseTimes: Sendable {
  private let maximum: Int
  private let uses = Mutex<[SessionHash: UInt64]>([:])

  /// - Parameter maximum: a session more is written down at its next use.
  init(maximum: Int = 100_000) { self.maximum = maximum }

  func note(_ session: SessionHash, at now: UInt64) {
    uses.withLock { uses in
      guard uses.count < maximum || uses[session] != nil else { return }
      uses[session] = now
    }
  }

  /// What there is, in pieces small enough for a transaction each.
  func take() -> [[SessionHash: UInt64]] {
    let all = uses.withLock { uses in
      defer { uses = [:] }
      return uses.map { ($0.key, $0.value) }
    }
    return stride(from: 0, to: all.count, by: 500).map { start in
      Dictionary(uniqueKeysWithValues: all[start..<min(start + 500, all.count)])
    }
  }
}

extension CollaborationCore {
  /// Writes down when sessions were used.
  func noteUses() async throws {
    for uses in uses.take() {
      try await store.change { try SessionRules.note(uses, reading: $0) }
    }
  }
}
