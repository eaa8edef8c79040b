import CollaborationDomain
import GroveServing
import Synchronization

/// Says that a notice may be due.
struct NoticeSignal: Sendable {
  let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func call() { continuation.yield() }
}

/// What the sender is about: which notices are on their way, and when it is called next.
final class NoticesInFlight: Sendable {
  private struct State {
    var busy: Set<WaitingNotice.Key> = []
    /// Milliseconds on the monotonic clock.
    var alarm: UInt64?
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var busy: Set<WaitingNotice.Key> { state.withLock(\.busy) }

  /// False where it is on its way already, or where no more may be.
  func begin(_ key: WaitingNotice.Key) -> Bool {
    state.withLock { $0.busy.count < limit && $0.busy.insert(key).inserted }
  }

  func end(_ key: WaitingNotice.Key) {
    state.withLock { _ = $0.busy.remove(key) }
  }

  /// Whether an alarm at this time is to be set: none is set that comes as early.
  func setAlarm(_ time: UInt64) -> Bool {
    state.withLock { state in
      if let alarm = state.alarm, alarm <= time { return false }
      state.alarm = time
      return true
    }
  }

  func alarmRang(_ time: UInt64) {
    state.withLock { if $0.alarm == time { $0.alarm = nil } }
  }
}

extension CollaborationChange {
  /// Whether somebody may have to be told.
  var tells: Bool {
    switch self {
    case .putNoticeEvent, .putWaitingNotice: true
    default: false
    }
  }
}
