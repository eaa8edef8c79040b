import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@Suite struct RecordLimitTests {
  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  private static func refusals(_ answer: RecordBatch.Answer) -> [RecordRefusal?] {
    answer.saved.map { result in
      if case .failure(let failure) = result { return failure.refusal }
      return nil
    }
  }

  @Test func `a batch has 400 items at most, and names no record twice`() async throws {
    let world = try await Self.world()
    let most = try (0..<400).map { try RecordWorld.note("r\($0)") }
    #expect(try await world.modify(most).get().isChanged)
    #expect(
      try await world.modify(most, delete: ["x"], checksTags: false) == .failure(.limitExceeded))
    #expect(
      try await world.modify([try RecordWorld.note("a")], delete: ["a"])
        == .failure(.invalidArguments))
    let names = (0..<401).map { "r\($0)" }
    #expect(try await world.fetch(names) == .failure(.limitExceeded))
  }

  @Test func `a database has 1000 zones at most`() async throws {
    let world = try await Self.world()
    // There are Notes and the one that is always there.
    for number in 0..<998 {
      _ = try await world.make("z\(number)", by: "ann", id: 1000 + number).get()
    }
    #expect(try await world.make("one more", by: "ann", id: 5000) == .failure(.limitExceeded))
    _ = try await world.delete("z0").get()
    #expect((try? await world.make("one more", by: "ann", id: 5000).get()) != nil)
  }

  @Test func `a record has 64 others above it at most`() async throws {
    let world = try await Self.world()
    let chain = try (0..<66).map {
      try RecordWorld.note("r\($0)", parent: $0 == 0 ? nil : "r\($0 - 1)")
    }
    #expect(try await Self.refusals(world.modify(chain).get()).contains(.invalidArguments))
    #expect(
      try await Self.refusals(world.modify(Array(chain.dropLast())).get()).allSatisfy { $0 == nil })
  }

  @Test func `one change brings 10 000 records under a share at most, and takes so many along`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.modify([try RecordWorld.note("list")]).get()
    for begin in stride(from: 0, to: 10_001, by: 399) {
      let notes = try (begin..<min(begin + 399, 10_001)).map {
        try RecordWorld.note("r\($0)", parent: "list", refers: ["list": ("list", true)])
      }
      _ = try await world.modify(notes).get()
    }
    let share = try RecordWorld.share("share", of: "list")
    #expect(try await Self.refusals(world.modify([share]).get()) == [.limitExceeded])
    let deleted = try await world.modify(delete: ["list"]).get()
    #expect(deleted.deleted == [.failure(RecordFailure(.limitExceeded))])
    _ = try await world.modify(delete: ["r0", "r1"]).get()
    #expect(try await Self.refusals(world.modify([share]).get()) == [nil])
    #expect(try await world.modify(delete: ["list"]).get().deleted.count == 1)
  }

  @Test func `a look-up ends with the record that reaches the bytes of a page, and says so`()
    async throws
  {
    let world = try await Self.world()
    let text = String(repeating: "x", count: 300 << 10)
    for name in ["a", "b", "c"] { _ = try await world.modify([try RecordWorld.note(name, text)]) }
    let found = try await world.fetch(["a", "b", "c"]).get()
    #expect(found.map { (try? $0.get()) != nil } == [true, true, false])
    #expect(found[2] == .failure(RecordFailure(.limitExceeded)))
  }

  @Test func `a batch reads and saves 16 MiB at most, however little it is sent`() async throws {
    let world = try await Self.world()
    let text = String(repeating: "x", count: 900 << 10)
    let names = (0..<20).map { "r\($0)" }
    for name in names { _ = try await world.modify([try RecordWorld.note(name, text)]).get() }
    let small = try names.map { try RecordWorld.note($0, "y") }
    #expect(try await world.modify(small) == .failure(.limitExceeded))
    #expect(try await world.modify(Array(small.prefix(10)), checksTags: false).get().isChanged)
  }

  @Test func `a batch whose items depend on failing ones more than eight deep is not done`()
    async throws
  {
    let world = try await Self.world()
    let chain = try (0..<40).map {
      try RecordWorld.note(
        "r\($0)", tag: $0 == 0 ? "never" : nil,
        refers: $0 == 0 ? [:] : ["to": ("r\($0 - 1)", false)])
    }
    let other = try RecordWorld.note("other")
    let deep = try await world.modify([other] + chain, isAtomic: false).get()
    #expect(Self.refusals(deep)[0] == .batchFailed && !deep.isChanged)
    let flat = try await world.modify([other] + chain.prefix(5), isAtomic: false).get()
    #expect(Self.refusals(flat)[0] == nil && flat.isChanged)
    #expect(Self.refusals(flat).dropFirst().allSatisfy { $0 != nil })
  }

  @Test func `a list has 10 000 elements at most`() async throws {
    let world = try await Self.world()
    for (count, refusal) in [(10_000, nil), (10_001, RecordRefusal.invalidArguments)] {
      var save = try RecordWorld.note("r\(count)")
      save.fields[try FieldName("v")] = RecordField(
        .list(Array(repeating: .integer(1), count: count)))
      #expect(try await Self.refusals(world.modify([save]).get()) == [refusal])
    }
  }

  @Test func `a page of changes ends with the record that reaches its bytes`() async throws {
    let world = try await Self.world()
    for name in ["a", "b", "c"] {
      let text = String(repeating: "x", count: 300 << 10)
      _ = try await world.modify([try RecordWorld.note(name, text)]).get()
    }
    let page = try await world.changes().get()
    #expect(page.changes.count == 2 && page.isMoreComing)
    let rest = try await world.changes(since: page.token).get()
    #expect(rest.changes.count == 1 && !rest.isMoreComing)
  }

  @Test func `a zone has a thousand shares at most, and a person is told of a thousand`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.make("Other", by: "ann", id: 11).get()
    for number in 1...1001 {
      let list = "list \(number)"
      let saves = [try RecordWorld.note(list), try RecordWorld.share("share \(number)", of: list)]
      if number == 1001 {
        let more = try await world.modify(saves, isAtomic: false, share: number).get()
        #expect(Self.refusals(more) == [nil, .limitExceeded])
      }
      let zone = try world.zone(number == 1001 ? "Other" : "Notes")
      _ = try await world.modify(saves, in: zone, share: number).get()
      _ = try await world.people.update(add: [1], request: number, in: number).get()
      _ = try await world.people.grant(1, to: "ben", nonce: number, in: number).get()
    }
    let (call, container) = (try world.call("ben"), world.container)
    let shares = try await world.store.readRecords(for: "") { reader in
      try reader.shares(
        grantedTo: call.account, container: container, zone: nil,
        limit: RecordLimits.sharesOfAccount)
    }
    #expect(shares.count == 1000)
  }

  @Test func `who keeps as much as they may saves nothing more, and may still make room`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.modify([try RecordWorld.note("a", "1"), try RecordWorld.note("b", "1")])
      .get()
    let container = world.container
    let ann = try CollaborationWorld.account("ann")
    try await world.store.changeRecords(for: "") { reader in
      guard var user = try reader.user(ann, in: container) else { return RecordDecision(()) }
      user.used = RecordLimits.quota
      return RecordDecision((), changes: [.putUser(user)])
    }
    #expect(try await world.modify([try RecordWorld.note("c", "1")]) == .failure(.quotaExceeded))
    #expect(try await world.modify(delete: ["a"]).get().isChanged)
    #expect(try await world.modify([try RecordWorld.note("c", "1")]).get().isChanged)
  }
}
