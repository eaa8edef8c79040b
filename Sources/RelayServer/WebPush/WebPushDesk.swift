import GroveServing
import RelayDomain
import Synchronization

/// The schedule that routes and the sender share, and the bell that says it has changed.
final class WebPushDesk: Sendable {
  let settings: WebPushSettings
  /// One call stands for all that have not been heard.
  let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let schedule: Mutex<WebPushSchedule>
  /// Milliseconds on the monotonic clock: when the sender is called next.
  private let alarm = Mutex<UInt64?>(nil)

  init(_ settings: WebPushSettings) {
    self.settings = settings
    schedule = Mutex(WebPushSchedule(limits: settings.limits))
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func call() { continuation.yield() }

  /// - Parameter isOpen: whether a device has a stream open.
  func ring(_ devices: Set<DeviceAddress>, at now: UInt64, isOpen: (DeviceAddress) -> Bool) {
    guard !devices.isEmpty else { return }
    let open = devices.filter(isOpen)
    schedule.withLock { schedule in
      for device in devices { schedule.ring(device, isOpen: open.contains(device), at: now) }
    }
    call()
  }

  func cameBack(_ device: DeviceAddress, at now: UInt64) {
    schedule.withLock { $0.cameBack(device, at: now) }
  }

  /// Runs with the schedule to itself.
  func withSchedule<Value>(_ body: (inout sending WebPushSchedule) -> sending Value)
    -> sending Value
  {
    schedule.withLock { body(&$0) }
  }

  /// Whether an alarm at this time is to be set: none is set that comes as early.
  func setAlarm(_ time: UInt64) -> Bool {
    alarm.withLock { alarm in
      if let set = alarm, set <= time { return false }
      alarm = time
      return true
    }
  }

  func alarmRang(_ time: UInt64) {
    alarm.withLock { if $0 == time { $0 = nil } }
    call()
  }
}
