import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import Testing

/// The relay as a push service (protocol 12.8): who may push, how much waits, for how long.
@Suite struct PushRulesTests {
  let world: RelayWorld
  let person: RelayPerson
  let key = SigningKey()
  let origin: Origin

  init() async throws {
    world = RelayWorld(MemoryRelayStore())
    person = try await world.people("ann")[0]
    origin = try Origin("https://relay.example")
  }

  private func makeAddress(_ number: UInt8 = 1, limits: RelayLimits = RelayLimits()) async throws
    -> Result<NoticeAddressRecord, RelayRefusal>
  {
    let (caller, now, key) = (person.address(), world.now, key.publicKey)
    return try await world.store.change { reader in
      try RelayRules.makeNoticeAddress(
        NoticeAddressID(unchecked: [UInt8](repeating: number, count: 16)),
        tokenHash: [UInt8](repeating: number, count: 32), serverKey: key, by: caller, now: now,
        limits: limits, in: reader)
    }.result
  }

  private func push(
    _ number: UInt8 = 1, signedBy other: SigningKey? = nil, at service: Origin? = nil,
    topic: String? = nil, timeToLive: UInt64 = 3600, limits: RelayLimits = RelayLimits()
  ) async throws -> Result<Void, RelayRefusal> {
    let (origin, now) = (origin, world.now)
    let header = try PushAuthorization.header(
      signedBy: other ?? key, for: service ?? origin, contact: "mailto:ops@docs.example",
      expiresAt: now / 1000 + 3600)
    let request = PushRequest(
      tokenHash: [UInt8](repeating: number, count: 32),
      authorization: try PushAuthorization(header: header), timeToLive: timeToLive, topic: topic,
      body: [1, 2, 3])
    return try await world.store.change { reader in
      try RelayRules.push(request, to: origin, now: now, limits: limits, in: reader)
    }.result
  }

  private func waiting(after milliseconds: UInt64 = 0) async throws -> Int {
    let (caller, now) = (person.address(), world.now + milliseconds)
    return try await world.store.read { reader in
      try RelayRules.mailbox(
        of: caller, after: 0, limit: 500, now: now, limits: RelayLimits(), in: reader)
    }.get().entries.count {
      if case .notice = $0.payload { true } else { false }
    }
  }

  private func code(_ result: Result<some Any, RelayRefusal>) -> RelayRefusal.Code? {
    if case .failure(let refusal) = result { refusal.code } else { nil }
  }

  @Test func `what the server of the address pushes waits for the account's device`() async throws {
    _ = try await makeAddress().get()
    try await push().get()
    #expect(try await waiting() == 1)
  }

  @Test func `another key, another relay and a token nobody has are one refusal`() async throws {
    _ = try await makeAddress().get()
    #expect(code(try await push(signedBy: SigningKey())) == .notFound)
    #expect(code(try await push(at: Origin("https://other.example"))) == .notFound)
    #expect(code(try await push(7)) == .notFound)
    #expect(try await waiting() == 0)
  }

  @Test func `an ended address takes nothing more and what waited is gone`() async throws {
    let record = try await makeAddress().get()
    try await push().get()
    let caller = person.address()
    try await world.store.change { reader in
      try RelayRules.endNoticeAddress(record.addressID, by: caller, in: reader)
    }.result.get()
    #expect(try await waiting() == 0)
    #expect(code(try await push()) == .notFound)
  }

  @Test func `another account cannot end an address`() async throws {
    let record = try await makeAddress().get()
    let stranger = try RelayPerson("Eve")
    _ = try await world.signUp(stranger).get()
    let result = try await world.store.change { reader in
      try RelayRules.endNoticeAddress(record.addressID, by: stranger.address(), in: reader)
    }.result
    #expect(code(result) == .notFound)
    try await push().get()
  }

  @Test func `one address fills its share and leaves room for others, and a topic replaces`()
    async throws
  {
    var limits = RelayLimits()
    limits.noticesPerAddress = 3
    limits.noticesPerMailbox = 4
    for number in UInt8(1)...3 { _ = try await makeAddress(number).get() }
    for _ in 1...2 { try await push(limits: limits).get() }
    try await push(topic: "edit", limits: limits).get()
    #expect(code(try await push(limits: limits)) == .limitExceeded)
    try await push(topic: "edit", limits: limits).get()
    try await push(2, limits: limits).get()
    #expect(code(try await push(3, limits: limits)) == .limitExceeded)
    #expect(try await waiting() == 4)
  }

  @Test func `a pushed message is not delivered after its time, and now or never is five seconds`()
    async throws
  {
    _ = try await makeAddress().get()
    try await push(timeToLive: 60).get()
    try await push(timeToLive: 0).get()
    #expect(try await waiting(after: 4_999) == 2)
    #expect(try await waiting(after: 5_000) == 1)
    #expect(try await waiting(after: 59_999) == 1)
    #expect(try await waiting(after: 60_000) == 0)
    try await push(timeToLive: .max).get()
    #expect(try await waiting(after: RelayLimits().mailboxLifetime - 1) == 1)
    #expect(try await waiting(after: RelayLimits().mailboxLifetime) == 0)
  }

  @Test func `an address that nothing came to for 180 days is gone, and not a moment earlier`()
    async throws
  {
    _ = try await makeAddress(1).get()
    let limits = RelayLimits()
    for (now, count) in [
      (world.now + limits.noticeAddressLifetime, 1),
      (world.now + limits.noticeAddressLifetime + 1, 0),
    ] {
      _ = try await world.store.change { try RelayRules.expire(now: now, limits: limits, in: $0) }
      let account = person.accountID
      #expect(try await world.store.read { try $0.noticeAddresses(of: account).count } == count)
    }
  }

  @Test func `an account has so many addresses and no more`() async throws {
    var limits = RelayLimits()
    limits.noticeAddresses = 2
    _ = try await makeAddress(1, limits: limits).get()
    _ = try await makeAddress(2, limits: limits).get()
    #expect(code(try await makeAddress(3, limits: limits)) == .limitExceeded)
  }
}
