import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What goes and what stays where one identity of a person's several goes (decision 0036).
extension PersonRulesTests {
  /// As whoever came by the link or a knock is in it.
  private func come(_ name: String, as root: Int, by origin: IdentityRecord.Origin) async throws {
    let (id, account) = (
      try CollaborationWorld.collaboration(1), try CollaborationWorld.account(name)
    )
    let identity = IdentityRecord(
      collaborationID: id, root: CollaborationWorld.root(root), activationEpoch: 0,
      addedBy: account, addedAt: 0, origin: origin)
    let binding = BindingRecord(
      collaborationID: id, root: identity.root, account: account, epoch: 0, boundAt: 0)
    try await world.store.change { _ in
      Decision((), changes: [.insertIdentity(identity), .putBinding(binding)])
    }
  }

  @Test func `who loses one of two invitations keeps access by the one that they never used`()
    async throws
  {
    try await world.share([1, 5])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.update(remove: [1], only: true, request: 2).get().lost == .nobody)
    #expect(try await world.access(of: "bob") == .readWrite)
    let bob = try CollaborationWorld.account("bob")
    #expect(try await world.log().count { $0.kind == .removed(bob) } == 0)
    #expect(try await world.grant(2, to: "eve", nonce: 2).refusal == .boundByReplacement)
    #expect(try await world.grant(2, to: "bob", nonce: 3).get().isNew == false)
    #expect(try await world.update(remove: [2], only: true, request: 3).get().lost == lost("bob"))
  }

  @Test(arguments: [false, true])
  func `access that was moved gives way to a new account until it is proved`(proved: Bool)
    async throws
  {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.update(remove: [1], only: true, request: 2).get()
    if proved { _ = try await world.grant(2, to: "bob", nonce: 2).get() }
    #expect(
      try await world.enter(2, nonce: 3).refusal
        == (proved ? .alreadyBound : .boundByReplacement))
  }

  @Test func `another account's identity is not given to who loses one`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.grant(2, to: "robert", nonce: 2).get()
    #expect(try await world.update(remove: [1], only: true, request: 2).get().lost == lost("bob"))
    #expect(try await world.access(of: "robert") == .readWrite)
  }

  @Test func `access moves to what takes the place of the identity that stays`() async throws {
    try await world.share([1])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let revocation = try await world.update(
      remove: [1], replace: [(2, 3)], only: true, request: 2
    ).get()
    #expect(revocation.lost == .nobody)
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test(arguments: [IdentityRecord.Origin.knock, .link])
  func `who is removed is not in it by a knock or by the link`(origin: IdentityRecord.Origin)
    async throws
  {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    try await come("bob", as: 7, by: origin)
    try await come("eve", as: 8, by: origin)
    #expect(try await world.update(remove: [1], request: 1).get().lost == lost("bob"))
    #expect(try await world.access(of: "bob") == nil)
    #expect(try await active() == roots(8))
  }

  @Test func `what the owner came in by stays`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "ann", nonce: 1).get()
    try await come("ann", as: 7, by: .link)
    #expect(try await world.update(remove: [1], request: 1).get().lost == .nobody)
    #expect(try await active() == roots(7))
  }

  @Test func `what a request would both remove and keep is a conflict, and changes nothing`()
    async throws
  {
    try await world.share([1, 4])
    _ = try await world.update(add: [2], persons: [2: 1], request: 1).get()
    _ = try await world.grant(4, to: "carol", nonce: 1).get()
    for (number, pair) in [(4, 2), (2, 3)].enumerated() {
      let refused = try await world.update(remove: [1], replace: [pair], request: 10 + number)
      #expect(refused.refusal == .conflict)
    }
    #expect(try await world.update(add: [2], remove: [1], request: 12).refusal == .conflict)
    #expect(try await world.access(of: "carol") == .readWrite)
    #expect(try await active() == roots(1, 2, 4))
  }

  @Test func `who named one that is taken out alone is still of its person`() async throws {
    try await world.share([1])
    // Each names the one before, since that took another's place.
    _ = try await world.update(replace: [(1, 2)], request: 1).get()
    try await name(3, of: 2)
    try await name(4, of: 3)
    _ = try await world.update(remove: [2, 3], only: true, request: 2).get()
    _ = try await world.update(add: [5], persons: [5: 1], request: 3).get()
    #expect(try await active() == roots(4, 5))
    _ = try await world.update(remove: [4], request: 4).get()
    #expect(try await active().isEmpty)
  }

  @Test func `who named one that is replaced is of the person of what took its place`()
    async throws
  {
    try await world.share([1])
    try await name(2, of: 1)
    try await name(3, of: 2)
    _ = try await world.update(replace: [(2, 6)], request: 1).get()
    _ = try await world.update(remove: [3], request: 2).get()
    #expect(try await active().isEmpty)
  }

  @Test func `an identity of one person that takes the place of another's joins the two`()
    async throws
  {
    try await world.share([1, 4])
    _ = try await world.update(add: [2, 5], persons: [2: 1, 5: 4], request: 1).get()
    _ = try await world.update(replace: [(1, 5)], request: 2).get()
    _ = try await world.update(remove: [2], request: 3).get()
    #expect(try await active().isEmpty)
  }

  /// As an identity is that came before the one that it names took a person's place.
  private func name(_ root: Int, of person: Int) async throws {
    let id = try CollaborationWorld.collaboration(1)
    let identity = IdentityRecord(
      collaborationID: id, root: CollaborationWorld.root(root), activationEpoch: 0,
      addedBy: try CollaborationWorld.account("ann"), addedAt: 0,
      person: CollaborationWorld.root(person))
    try await world.store.change { _ in Decision((), changes: [.insertIdentity(identity)]) }
  }

  @Test func `nobody survives a removal, however many there are`() async throws {
    try await world.share([1])
    for root in 2...302 { try await name(root, of: 1) }
    _ = try await world.update(remove: [302], request: 1).get()
    #expect(try await active().isEmpty)
  }

  @Test(arguments: [false, true])
  func `what a removal reads grows with the identities of the person, and no faster`(
    named: Bool
  ) async throws {
    var counts: [Int] = []
    for size in [32, 64] {
      let store = ReadCountingStore()
      let world = CollaborationWorld(store)
      try await world.share([1])
      let others = Array(2...size)
      _ = try await world.update(
        add: others, persons: Dictionary(uniqueKeysWithValues: others.map { ($0, 1) }), request: 1
      ).get()
      for root in 1...size { _ = try await world.grant(root, to: "bob", nonce: root).get() }
      store.reset()
      _ = try await world.update(
        remove: named ? [1] + others : [size], only: named, request: 2
      ).get()
      counts.append(store.reads)
    }
    #expect(counts[1] <= 2 * counts[0])
    #expect(counts[1] <= 64 * 10)
  }
}
