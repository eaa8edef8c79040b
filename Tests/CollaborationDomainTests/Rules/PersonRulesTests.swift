import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// The owner says which identities are one person's (decision 0036).
@Suite struct PersonRulesTests {
  let world = CollaborationWorld(MemoryStore())

  func lost(_ names: String...) throws -> LostAccess {
    .accounts(try names.map(CollaborationWorld.account))
  }

  func active() async throws -> [RootHash] {
    let id = try CollaborationWorld.collaboration(1)
    return try await world.store.read {
      try $0.participants(in: id, after: nil, limit: 1000, onlyBound: false)
    }.map(\.identity.root)
  }

  func roots(_ numbers: Int...) -> [RootHash] {
    numbers.map(CollaborationWorld.root).sorted()
  }

  @Test func `who is removed is out by every invitation, and other people stay`() async throws {
    try await world.share([1, 5])
    _ = try await world.update(add: [2, 3], persons: [2: 1, 3: 1], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.update(remove: [1], request: 2).get().lost == lost("bob"))
    #expect(try await active() == roots(5))
    for root in 1...3 {
      #expect(try await world.grant(root, to: "bob", nonce: 10 + root).refusal == .notVerified)
    }
    #expect(try await world.access(of: "bob") == nil)
  }

  @Test(arguments: [1, 2, 3])
  func `whichever of a person's identities is named, all go`(named: Int) async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.update(add: [3], persons: [3: 2], request: 2).get()
    _ = try await world.update(remove: [named], request: 3).get()
    #expect(try await active().isEmpty)
  }

  @Test func `what is taken from one account is told once, whatever it was bound to`() async throws
  {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    for root in 1...2 { _ = try await world.grant(root, to: "bob", nonce: root).get() }
    #expect(try await world.update(remove: [2], request: 2).get().lost == lost("bob"))
    let bob = try CollaborationWorld.account("bob")
    #expect(try await world.log().count { $0.kind == .removed(bob) } == 1)
  }

  @Test func `two accounts of one person are both out`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    for (root, name) in [(1, "bob"), (2, "robert")] {
      _ = try await world.grant(root, to: name, nonce: root).get()
    }
    #expect(
      try await world.update(remove: [1], request: 2).get().lost == lost("bob", "robert"))
  }

  @Test func `one alone can be removed, and leaves what the others give`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    for root in 1...2 { _ = try await world.grant(root, to: "bob", nonce: root).get() }
    #expect(try await world.update(remove: [2], only: true, request: 2).get().lost == .nobody)
    #expect(try await world.access(of: "bob") == .readWrite)
    #expect(try await active() == roots(1))
  }

  @Test func `a replaced identity hands its person on, and back`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.update(replace: [(1, 3)], request: 2).get()
    _ = try await world.update(add: [4], persons: [4: 3], request: 3).get()
    _ = try await world.update(replace: [(2, 5), (5, 6)].dropLast(), request: 4).get()
    #expect(try await active() == roots(3, 4, 5))
    _ = try await world.update(replace: [(3, 1)], request: 5).get()
    _ = try await world.update(remove: [5], request: 6).get()
    #expect(try await active().isEmpty)
  }

  @Test func `one that takes an active identity's place makes them one person's`() async throws {
    try await world.share([1, 2, 4])
    _ = try await world.update(add: [3], persons: [3: 1], request: 1).get()
    _ = try await world.update(replace: [(1, 2)], request: 2).get()
    _ = try await world.update(remove: [3], request: 3).get()
    #expect(try await active() == roots(4))
  }

  @Test func `the name of an identity that has gone still says whose the next ones are`()
    async throws
  {
    try await world.share([1])
    _ = try await world.update(remove: [1], request: 1).get()
    _ = try await world.update(add: [2, 3], persons: [2: 1, 3: 1], request: 2).get()
    _ = try await world.grant(2, to: "bob", nonce: 1).get()
    _ = try await world.update(remove: [3], request: 3).get()
    #expect(try await world.access(of: "bob") == nil)
    #expect(try await active().isEmpty)
  }

  @Test func `who is removed by an identity that was replaced meanwhile is out`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.update(replace: [(1, 2)], request: 1).get()
    #expect(try await world.update(remove: [1], request: 2).get().lost == lost("bob"))
  }

  @Test func `what took back an identity that had not come takes nothing else`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.update(remove: [2], only: true, request: 2).get().lost == .nobody)
    #expect(
      try await world.update(add: [2], persons: [2: 1], request: 1).refusal == .gone)
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test func `a person is named by an identity that the owner gave, or the request is refused`()
    async throws
  {
    try await world.share([1])
    let id = try CollaborationWorld.collaboration(1)
    let knocked = IdentityRecord(
      collaborationID: id, root: CollaborationWorld.root(7), activationEpoch: 0,
      addedBy: try CollaborationWorld.account("ann"), addedAt: 0, origin: .knock)
    var others = knocked
    (others.root, others.origin) = (CollaborationWorld.root(8), .invitation)
    others.addedBy = try CollaborationWorld.account("zoe")
    let rows = [knocked, others].map(CollaborationChange.insertIdentity)
    try await world.store.change { _ in Decision((), changes: rows) }
    for person in [7, 8] {
      let refused = try await world.update(
        add: [2, 3], persons: [3: person], request: 10 + person)
      #expect(refused.refusal == .personUnknown)
    }
    #expect(try await active() == roots(1, 7, 8))
  }

  @Test func `an identity is not its own person, and persons are of what is added`() {
    let (one, two) = (CollaborationWorld.root(1), CollaborationWorld.root(2))
    for persons in [[one: one], [two: one]] {
      #expect(
        IdentityRules.Update(add: [one], remove: [], replace: [], persons: persons) == nil)
    }
  }

  @Test func `a person has at most 256 identities`() async throws {
    try await world.share([1])
    let most = IdentityRules.maximumOfPerson
    let many = Array(2..<2 + most)
    let persons = Dictionary(uniqueKeysWithValues: many.map { ($0, 1) })
    _ = try await world.update(add: many, persons: persons, request: 1).get()
    #expect(
      try await world.update(add: [900], persons: [900: 5], request: 2).refusal == .limitExceeded)
    #expect(
      try await world.update(
        add: many.map { $0 + 1000 } + [901],
        persons: Dictionary(
          uniqueKeysWithValues: (many.map { $0 + 1000 } + [901]).map { ($0, 950) }),
        request: 3
      ).refusal == .limitExceeded)
    _ = try await world.update(remove: [77], request: 4).get()
    #expect(try await active().isEmpty)
  }

  @Test func `only the owner learns that identities are one person's`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    for (root, name) in [(1, "bob"), (2, "bob")] {
      _ = try await world.grant(root, to: name, nonce: root).get()
    }
    let id = try CollaborationWorld.collaboration(1)
    for (name, seen) in [("ann", 1), ("bob", 0)] {
      let call = try world.call(name)
      let list = try await world.store.read {
        try IdentityRules.participants(in: id, after: nil, limit: 10, for: call, reading: $0)
      }.get()
      #expect(list.participants.count { $0.identity.person != nil } == seen)
    }
  }
}
