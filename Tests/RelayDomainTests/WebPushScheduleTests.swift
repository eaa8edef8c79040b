import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

/// When a device whose page is closed is told that something waits.
@Suite struct WebPushScheduleTests {
  private var schedule = WebPushSchedule()
  private let limits = WebPushLimits()
  private let start: UInt64 = 1_000_000

  private func device(_ number: UInt8) -> DeviceAddress {
    DeviceAddress(
      account: AccountID(unchecked: [UInt8](repeating: number, count: 32)),
      device: DeviceID(unchecked: [UInt8](repeating: number, count: 16)))
  }

  private func service(_ number: Int = 1) throws -> Origin {
    try Origin("https://push\(number).example")
  }

  /// One push, taken and sent.
  private mutating func push(_ number: UInt8 = 1, at now: UInt64) throws -> Bool {
    let taken = schedule.take(at: now)
    guard taken == [device(number)] else { return false }
    #expect(schedule.begin(device(number), to: try service(), at: now))
    schedule.note(.sent, of: device(number), at: now)
    return true
  }

  @Test mutating func `who is rung is due at once, once`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    schedule.ring(device(1), isOpen: false, at: start)
    #expect(schedule.next == start)
    #expect(try push(at: start))
    #expect(schedule.next == nil)
    #expect(schedule.take(at: start + 1_000_000).isEmpty)
  }

  @Test mutating func `what comes soon after a push is told in one, half a minute later`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    #expect(try push(at: start))
    for second in 1...20 as ClosedRange<UInt64> {
      schedule.ring(device(1), isOpen: false, at: start + second * 1000)
    }
    #expect(schedule.take(at: start + limits.gap - 1).isEmpty)
    #expect(try push(at: start + limits.gap))
    #expect(schedule.next == nil)
  }

  @Test mutating func `while one is on its way there is no other`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    #expect(schedule.take(at: start) == [device(1)])
    #expect(schedule.begin(device(1), to: try service(), at: start))
    schedule.ring(device(1), isOpen: false, at: start + 1)
    #expect(schedule.next == nil)
    #expect(schedule.take(at: start + 600_000).isEmpty)
    schedule.note(.sent, of: device(1), at: start + 600_000)
    #expect(schedule.next == start + 600_000 + limits.gap)
  }

  @Test
  mutating func `an open stream is given a minute, and a device that acknowledges is not told`()
    throws
  {
    schedule.ring(device(1), isOpen: true, at: start)
    schedule.ring(device(2), isOpen: true, at: start)
    schedule.cameBack(device(1), at: start + 50)
    #expect(schedule.take(at: start + limits.patience - 1).isEmpty)
    #expect(schedule.take(at: start + limits.patience) == [device(2)])
  }

  @Test mutating func `a stream that has closed meanwhile makes the next ring due at once`() throws
  {
    schedule.ring(device(1), isOpen: true, at: start)
    schedule.ring(device(1), isOpen: false, at: start + 5)
    #expect(schedule.next == start + 5)
  }

  @Test
  mutating func
    `after twenty pushes without an answer there is one an hour until the device is back`()
    throws
  {
    var now = start
    for _ in 1...limits.unansweredBeforeSlow {
      schedule.ring(device(1), isOpen: false, at: now)
      #expect(try push(at: now))
      now += limits.gap
    }
    schedule.ring(device(1), isOpen: false, at: now)
    #expect(schedule.take(at: now).isEmpty)
    #expect(schedule.next == now - limits.gap + limits.slowGap)
    schedule.cameBack(device(1), at: now)
    schedule.ring(device(1), isOpen: false, at: now)
    #expect(try push(at: now))
  }

  @Test mutating func `a push that fails is tried again after growing pauses, for a day`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    var (now, pauses) = (start, [UInt64]())
    while schedule.take(at: now) == [device(1)] {
      #expect(schedule.begin(device(1), to: try service(), at: now))
      schedule.note(.later(pause: nil), of: device(1), at: now)
      guard let next = schedule.next else { break }
      pauses.append(next - now)
      now = next
    }
    #expect(pauses.prefix(7) == [2000, 8000, 32_000, 128_000, 512_000, 2_048_000, 3_600_000])
    #expect(pauses.dropFirst(6).allSatisfy { $0 == limits.longestPause })
    #expect(now - start < limits.lifetime && now - start > limits.lifetime - limits.longestPause)
    // Nothing is left to tell; what comes next is, after the pause that has been reached.
    #expect(schedule.next == nil)
    schedule.ring(device(1), isOpen: false, at: now)
    #expect(schedule.next == now + limits.longestPause)
  }

  @Test mutating func `a push service that asks to wait is not asked before`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    _ = schedule.take(at: start)
    #expect(schedule.begin(device(1), to: try service(), at: start))
    schedule.note(.later(pause: 900_000), of: device(1), at: start)
    schedule.ring(device(1), isOpen: false, at: start + 1)
    #expect(schedule.next == start + 900_000)
    // One that asks for ever gives the push up, and holds up nothing that comes later.
    _ = schedule.take(at: start + 900_000)
    schedule.note(.later(pause: .max), of: device(1), at: start + 900_000)
    #expect(schedule.next == nil)
  }

  @Test mutating func `who comes back while a push fails is not told any more`() throws {
    schedule.ring(device(1), isOpen: false, at: start)
    _ = schedule.take(at: start)
    schedule.cameBack(device(1), at: start + 1)
    schedule.note(.later(pause: nil), of: device(1), at: start + 2)
    #expect(schedule.next == nil)
  }

  @Test mutating func `nothing is kept of a device that has no subscription`() {
    schedule.ring(device(1), isOpen: false, at: start)
    _ = schedule.take(at: start)
    schedule.note(.over, of: device(1), at: start)
    #expect(schedule.count == 0)
  }

  @Test
  mutating func `so many are on their way to one service, and other services are not held up`()
    throws
  {
    var limits = WebPushLimits()
    (limits.perService, limits.atOnce) = (2, 4)
    schedule = WebPushSchedule(limits: limits)
    for number in 1...6 as ClosedRange<UInt8> {
      schedule.ring(device(number), isOpen: false, at: start)
    }
    #expect(schedule.take(at: start).count == 4)
    #expect(schedule.next == nil)
    #expect(schedule.begin(device(1), to: try service(1), at: start))
    #expect(schedule.begin(device(2), to: try service(1), at: start))
    #expect(!schedule.begin(device(3), to: try service(1), at: start))
    #expect(schedule.begin(device(4), to: try service(2), at: start))
    #expect(schedule.take(at: start) == [device(5)])
    schedule.note(.sent, of: device(1), at: start)
    #expect(schedule.take(at: start + 1000) == [device(6)])
    #expect(schedule.begin(device(6), to: try service(1), at: start + 1000))
    schedule.note(.sent, of: device(2), at: start + 1000)
    #expect(schedule.take(at: start + 1000) == [device(3)])
    #expect(schedule.begin(device(3), to: try service(1), at: start + 1000))
  }

  @Test mutating func `so many devices are known and no more, and those that rest make room`()
    throws
  {
    var limits = WebPushLimits()
    limits.devices = 8
    schedule = WebPushSchedule(limits: limits)
    for number in 1...20 as ClosedRange<UInt8> {
      schedule.ring(device(number), isOpen: false, at: start)
    }
    #expect(schedule.count == 8)
    for taken in schedule.take(at: start) {
      #expect(schedule.begin(taken, to: try service(), at: start))
      schedule.note(.sent, of: taken, at: start)
    }
    #expect(schedule.count == 8)
    schedule.ring(device(21), isOpen: false, at: start)
    #expect(schedule.count == 8)
    #expect(schedule.take(at: start) == [device(21)])
  }
}
