import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@Suite struct FeedRulesTests {
  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  private static func told(_ page: FeedRules.ZonePage) -> [String] {
    page.changes.map { change in
      switch change {
      case .saved(let record): record.name.text
      case .deleted(let gone): "no " + gone.name.text
      }
    }
  }

  @Test func `a feed tells each record once, where it was changed last, and what was deleted`()
    async throws
  {
    let world = try await Self.world()
    for name in ["a", "b", "c"] { _ = try await world.modify([try RecordWorld.note(name, "1")]) }
    _ = try await world.modify([try RecordWorld.note("a", "2")], checksTags: false)
    _ = try await world.modify(delete: ["b"])
    #expect(try await Self.told(world.changes().get()) == ["c", "a", "no b"])
    _ = try await world.modify([try RecordWorld.note("b", "again")])
    #expect(try await Self.told(world.changes().get()) == ["c", "a", "b"])
  }

  @Test func `a token goes on where a page ended, whatever happens in between`() async throws {
    let world = try await Self.world()
    for name in ["a", "b", "c"] { _ = try await world.modify([try RecordWorld.note(name, "1")]) }
    let first = try await world.changes(limit: 2).get()
    #expect(Self.told(first) == ["a", "b"] && first.isMoreComing)
    _ = try await world.modify([try RecordWorld.note("a", "2")], checksTags: false)
    let token = try ZoneToken(first.token.bytes)
    #expect(token == first.token)
    let second = try await world.changes(since: token).get()
    #expect(Self.told(second) == ["c", "a"] && !second.isMoreComing)
    #expect(try await world.changes(since: second.token).get().changes.isEmpty)
  }

  @Test func `a token of another zone, and of one made anew, has expired`() async throws {
    let world = try await Self.world()
    let token = try await world.changes().get().token
    _ = try await world.make("Other", by: "ann", id: 11).get()
    #expect(
      try await world.changes(since: token, in: world.zone("Other")) == .failure(.tokenExpired))
    var ahead = token
    ahead.number = 1_000_000
    #expect(try await world.changes(since: ahead) == .failure(.tokenExpired))
  }

  @Test func `tokens that nobody made are refused without a trap`() throws {
    for bytes in [
      [], [1], [1, 2, 3], [UInt8](repeating: 1, count: 40), [3] + [UInt8](repeating: 0, count: 30),
    ] {
      #expect(throws: IdentityError.self) { try ZoneToken(bytes) }
      #expect(throws: IdentityError.self) { try DatabaseToken([9] + bytes) }
    }
  }

  @Test func `a database's feed tells which zones have something new`() async throws {
    let world = try await Self.world()
    func page(_ token: DatabaseToken?) async throws -> FeedRules.DatabasePage {
      let (call, container) = (try world.call("ann"), world.container)
      return try await world.store.readRecords(for: "") {
        try FeedRules.changes(
          in: container, scope: .private, since: token, limit: 10, for: call, reading: $0)
      }.get()
    }
    let first = try await page(nil)
    #expect(first.changed.map(\.zone.key.name.text) == ["Notes"])
    #expect(try await page(first.token).changed.isEmpty)
    _ = try await world.make("Other", by: "ann", id: 11).get()
    _ = try await world.modify([try RecordWorld.note("a")]).get()
    let second = try await page(DatabaseToken(first.token.bytes))
    #expect(second.changed.map(\.zone.key.name.text) == ["Other", "Notes"])
  }
}
