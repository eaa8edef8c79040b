import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Whoever comes later hears who is there already (protocol 12.8).
@Suite struct WhoIsFoundTests {
  private typealias Hall = NoticeRulesTests.Hall

  private static func label(_ name: String) throws -> AccountLabel {
    try CollaborationWorld.account(name)
  }

  @Test
  func
    `each new address of an account hears who is there, but for the owner and themselves, as no news`()
    async throws
  {
    let hall = try await Hall(hearing: [])
    _ = try await hall.put(3, by: "eve").get()
    var told = try await hall.waiting()
    #expect(try told.map(\.address.account) == [Self.label("eve")])
    let action = try #require(told.first?.action)
    #expect(try action.kind == .addedCollaborator && action.account == Self.label("eve"))
    #expect(action.actorRoot == CollaborationWorld.root(3))
    #expect(action.subject == CollaborationWorld.root(2) && action.name != nil)
    // The device that heard it may be lost; the same address hears none of it again.
    let key = SigningKey().publicKey
    for _ in 0..<2 {
      for found in try await hall.waiting() {
        try await hall.note(.sent, of: found, at: hall.world.now)
      }
      _ = try await hall.put(33, by: "eve", key: key).get()
      if told.count == 1 { told += try await hall.waiting() }
    }
    #expect(told.map(\.action.subject) == [2, 2].map(CollaborationWorld.root))
    #expect(told[0].address.endpoint != told[1].address.endpoint)
    #expect(told[0].counter < told[1].counter)
    #expect(try await hall.waiting().isEmpty)
  }

  @Test func `who is found is told under one identity, and not once they have gone again`()
    async throws
  {
    let hall = try await Hall(hearing: [])
    _ = try await hall.world.update(add: [4], request: 5).get()
    _ = try await hall.world.grant(4, to: "eve", nonce: 9).get()
    _ = try await hall.put(3, by: "eve").get()
    let told = try #require(try await hall.survey(at: hall.world.now).due.first)
    #expect(told.notice.action.subject == CollaborationWorld.root(2) && !told.isMuted)
    #expect(told.actorRoot == told.notice.address.root && told.otherActorRoots.isEmpty)
    // Their relay was away meanwhile.
    _ = try await hall.world.update(remove: [2], request: 6).get()
    let late = try #require(try await hall.survey(at: hall.world.now).due.first)
    #expect(late.notice.key == told.notice.key && late.isMuted)
  }

  @Test func `who is found is told under identities never proved, too, and by name under one`()
    async throws
  {
    let hall = try await Hall(hearing: [])
    _ = try await hall.world.update(add: [4], persons: [4: 2], request: 5).get()
    _ = try await hall.put(3, by: "eve").get()
    let told = try await hall.waiting().filter { try $0.action.account == Self.label("eve") }
    #expect(Set(told.map(\.action.subject)) == Set([2, 4].map(CollaborationWorld.root)))
    #expect(Set(told.map(\.noticeID)).count == 1)
    let named = told.filter { $0.action.name != nil }
    #expect(named.map(\.action.subject) == [CollaborationWorld.root(2)])
  }

  @Test func `who comes in for the first time and who leaves are told by name`() async throws {
    let hall = try await Hall(hearing: [(1, "ann")])
    let (world, id) = (hall.world, hall.id)
    _ = try await world.update(add: [4], request: 5).get()
    _ = try await world.grant(4, to: "dora", nonce: 9).get()
    let joined = try #require(try await hall.waiting().first)
    #expect(joined.action.kind == .addedCollaborator && joined.action.name != nil)
    try await hall.note(.sent, of: joined, at: world.now)
    let dora = try world.call("dora")
    _ = try await world.store.change { try IdentityRules.leave(id, for: dora, reading: $0) }
    let left = try #require(try await hall.waiting().first?.action)
    #expect(left.kind == .removedCollaborator && left.name != nil)
  }
}
