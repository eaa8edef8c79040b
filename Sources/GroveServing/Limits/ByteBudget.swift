import GroveWire
import Synchronization

/// How many bytes of answers are held at one time: in all, and for one key (a caller, a document).
///
/// Whoever reads nothing keeps what it was going to be sent in our memory. So a large answer takes
/// its bytes out of this budget before they are read from the store, and gives them back when they
/// are written or their reader is gone. Small answers do not count: their number is bounded by that
/// of the connections.
package final class ByteBudget: Sendable {
  /// Numbers that the type's user may want to be others, in tests.
  package struct Settings: Sendable {
    /// Bytes held at one time, in all and for one key. More than the largest answer each.
    package var total = 32 << 20
    package var perKey = 12 << 20
    /// Callers that may wait for room, in all and for one key; one more is refused.
    package var waiting = 512
    package var waitingPerKey = 32
    /// How long one waits, and after how long without progress a reader makes room for others.
    package var deadline = Duration.seconds(10)
    package var patience = Duration.seconds(2)

    package init() {}
  }

  private struct Holder {
    var key: String
    var bytes: Int
    var progressAt: ContinuousClock.Instant
    var giveUp: (@Sendable () -> Void)?
  }

  private struct State {
    var holders: [UInt64: Holder] = [:]
    var nextID: UInt64 = 0
    var total = 0
    var perKey: [String: Int] = [:]
    var waiting: [String: Int] = [:]
    var allWaiting = 0
  }

  private let state = Mutex(State())
  private let settings: Settings

  package init(_ settings: Settings = Settings()) { self.settings = settings }

  /// Bytes held now.
  package var held: Int { state.withLock(\.total) }

  /// Takes bytes if there is room.
  package func takeNow(_ bytes: Int, for key: String) -> ByteReservation? {
    let id: UInt64? = state.withLock { state in
      guard state.total + bytes <= settings.total,
        (state.perKey[key] ?? 0) + bytes <= settings.perKey
      else { return nil }
      state.nextID += 1
      state.holders[state.nextID] = Holder(key: key, bytes: bytes, progressAt: .now)
      Self.add(bytes, key, &state)
      return state.nextID
    }
    return id.map { ByteReservation(budget: self, id: $0) }
  }

  /// Takes bytes when there is room. While it waits, readers that take nothing are given up.
  ///
  /// - Throws: `unavailable` when there is none in time, or too many wait.
  package func take(_ bytes: Int, for key: String) async throws -> ByteReservation {
    if let share = takeNow(bytes, for: key) { return share }
    guard startWaiting(key) else { throw Problem(.unavailable, retryAfter: 1) }
    defer { stopWaiting(key) }
    let end = ContinuousClock.now + settings.deadline
    var pause = Duration.milliseconds(2)
    while ContinuousClock.now < end {
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(50))
      if let share = takeNow(bytes, for: key) { return share }
      giveUpSlowest(for: bytes, key)
    }
    throw Problem(.unavailable, retryAfter: 1)
  }

  /// A reader that holds nothing itself, but keeps what others hold from being given back.
  func watch(_ key: String, giveUp: @escaping @Sendable () -> Void) -> ByteReservation {
    let id = state.withLock { state in
      state.nextID += 1
      state.holders[state.nextID] = Holder(
        key: key, bytes: 0, progressAt: .now, giveUp: giveUp)
      return state.nextID
    }
    return ByteReservation(budget: self, id: id)
  }

  /// The reader in the way that has taken nothing for longest, if that is too long.
  private func giveUpSlowest(for bytes: Int, _ key: String) {
    let limit = ContinuousClock.now - settings.patience
    let giveUp = state.withLock { state -> (@Sendable () -> Void)? in
      let isKeyFull = (state.perKey[key] ?? 0) + bytes > settings.perKey
      let slow = state.holders.filter { _, holder in
        holder.giveUp != nil && holder.progressAt < limit && (!isKeyFull || holder.key == key)
      }
      guard let slowest = slow.min(by: { $0.value.progressAt < $1.value.progressAt }) else {
        return nil
      }
      // Once: its end takes its time.
      state.holders[slowest.key]?.giveUp = nil
      return slowest.value.giveUp
    }
    giveUp?()
  }

  fileprivate func update(_ id: UInt64, bytes: Int) {
    state.withLock { state in
      guard let holder = state.holders[id] else { return }
      state.holders[id]?.bytes = bytes
      Self.add(bytes - holder.bytes, holder.key, &state)
    }
  }

  fileprivate func noteProgress(_ id: UInt64) {
    state.withLock { $0.holders[id]?.progressAt = .now }
  }

  fileprivate func setGiveUp(_ id: UInt64, _ giveUp: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.holders[id]?.giveUp = giveUp
      state.holders[id]?.progressAt = .now
    }
  }

  fileprivate func release(_ id: UInt64) {
    state.withLock { state in
      guard let holder = state.holders.removeValue(forKey: id) else { return }
      Self.add(-holder.bytes, holder.key, &state)
    }
  }

  private static func add(_ bytes: Int, _ key: String, _ state: inout State) {
    guard bytes != 0 else { return }
    state.total += bytes
    let sum = (state.perKey[key] ?? 0) + bytes
    state.perKey[key] = sum == 0 ? nil : sum
  }

  private func startWaiting(_ key: String) -> Bool {
    state.withLock { state in
      guard state.allWaiting < settings.waiting,
        (state.waiting[key] ?? 0) < settings.waitingPerKey
      else { return false }
      state.allWaiting += 1
      state.waiting[key, default: 0] += 1
      return true
    }
  }

  private func stopWaiting(_ key: String) {
    state.withLock { state in
      state.allWaiting -= 1
      let rest = (state.waiting[key] ?? 1) - 1
      state.waiting[key] = rest == 0 ? nil : rest
    }
  }
}

/// Bytes out of a budget; they go back when nobody holds it any more.
package final class ByteReservation: Sendable {
  private let budget: ByteBudget
  private let id: UInt64

  fileprivate init(budget: ByteBudget, id: UInt64) {
    self.budget = budget
    self.id = id
  }

  deinit { budget.release(id) }

  /// What was taken turns out to be another number of bytes.
  package func resize(to bytes: Int) { budget.update(id, bytes: bytes) }

  /// What to do when others wait for the room and the reader takes nothing.
  func onGiveUp(_ giveUp: @escaping @Sendable () -> Void) { budget.setGiveUp(id, giveUp) }

  /// The reader has taken a piece.
  func noteProgress() { budget.noteProgress(id) }
}
