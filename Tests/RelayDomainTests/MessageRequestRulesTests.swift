import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

/// Who is put into a conversation by somebody unknown decides first.
struct MessageRequestRulesTests {
  var world = RelayWorld(MemoryRelayStore())
  let id = RelayWorld.conversation(1)
  let second = RelayWorld.conversation(2)

  private func strangers(_ handles: String...) async throws -> [RelayPerson] {
    var people: [RelayPerson] = []
    for handle in handles {
      people += try await world.people(handle, together: false, policy: .ask)
    }
    return people
  }

  private func requestedBy(_ id: ConversationID, _ person: RelayPerson) async throws -> AccountID? {
    try await world.store.read {
      try RelayRules.conversation(id, for: person.address(), in: $0).get().requestedBy
    }
  }

  private func requests(of address: DeviceAddress) async throws -> [AccountID?] {
    try await world.entries(of: address).compactMap { entry in
      guard case .conversation(let event) = entry.payload else { return nil }
      return event.conversation.requestedBy
    }
  }

  @Test func `whoever is put in by a stranger is asked, and nobody else sees that`() async throws {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0], people[1])
    let created = try await world.create(id, [bob.accountID], by: eve.address()).get()
    #expect(created.members == [eve.accountID, bob.accountID].sorted())
    #expect(created.requestedBy == nil)
    #expect(try await requestedBy(id, bob) == eve.accountID)
    #expect(try await requests(of: bob.address()) == [eve.accountID])
    #expect(try await requests(of: eve.address()) == [nil])
  }

  @Test func `who has accepted is in, is told so on every device, and is known from then on`()
    async throws
  {
    var people = try await strangers("eve", "bob")
    try await world.addDevice(to: &people[1])
    let (eve, bob) = (people[0], people[1])
    _ = try await world.create(id, [bob.accountID], by: eve.address()).get()
    let accepted = try await world.accept(id, by: bob.address(0)).get()
    #expect(accepted.requestedBy == nil)
    #expect(try await requestedBy(id, bob) == nil)
    #expect(try await world.accept(id, by: bob.address(1)).get() == accepted)
    for index in 0..<2 {
      let last = try await world.entries(of: bob.address(index)).last
      guard case .conversation(let event) = last?.payload else {
        Issue.record("no event")
        continue
      }
      #expect(event.kind == .accepted)
    }
    #expect(try await world.entries(of: eve.address()).count == 1, "the created event only")
    _ = try await world.create(second, [bob.accountID], by: eve.address()).get()
    #expect(try await requestedBy(second, bob) == nil)
  }

  @Test func `writing to somebody first is knowing them`() async throws {
    let people = try await strangers("bob", "dora")
    let (bob, dora) = (people[0], people[1])
    _ = try await world.create(id, [dora.accountID], by: bob.address()).get()
    _ = try await world.create(second, [bob.accountID], by: dora.address()).get()
    #expect(try await requestedBy(second, bob) == nil)
  }

  @Test func `whose contact link was opened comes in without asking`() async throws {
    let people = try await strangers("bob", "dora")
    let (bob, dora) = (people[0], people[1])
    _ = try await world.admit(admit: [dora.accountID], by: bob.address()).get()
    _ = try await world.create(id, [bob.accountID], by: dora.address()).get()
    #expect(try await requestedBy(id, bob) == nil)
  }

  @Test func `a friend of the conversation brings people in without asking its members`()
    async throws
  {
    let people = try await strangers("ann", "bob", "carl")
    let (ann, bob, carl) = (people[0], people[1], people[2])
    _ = try await world.create(id, [bob.accountID], by: ann.address()).get()
    _ = try await world.accept(id, by: bob.address()).get()
    _ = try await world.create(second, [carl.accountID], by: ann.address()).get()
    _ = try await world.accept(second, by: carl.address()).get()
    _ = try await world.change(id, add: [carl.accountID], by: ann.address()).get()
    #expect(try await requestedBy(id, carl) == nil)
    let sent = try await world.send(1, to: [bob.address()], by: carl.address()).get()
    #expect(sent.accepted == 1)
  }

  @Test func `a stranger's messages are few until they are accepted, fetched or not`()
    async throws
  {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0].address(), people[1].address())
    _ = try await world.create(id, [bob.account], by: eve).get()
    // Having been asked counts, too.
    for number in UInt8(2)...16 {
      #expect(try await world.send(number, to: [bob], by: eve).get().accepted == 1)
    }
    let last = try await world.store.read { try $0.mailbox(bob).last }
    try await world.acknowledge(upTo: last, by: bob).get()
    let refused = EnvelopesQueued(
      accepted: 0, duplicates: 0,
      undelivered: [Undelivered(recipient: bob, reason: .notDelivered)])
    #expect(try await world.send(17, to: [bob], by: eve).get() == refused)
    #expect(try await world.send(16, to: [bob], by: eve).get().duplicates == 1)
    _ = try await world.accept(id, by: bob).get()
    #expect(try await world.send(17, to: [bob], by: eve).get().accepted == 1)
  }

  @Test func `a stranger's bytes are few, over all their requests`() async throws {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0].address(), people[1].address())
    _ = try await world.create(id, [bob.account], by: eve).get()
    _ = try await world.create(second, [bob.account], by: eve).get()
    for number in UInt8(1)...3 {
      let sent = try await world.send(number, to: [bob], bytes: 60 << 10, by: eve).get()
      #expect(sent.accepted == 1)
    }
    let more = try await world.send(5, to: [bob], bytes: 64 << 10, by: eve).get()
    #expect(more.accepted == 1)
    #expect(
      try await world.send(6, to: [bob], bytes: 60 << 10, by: eve).get().undelivered.count == 1)
  }

  @Test func `changes of a conversation that has not been accepted count, and end quietly`()
    async throws
  {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0].address(), people[1].address())
    _ = try await world.create(id, [bob.account], by: eve).get()
    for number in 1...40 {
      _ = try await world.change(id, name: "\(number)", by: eve).get()
    }
    #expect(try await world.entries(of: bob).count == world.limits.requestEntries)
    let accepted = try await world.accept(id, by: bob).get()
    #expect(accepted.name == "40")
  }

  @Test mutating func `an account keeps the requests of so many strangers at a time`()
    async throws
  {
    world.limits.requesters = 2
    let people = try await strangers("bob", "eve1", "eve2", "eve3")
    let bob = people[0]
    for (number, eve) in people.dropFirst().enumerated() {
      let created = try await world.create(
        RelayWorld.conversation(UInt8(number + 1)), [bob.accountID], by: eve.address()
      ).get()
      #expect(created.notAdded == (number < 2 ? [] : [bob.accountID]))
    }
    world.now += world.limits.requestLifetime + 1
    try await world.expire()
    let again = try await world.create(
      RelayWorld.conversation(9), [bob.accountID], by: people[3].address()
    ).get()
    #expect(again.notAdded.isEmpty)
  }

  @Test func `who has declined or left is asked again`() async throws {
    let people = try await strangers("ann", "bob")
    let (ann, bob) = (people[0], people[1])
    _ = try await world.create(id, [bob.accountID], by: ann.address()).get()
    for _ in 0..<2 {
      _ = try await world.change(id, remove: [bob.accountID], by: bob.address()).get()
      _ = try await world.change(id, add: [bob.accountID], by: ann.address()).get()
      #expect(try await requestedBy(id, bob) == ann.accountID)
      _ = try await world.accept(id, by: bob.address()).get()
    }
    // Known through another conversation, and still asked where they left.
    _ = try await world.create(second, [bob.accountID], by: ann.address()).get()
    _ = try await world.change(id, remove: [bob.accountID], by: bob.address()).get()
    _ = try await world.change(id, add: [bob.accountID], by: ann.address()).get()
    #expect(try await requestedBy(id, bob) == ann.accountID)
    #expect(try await requestedBy(second, bob) == nil)
  }

  @Test func `who was put out by others comes back without being asked`() async throws {
    let people = try await strangers("ann", "bob")
    let (ann, bob) = (people[0], people[1])
    _ = try await world.create(id, [bob.accountID], by: ann.address()).get()
    _ = try await world.accept(id, by: bob.address()).get()
    _ = try await world.change(id, remove: [bob.accountID], by: ann.address()).get()
    _ = try await world.change(id, add: [bob.accountID], by: ann.address()).get()
    #expect(try await requestedBy(id, bob) == nil)
  }

  @Test func `whoever is blocked can neither add nor reach, and the others are reached`()
    async throws
  {
    let people = try await strangers("eve", "bob", "carl")
    let (eve, bob, carl) = (people[0], people[1], people[2])
    let ids = people.map(\.accountID)
    _ = try await world.create(id, ids, by: eve.address()).get()
    for person in [bob, carl] { _ = try await world.accept(id, by: person.address()).get() }
    let state = try await world.admit(block: [eve.accountID], by: bob.address()).get()
    #expect(state.blocked == [eve.accountID])
    let sent = try await world.send(
      1, to: [bob.address(), carl.address()], by: eve.address()
    ).get()
    #expect(sent.accepted == 1)
    #expect(
      sent.undelivered == [Undelivered(recipient: bob.address(), reason: .notDelivered)])
    let created = try await world.create(second, ids, by: eve.address()).get()
    #expect(created.notAdded == [bob.accountID])
    #expect(created.members == [eve.accountID, carl.accountID].sorted())
    // The lost answer is asked for again.
    #expect(try await world.create(second, ids, by: eve.address()).get() == created)
    let unblocked = try await world.admit(unblock: [eve.accountID], by: bob.address()).get()
    #expect(unblocked.blocked.isEmpty)
    let again = try await world.send(1, to: [bob.address()], by: eve.address()).get()
    #expect(again.accepted == 1)
  }

  @Test func `blocking whoever asks declines all their requests`() async throws {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0], people[1])
    for number in UInt8(1)...3 {
      _ = try await world.create(
        RelayWorld.conversation(number), [bob.accountID], by: eve.address()
      ).get()
    }
    _ = try await world.admit(block: [eve.accountID], by: bob.address()).get()
    #expect(try await world.store.read { try $0.conversations(of: bob.accountID) }.isEmpty)
    #expect(try await world.store.read { try $0.requesterCount(of: bob.accountID) } == 0)
  }

  @Test func `who has not accepted may leave and do nothing else`() async throws {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0], people[1])
    _ = try await world.create(id, [bob.accountID], by: eve.address()).get()
    #expect(try await world.change(id, name: "B", by: bob.address()).refusal == .notAMember)
    #expect(
      try await world.change(id, remove: [eve.accountID], by: bob.address()).refusal
        == .notAMember)
    #expect(try await world.change(id, remove: [bob.accountID], by: bob.address()).refusal == nil)
  }

  @Test func `who goes without having accepted leaves nobody asked who was not`() async throws {
    let people = try await strangers("eve", "bob", "carol")
    let (eve, bob, carol) = (people[0], people[1], people[2])
    _ = try await world.create(id, [bob.accountID, carol.accountID], by: eve.address()).get()
    _ = try await world.accept(id, by: carol.address()).get()
    let left = try await world.change(id, remove: [bob.accountID], by: bob.address())
    #expect(left.refusal == nil)
    #expect(try await requests(of: eve.address()).allSatisfy { $0 == nil })
    #expect(try await requests(of: carol.address()).last == .some(nil))
    #expect(try await requestedBy(id, carol) == nil)
  }

  @Test
  mutating func `so many accounts are admitted and blocked, and a full list keeps nobody out`()
    async throws
  {
    world.limits.admissions = 2
    let people = try await strangers("ann", "bob", "cem", "dan", "eve")
    let (ann, bob) = (people[0], people[1])
    let others = people.dropFirst(2).map(\.accountID)
    #expect(try await world.admit(admit: others, by: ann.address()).refusal == .limitExceeded)
    _ = try await world.admit(admit: [others[0], others[1]], by: ann.address()).get()
    #expect(try await world.admit(admit: [others[2]], by: ann.address()).refusal == .limitExceeded)
    // Whoever puts somebody out would be admitted by them: others decide how often.
    _ = try await world.create(id, [ann.accountID], by: bob.address()).get()
    _ = try await world.accept(id, by: ann.address()).get()
    _ = try await world.change(id, remove: [ann.accountID], by: bob.address()).get()
    let full = try await world.store.read { try $0.admission(of: ann.accountID) }
    #expect(full.admitted == [others[0], others[1]].sorted())
    let blocked = try await world.admit(block: [bob.accountID, others[2]], by: ann.address()).get()
    #expect(blocked.blocked.count == 2)
    #expect(try await world.admit(block: [others[0]], by: ann.address()).refusal == .limitExceeded)
  }

  @Test func `nobody admits or blocks their own account, or one that is not here, or twice`()
    async throws
  {
    let people = try await strangers("eve", "bob")
    let (eve, bob) = (people[0].accountID, people[1].address())
    let nobody = try RelayPerson("nobody").accountID
    #expect(try await world.admit(block: [bob.account], by: bob).refusal == .malformed)
    #expect(try await world.admit(admit: [eve], block: [eve], by: bob).refusal == .malformed)
    #expect(try await world.admit(block: [nobody], by: bob).refusal == .notFound)
  }
}
