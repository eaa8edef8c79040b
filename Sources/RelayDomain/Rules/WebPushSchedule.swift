public import GroveIdentity

/// Which devices are due to be told that something waits for them, and when each may be told again.
/// Pure: times are milliseconds since 1970 and come from outside.
///
/// Forgets everything with the process: who was to be told in that moment is told of what comes next.
public struct WebPushSchedule: Sendable {
  /// What became of one try.
  public enum Delivery: Hashable, Sendable {
    case sent
    /// Another time. The push service may have said how long to wait at least, in milliseconds.
    case later(pause: UInt64?)
    /// There is nobody to tell, nothing to tell, or the endpoint is no more.
    case over
  }

  private struct Device {
    /// Since when there is something to tell; nil: there is nothing.
    var wantedSince: UInt64?
    var dueAt: UInt64 = 0
    /// When the last one was sent.
    var pushedAt: UInt64?
    /// Pushes since the device was here.
    var unanswered = 0
    /// Tries since the last that went well.
    var failures = 0
    var sending: Sending?
  }

  private struct Sending {
    /// Nil: the device has come back meanwhile.
    var since: UInt64?
    var service: Origin?
  }

  private let limits: WebPushLimits
  private var devices: [DeviceAddress: Device] = [:]
  private var wanted: Set<DeviceAddress> = []
  private var underWay = 0
  private var perService: [Origin: Int] = [:]

  /// Nobody is due.
  public init(limits: WebPushLimits = WebPushLimits()) { self.limits = limits }

  /// How many devices it knows of.
  public var count: Int { devices.count }

  /// When somebody is due next; nil: nobody is.
  public var next: UInt64? {
    underWay < limits.atOnce ? wanted.lazy.compactMap { self.devices[$0]?.dueAt }.min() : nil
  }

  /// Something has come that its person should hear of.
  /// - Parameter isOpen: the device has a stream open, on which it is told already: a page that is
  ///   frozen or gone takes nothing from it, so it is given a while to acknowledge.
  public mutating func ring(_ address: DeviceAddress, isOpen: Bool, at now: UInt64) {
    guard devices[address] != nil || makeRoom(at: now) else { return }
    var device = devices[address] ?? Device()
    let isSlow = device.unanswered >= limits.unansweredBeforeSlow
    let pace = device.pushedAt.map { $0 + (isSlow ? limits.slowGap : limits.gap) } ?? 0
    let due = max(pace, isOpen ? now + limits.patience : now)
    if device.wantedSince == nil {
      device.wantedSince = now
      device.dueAt = max(due, device.failures > 0 ? device.dueAt : 0)
    } else if device.failures == 0 {
      device.dueAt = min(device.dueAt, due)
    }
    devices[address] = device
    if device.sending == nil { wanted.insert(address) }
  }

  /// The device is here: it has opened its stream, asked for its mail or acknowledged some.
  public mutating func cameBack(_ address: DeviceAddress, at now: UInt64) {
    guard var device = devices[address] else { return }
    device.wantedSince = nil
    device.unanswered = 0
    device.sending?.since = nil
    devices[address] = device
    wanted.remove(address)
    forgetIfIdle(address, at: now)
  }

  /// Those that are due, the longest first; each is on its way from now on, until `note`.
  public mutating func take(at now: UInt64) -> [DeviceAddress] {
    let room = limits.atOnce - underWay
    guard room > 0 else { return [] }
    let due = wanted.filter { (devices[$0]?.dueAt ?? .max) <= now }
      .sorted { order($0, devices[$0]?.dueAt) < order($1, devices[$1]?.dueAt) }
      .prefix(room)
    for address in due {
      wanted.remove(address)
      let since = devices[address]?.wantedSince
      devices[address]?.sending = Sending(since: since)
      devices[address]?.wantedSince = nil
      underWay += 1
    }
    return Array(due)
  }

  /// Whether one that was taken may be sent to this service now. False: it is due again in a second,
  /// because so many are on their way there.
  public mutating func begin(_ address: DeviceAddress, to service: Origin, at now: UInt64) -> Bool {
    guard var device = devices[address], var sending = device.sending else { return false }
    guard perService[service, default: 0] < limits.perService else {
      device.sending = nil
      underWay -= 1
      if let since = sending.since {
        device.wantedSince = min(since, device.wantedSince ?? since)
        device.dueAt = now + 1000
        wanted.insert(address)
      }
      devices[address] = device
      return false
    }
    perService[service, default: 0] += 1
    sending.service = service
    device.sending = sending
    devices[address] = device
    return true
  }

  /// What became of one that was taken.
  public mutating func note(_ delivery: Delivery, of address: DeviceAddress, at now: UInt64) {
    guard var device = devices[address], let sending = device.sending else { return }
    device.sending = nil
    underWay -= 1
    if let service = sending.service {
      let rest = perService[service, default: 1] - 1
      perService[service] = rest == 0 ? nil : rest
    }
    switch delivery {
    case .sent:
      device.pushedAt = now
      device.failures = 0
      // Who came back while it was on its way has answered it.
      if sending.since != nil { device.unanswered += 1 }
      let isSlow = device.unanswered >= limits.unansweredBeforeSlow
      device.dueAt = now + (isSlow ? limits.slowGap : limits.gap)
    case .later(let pause):
      device.failures += 1
      device.dueAt = now + max(self.pause(after: device.failures), min(pause ?? 0, limits.lifetime))
      if let since = sending.since, device.dueAt < since + limits.lifetime {
        device.wantedSince = since
      }
    case .over:
      device.failures = 0
      device.unanswered = 0
      device.dueAt = now
    }
    devices[address] = device
    if device.wantedSince != nil { wanted.insert(address) }
    forgetIfIdle(address, at: now)
  }

  /// 2 s, four times as long each time, an hour at most.
  private func pause(after failures: Int) -> UInt64 {
    min(limits.firstPause << UInt64(min(2 * (failures - 1), 20)), limits.longestPause)
  }

  /// Keeps of a device only what the next ring has to know.
  private mutating func forgetIfIdle(_ address: DeviceAddress, at now: UInt64) {
    guard let device = devices[address], isIdle(device, at: now) else { return }
    devices[address] = nil
  }

  private func order(_ address: DeviceAddress, _ time: UInt64?) -> (UInt64, AccountID, DeviceID) {
    (time ?? 0, address.account, address.device)
  }

  private func isIdle(_ device: Device, at now: UInt64) -> Bool {
    device.wantedSince == nil && device.sending == nil && device.unanswered == 0
      && device.failures == 0 && (device.pushedAt.map { $0 + limits.gap <= now } ?? true)
  }

  /// Room for one more: those go of whom nothing must be known, then those that were told and for whom
  /// nothing has come since. False where everybody known is still to be told.
  private mutating func makeRoom(at now: UInt64) -> Bool {
    guard devices.count >= limits.devices else { return true }
    devices = devices.filter { !isIdle($0.value, at: now) }
    guard devices.count >= limits.devices else { return true }
    let resting = devices.filter { $0.value.wantedSince == nil && $0.value.sending == nil }
    let oldest = resting.sorted {
      order($0.key, $0.value.pushedAt) < order($1.key, $1.value.pushedAt)
    }
    // An eighth at once, so that not every further one sorts all.
    for (address, _) in oldest.prefix(max(1, limits.devices / 8)) { devices[address] = nil }
    return devices.count < limits.devices
  }
}
