import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

/// What nobody fetches does not stay for ever, and who comes back is told.
struct ExpiredMailRulesTests {
  var world = RelayWorld(MemoryRelayStore())

  @Test mutating func `what waits for 45 days goes, and the device is told how much it missed`()
    async throws
  {
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    for number in UInt8(1)...3 { _ = try await world.send(number, to: [ben], by: ann).get() }
    world.now += world.limits.mailboxLifetime
    try await world.expire()
    #expect(try await world.entries(of: ben).count == 4, "not a moment too early")
    world.now += 1
    try await world.expire()
    let left = try await world.entries(of: ben)
    #expect(left.map(\.payload) == [.gap(entries: 4)])
    #expect(left.map(\.sequence) == [5])
    let position = try await world.store.read { try $0.mailbox(ben) }
    #expect(position == MailboxPosition(last: 5, entries: 1, bytes: 0))
    #expect(
      try await world.store.read {
        try $0.waiting(for: ben.account, from: ann.account)[ben.device]?.share
      } == .init())
    world.now += world.limits.mailboxLifetime + 1
    try await world.expire()
    #expect(try await world.entries(of: ben).map(\.payload) == [.gap(entries: 4)])
  }

  @Test mutating func `a device away for too long need not be addressed, until it comes back`()
    async throws
  {
    var people = try await world.people("ann", "ben")
    try await world.addDevice(to: &people[1])
    let (ann, phone, lost) = (
      people[0].address(), people[1].address(0), people[1].address(1)
    )
    world.now += world.limits.mailboxLifetime
    // Both have keys that were published ahead.
    for index in 0..<2 {
      let key = try people[1].kemKey(index, keyID: 7, from: world.now)
      let (now, limits) = (world.now, world.limits)
      let caller = people[1].address(index)
      try await world.store.change {
        try RelayRules.publish(kemKey: key, by: caller, now: now, limits: limits, in: $0)
      }.result.get()
    }
    #expect(try await world.send(1, to: [lost], by: ann).get().accepted == 1)
    try await world.signIn(phone, token: 1, nonce: 1).get()
    #expect(try await world.send(2, to: [lost], by: ann).refusal == .devicesChanged)
    #expect(try await world.send(2, to: [phone], by: ann).get().accepted == 1)
    try await world.signIn(lost, token: 2, nonce: 2).get()
    #expect(try await world.send(3, to: [phone], by: ann).refusal == .devicesChanged)
  }

  @Test mutating func `a person sees when each device was seen and until when it receives`()
    async throws
  {
    let people = try await world.people("ann")
    let ann = people[0].address()
    let joined = world.now
    world.now += 5000
    try await world.signIn(ann, token: 1, nonce: 1).get()
    let limits = world.limits
    let devices = try await world.store.read {
      try RelayRules.devices(of: ann, limits: limits, in: $0).get()
    }
    let end = joined + 7 * 86_400_000
    #expect(
      devices == [
        DeviceView(device: ann.device, lastSeenAt: joined + 5000, receivesUntil: end)
      ])
  }
}
