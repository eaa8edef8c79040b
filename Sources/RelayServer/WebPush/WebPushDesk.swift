import GroveServing
import RelayDomain
import Synchronization

/// The schedule that routes and the sender share, and the bell that says it has changed.
final class WebPushDesk: Sendable {
  let settings: WebPushSettings
  let bell = ServiceCalls()
  private let schedule: Mutex<WebPushSchedule>

  init(_ settings: WebPushSettings) {
    self.settings = settings
    schedule = Mutex(WebPushSchedule(limits: settings.limits))
  }

  /// - Parameter isOpen: whether a device has a stream open.
  func ring(_ devices: Set<DeviceAddress>, at now: UInt64, isOpen: (DeviceAddress) -> Bool) {
    guard !devices.isEmpty else { return }
    let open = devices.filter(isOpen)
    schedule.withLock { schedule in
      for device in devices { schedule.ring(device, isOpen: open.contains(device), at: now) }
    }
    bell.call()
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
}
