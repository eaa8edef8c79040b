import Synchronization

@testable import SharedWithYouCore

/// Time that passes when a test says so.
final class ManualTime: Sendable {
  private struct State: Sendable {
    var now = 0.0
    var alarms: [(at: Double, work: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  var patience: ActionTimeouts {
    ActionTimeouts { [self] seconds, work in
      state.withLock { $0.alarms.append(($0.now + seconds, work)) }
    }
  }

  func advance(to time: Double) {
    let due = state.withLock { state in
      state.now = time
      let due = state.alarms.filter { $0.at <= time }.sorted { $0.at < $1.at }
      state.alarms.removeAll { $0.at <= time }
      return due
    }
    for alarm in due { alarm.work() }
  }
}
