import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Adding, removing and replacing identities as transcripts (protocol 9.3).
@Suite struct IdentityRulesTests {
  private var world = CollaborationWorld(MemoryStore())

  @Test func `every request moves the epoch by one, and its retry does not`() async throws {
    try await world.share()
    let first = UInt64(CollaborationWorld.firstEpoch)
    #expect(try await world.update(add: [1], request: 1).get().epoch == first + 1)
    #expect(try await world.update(add: [1], request: 2).get().epoch == first + 2)
    #expect(try await world.update(add: [1], request: 1).get().epoch == first + 1)
    #expect(try await world.epoch() == first + 2)
  }

  @Test func `adding a root that is present changes nothing about it`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let id = try CollaborationWorld.collaboration(1)
    let root = CollaborationWorld.root(1)
    let before = try await world.store.read { try $0.identity(root, in: id) }
    _ = try await world.update(add: [1], request: 1).get()
    #expect(try await world.store.read { try $0.identity(root, in: id) } == before)
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test func `an account with two roots keeps access while one is active`() async throws {
    try await world.share([1, 2])
    for root in 1...2 { _ = try await world.grant(root, to: "bob", nonce: root).get() }
    #expect(try await world.update(remove: [1], request: 1).get().lost == .nobody)
    #expect(try await world.access(of: "bob") == .readWrite)
    let bob = try CollaborationWorld.account("bob")
    #expect(try await world.update(remove: [2], request: 2).get().lost == .accounts([bob]))
    #expect(try await world.access(of: "bob") == nil)
  }

  @Test func `removing both of an account's roots at once loses it once`() async throws {
    try await world.share([1, 2])
    for root in 1...2 { _ = try await world.grant(root, to: "bob", nonce: root).get() }
    let bob = try CollaborationWorld.account("bob")
    #expect(
      try await world.update(remove: [1, 2], request: 1).get().lost == .accounts([bob]))
    let removed = try await world.log().filter { $0.kind == .removed(bob) }
    #expect(removed.count == 1)
  }

  @Test func `a retry says who lost access, except who has come back`() async throws {
    try await world.share([1, 2])
    for (root, name) in [(1, "bob"), (2, "carol")] {
      _ = try await world.grant(root, to: name, nonce: root).get()
    }
    _ = try await world.update(remove: [1, 2], request: 1).get()
    _ = try await world.update(add: [1], request: 2).get()
    _ = try await world.grant(1, to: "bob", nonce: 3).get()
    let carol = try CollaborationWorld.account("carol")
    #expect(
      try await world.update(remove: [1, 2], request: 1).get().lost == .accounts([carol]))
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test func `replacing does not bring back somebody who was removed meanwhile`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.update(remove: [1], request: 1).get()
    #expect(try await world.update(replace: [(1, 2)], request: 2).refusal == .conflict)
    let id = try CollaborationWorld.collaboration(1)
    #expect(
      try await world.store.read { try $0.identity(CollaborationWorld.root(2), in: id) } == nil)
  }

  @Test func `replacing twice by different requests is done once`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    for request in 1...2 {
      #expect(try await world.update(replace: [(1, 2)], request: request).get().lost == .nobody)
    }
    #expect(try await world.access(of: "bob") == .readWrite)
    #expect(try await world.grant(2, to: "eve", nonce: 2).refusal == .boundByReplacement)
  }

  @Test mutating func `what is removed before it comes does not come afterwards, for a day`()
    async throws
  {
    try await world.share([1])
    _ = try await world.update(remove: [2], request: 2).get()
    // The call that a share made before it was taken back.
    #expect(try await world.update(add: [2, 3], request: 1).refusal == .gone)
    let id = try CollaborationWorld.collaboration(1)
    for root in 2...3 {
      #expect(
        try await world.store.read { try $0.identity(CollaborationWorld.root(root), in: id) }
          == nil)
    }
    // Whoever was there and was removed may come back, whatever the order was.
    _ = try await world.update(remove: [1], request: 3).get()
    _ = try await world.update(add: [1], request: 4).get()
    world.now += WithdrawnIdentity.lifetime
    _ = try await world.update(add: [2], request: 5).get()
  }

  @Test
  mutating func `a replacement taken back before it comes does not come afterwards, for a day`()
    async throws
  {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.update(replace: [(2, 1)], request: 2).get().lost == .nobody)
    #expect(try await world.update(replace: [(1, 2)], request: 1).refusal == .gone)
    #expect(try await world.update(add: [2], request: 3).refusal == .gone)
    #expect(try await world.access(of: "bob") == .readWrite)
    world.now += WithdrawnIdentity.lifetime
    #expect(try await world.update(replace: [(1, 2)], request: 4).get().lost == .nobody)
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  @Test func `what is removed before it comes takes nobody's place either`() async throws {
    try await world.share([1])
    _ = try await world.update(remove: [2], request: 2).get()
    #expect(try await world.update(replace: [(1, 2)], request: 1).refusal == .gone)
    let id = try CollaborationWorld.collaboration(1)
    #expect(
      try await world.store.read { try $0.identity(CollaborationWorld.root(1), in: id) } != nil)
  }

  @Test(arguments: [[1], [1, 2]])
  func `a replacement asked for twice can be taken back twice, and be made again`(roots: [Int])
    async throws
  {
    try await world.share(roots)
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let pairs = [(1, 2), (1, 2), (2, 1), (2, 1), (1, 2)]
    for (number, pair) in pairs.enumerated() {
      _ = try await world.update(replace: [pair], request: number + 1).get()
      #expect(try await world.access(of: "bob") == .readWrite)
    }
  }

  @Test func `an update whose roots overlap is no update`() {
    let (one, two) = (CollaborationWorld.root(1), CollaborationWorld.root(2))
    #expect(IdentityRules.Update(add: [one, one], remove: [], replace: []) == nil)
    #expect(IdentityRules.Update(add: [one], remove: [one], replace: []) == nil)
    #expect(
      IdentityRules.Update(add: [], remove: [two], replace: [.init(old: one, new: two)]) == nil)
    #expect(IdentityRules.Update(add: [], remove: [], replace: [.init(old: one, new: one)]) == nil)
  }

  @Test func `participants, strangers and the identifier of another request are refused`()
    async throws
  {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.update(add: [2], request: 1, by: "bob").refusal == .forbidden)
    #expect(try await world.update(add: [2], request: 1, by: "eve").refusal == .notFound)
    // Ann used it to create the document.
    #expect(try await world.update(add: [2], request: 10_001).refusal == .conflict)
  }

  @Test func `what a decision of a grant reads does not grow with the participants`() async throws {
    var counts: [Int] = []
    for size in [10, 1000] {
      let store = ReadCountingStore()
      let world = CollaborationWorld(store)
      try await world.share()
      for start in stride(from: 0, to: size, by: 500) {
        let roots = Array((start + 1)...min(start + 500, size))
        _ = try await world.update(add: roots, request: start + 1).get()
      }
      store.reset()
      _ = try await world.grant(5, to: "bob", nonce: 1).get()
      counts.append(store.reads)
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] <= 10)
  }
}
