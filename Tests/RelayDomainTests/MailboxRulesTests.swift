import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import Testing

struct MailboxRulesTests {
  var world = RelayWorld(MemoryRelayStore())

  private func page(_ caller: DeviceAddress, after: UInt64, limit: Int = 100) async throws
    -> Result<MailboxContents, RelayRefusal>
  {
    let limits = world.limits
    return try await world.store.read {
      try RelayRules.mailbox(
        of: caller, after: after, limit: limit, now: 0, limits: limits, in: $0)
    }
  }

  @Test func `pages follow each other without a gap and say when there is more`() async throws {
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    for number in UInt8(1)...5 {
      _ = try await world.send(number, to: [ben], by: people[0].address()).get()
    }
    var (seen, position, more) = ([MailboxEntry](), UInt64(0), true)
    while more {
      let contents = try await page(ben, after: position, limit: 2).get()
      seen += contents.entries
      position = contents.entries.last?.sequence ?? position
      more = contents.more
    }
    #expect(try await seen == world.entries(of: ben))
    #expect(seen.map(\.sequence) == [1, 2, 3, 4, 5, 6])
    #expect(try await page(ben, after: 6).get() == MailboxContents(entries: [], more: false))
  }

  @Test mutating func `a page of a mailbox ends with the envelope that reaches its bytes`()
    async throws
  {
    world.limits.mailboxPageBytes = 1000
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    for number in UInt8(1)...4 {
      _ = try await world.send(number, to: [ben], bytes: 600, by: people[0].address()).get()
    }
    let first = try await page(ben, after: 1).get()
    #expect(first.entries.map(\.sequence) == [2, 3] && first.more)
    #expect(try await page(ben, after: 3).get().entries.map(\.sequence) == [4, 5])
  }

  @Test(arguments: [
    (UInt64(1), 10, 10_000, [UInt64(2), 3, 4]), (4, 10, 10_000, nil), (1, 3, 10_000, nil),
    (1, 10, 1800, nil), (2, 10, 1800, [3, 4]),
  ])
  func `a stream that waits is told what came, unless there is nothing or a page of it`(
    _ position: UInt64, _ limit: Int, _ bytes: Int, _ expected: [UInt64]?
  ) async throws {
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    for number in UInt8(1)...3 {
      _ = try await world.send(number, to: [ben], bytes: 600, by: people[0].address()).get()
    }
    let tail = try await world.store.read {
      try RelayRules.tail(
        of: ben, after: position, limit: limit, bytes: bytes, now: 0, in: $0
      ).map { [$0.entries.map(\.sequence), [$0.position]] }
    }
    #expect(tail == expected.map { [$0, [4]] })
  }

  @Test func `a position beyond the end is refused and acknowledges nothing`() async throws {
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    _ = try await world.send(1, to: [ben], by: people[0].address()).get()
    #expect(try await page(ben, after: 3).refusal == .positionUnknown)
    #expect(try await page(ben, after: .max).refusal == .positionUnknown)
    #expect(try await world.acknowledge(upTo: 3, by: ben).refusal == .positionUnknown)
    #expect(try await world.acknowledge(upTo: .max, by: ben).refusal == .positionUnknown)
    #expect(try await world.entries(of: ben).count == 2)
  }

  @Test func `challenges are used once and tokens end`() async throws {
    var world = world
    let ann = try await world.people("ann")[0].address()
    try await world.signIn(ann, token: 1, nonce: 1).get()
    #expect(try await world.signIn(ann, token: 2, nonce: 1).refusal == .challengeUsed)
    #expect(try await world.caller(token: 1)?.owner == ann)
    #expect(try await world.caller(token: 2) == nil)
    world.now += world.limits.tokenLifetime - 1
    #expect(try await world.caller(token: 1) != nil)
    world.now += 1
    #expect(try await world.caller(token: 1) == nil)
    let stranger = try RelayPerson("eve").address()
    #expect(try await world.signIn(stranger, token: 3, nonce: 3).refusal == .credentialsInvalid)
  }

  @Test mutating func `a rendezvous holds 16 messages of 8 KiB for 10 minutes`() async throws {
    let id = RendezvousID(unchecked: [UInt8](repeating: 4, count: 16))
    for number in UInt8(0)..<16 { #expect(try await leave([number], at: id) == nil) }
    #expect(try await leave([16], at: id)?.code == .limitExceeded)
    let large = [UInt8](repeating: 0, count: (8 << 10) + 1)
    #expect(try await leave(large, at: id)?.code == .tooLarge)
    #expect(try await messages(at: id, from: 14) == [[14], [15]])
    #expect(try await messages(at: id, from: 99).isEmpty)
    world.now += world.limits.rendezvousLifetime
    #expect(try await messages(at: id, from: 0).isEmpty)
    #expect(try await leave([42], at: id) == nil)
    #expect(try await messages(at: id, from: 0) == [[42]])
  }

  @Test mutating func `strangers open a limited number of rendezvous`() async throws {
    world.limits.rendezvousOpen = 2
    for number in UInt8(1)...2 {
      let id = RendezvousID(unchecked: [UInt8](repeating: number, count: 16))
      #expect(try await leave([1], at: id) == nil)
    }
    let third = RendezvousID(unchecked: [UInt8](repeating: 3, count: 16))
    #expect(try await leave([1], at: third)?.code == .unavailable)
    world.now += world.limits.rendezvousLifetime
    #expect(try await leave([1], at: third) == nil)
  }

  @Test
  func `one address opens a limited number of rendezvous, and not again by opening one twice`() {
    var limits = RelayLimits()
    limits.rendezvousOpenPerAddress = 2
    var openings = RendezvousOpenings(limits)
    let ids = (UInt8(1)...4).map { RendezvousID(unchecked: [UInt8](repeating: $0, count: 16)) }
    #expect(openings.take(ids[0], for: "a", until: 10, now: 0) == .taken)
    #expect(openings.take(ids[1], for: "a", until: 20, now: 0) == .taken)
    #expect(openings.take(ids[0], for: "a", until: 99, now: 0) == .held)
    #expect(openings.take(ids[2], for: "a", until: 20, now: 0) == .refused)
    #expect(openings.take(ids[2], for: "b", until: 20, now: 0) == .taken)
    // One is over, another was open already.
    #expect(openings.take(ids[2], for: "a", until: 20, now: 10) == .taken)
    #expect(openings.take(ids[3], for: "a", until: 20, now: 10) == .refused)
    openings.release(ids[2], for: "a")
    #expect(openings.take(ids[3], for: "a", until: 20, now: 10) == .taken)
    _ = openings.take(ids[0], for: "c", until: 30, now: 20)
    #expect(openings.count == 1, "what is over is forgotten, whoever opened it")
    for id in ids { openings.hold(id, for: "d", until: 40) }
    #expect(openings.take(ids[0], for: "d", until: 40, now: 20) == .held)
    #expect(openings.take(ids[0], for: "d", until: 50, now: 40) == .taken)
  }

  private func leave(_ message: [UInt8], at id: RendezvousID) async throws -> RelayRefusal? {
    let (now, limits) = (world.now, world.limits)
    let outcome = try await world.store.change {
      try RelayRules.leave(message, at: id, now: now, limits: limits, in: $0)
    }
    if case .failure(let refusal) = outcome.result { return refusal }
    return nil
  }

  private func messages(at id: RendezvousID, from index: Int) async throws -> [[UInt8]] {
    let now = world.now
    return try await world.store.read {
      try RelayRules.messages(at: id, from: index, now: now, in: $0)
    }
  }

  @Test mutating func `attachments are kept for 30 days within the account's room`()
    async throws
  {
    world.limits.attachmentBytesPerAccount = 100
    world.limits.attachmentsPerAccount = 2
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    #expect(try await store(1, size: 60, by: ann).get().expiresAt == world.now + 2_592_000_000)
    #expect(try await store(2, size: 41, by: ann).refusal == .limitExceeded)
    #expect(try await store(2, size: 0, by: ann).refusal == .malformed)
    #expect(try await store(2, size: 26 << 20, by: ann).refusal == .tooLarge)
    #expect(try await store(2, size: 40, by: ann).get().size == 40)
    #expect(try await store(3, size: 1, by: ben).get().owner == ben.account)
    #expect(try await find(1, by: ben).get().size == 60)
    #expect(try await find(9, by: ben).refusal == .notFound)
    world.now += 2_592_000_000
    #expect(try await find(1, by: ann).refusal == .notFound)
    let (now, limits) = (world.now, world.limits)
    let expired = try await world.store.change {
      try RelayRules.expire(now: now, limits: limits, in: $0)
    }
    #expect(expired.count == 3)
    #expect(try await store(4, size: 100, by: ann).get().size == 100)
  }

  private func store(_ number: UInt8, size: Int, by caller: DeviceAddress) async throws
    -> Result<AttachmentRecord, RelayRefusal>
  {
    let (now, limits) = (world.now, world.limits)
    let id = AttachmentID(unchecked: [UInt8](repeating: number, count: 16))
    return try await world.store.change {
      try RelayRules.store(id, size: size, by: caller, now: now, limits: limits, in: $0)
    }.result
  }

  private func find(_ number: UInt8, by caller: DeviceAddress) async throws
    -> Result<AttachmentRecord, RelayRefusal>
  {
    let now = world.now
    let id = AttachmentID(unchecked: [UInt8](repeating: number, count: 16))
    return try await world.store.read {
      try RelayRules.attachment(id, for: caller, now: now, in: $0)
    }
  }
}
