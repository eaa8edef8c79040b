import Synchronization

/// Says to a service that there is something for it to do, now or later.
package final class ServiceCalls: Sendable {
  /// One stands for all that have not been heard.
  package let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  /// Milliseconds on the monotonic clock: when it is called at the latest.
  private let alarm = Mutex<UInt64?>(nil)

  package init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package func call() { continuation.yield() }

  /// Calls after so many milliseconds, from a task of the group, unless it is called as early anyway.
  package func call(after wait: UInt64, in group: inout DiscardingTaskGroup) {
    let time = MonotonicClock.milliseconds() + wait
    guard setAlarm(time) else { return }
    group.addTask {
      try? await Task.sleep(for: .milliseconds(wait + 1))
      self.alarm.withLock { if $0 == time { $0 = nil } }
      self.call()
    }
  }

  private func setAlarm(_ time: UInt64) -> Bool {
    alarm.withLock { alarm in
      if let alarm, alarm <= time { return false }
      alarm = time
      return true
    }
  }
}
