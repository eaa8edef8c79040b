import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@Suite struct ZoneRulesTests {
  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  @Test func `a zone is made once, and one that was deleted is another when it is made again`()
    async throws
  {
    let world = try await Self.world()
    let first = try await world.make("Notes", by: "ann", id: 20).get()
    #expect(first.id == CollaborationWorld.fill(10))
    let token = try await world.changes().get().token
    _ = try await world.delete("Notes").get()
    #expect(try await world.changes() == .failure(.zoneNotFound))
    _ = try await world.make("Notes", by: "ann", id: 21).get()
    #expect(try await world.changes(since: token) == .failure(.tokenExpired))
  }

  @Test func `names that the system keeps are nobody's, and the zone that is always there stays`()
    async throws
  {
    let world = try await Self.world()
    #expect(try await world.make("_mine", by: "ann", id: 20) == .failure(.invalidArguments))
    #expect(try await world.delete("_defaultZone") == .failure(.invalidArguments))
  }

  @Test func `deleting a zone ends its shares, and whoever took part is cut off`() async throws {
    let world = try await Self.world()
    _ = try await world.modify([
      try RecordWorld.note("a"), try RecordWorld.share("cloudkit.zoneshare", of: nil),
    ]).get()
    _ = try await world.people.update(add: [1], request: 1).get()
    _ = try await world.people.grant(1, to: "ben", nonce: 1).get()
    let place = try world.zone("Notes", .shared, of: 1)
    #expect(try await world.changes(in: place, by: "ben").get().changes.count == 2)
    #expect(try await world.delete("Notes").get().map(\.lost.count) == [1])
    #expect(try await world.changes(in: place, by: "ben") == .failure(.zoneNotFound))
  }

  @Test func `deletions are told for 90 days, and a token from before has expired then`()
    async throws
  {
    var world = try await Self.world()
    _ = try await world.modify([try RecordWorld.note("a"), try RecordWorld.note("b")]).get()
    let token = try await world.changes().get().token
    _ = try await world.modify(delete: ["a"]).get()
    world.now += RecordExpiry.toldFor
    try await world.sweep()
    #expect(try await world.changes(since: token).get().changes.count == 1)
    world.now += 1
    try await world.sweep()
    #expect(try await world.changes(since: token) == .failure(.tokenExpired))
    #expect(try await world.changes().get().changes.count == 1)
  }
}
