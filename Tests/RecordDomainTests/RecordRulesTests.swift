import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@Suite struct RecordRulesTests {
  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  private static func text(_ record: StoredRecord) throws -> FieldValue? {
    record.fields[try FieldName("text")]?.value
  }

  private static func refusals(_ answer: RecordBatch.Answer) -> [RecordRefusal?] {
    answer.saved.map { result in
      if case .failure(let failure) = result { return failure.refusal }
      return nil
    }
  }

  @Test func `a record that is saved is read back, with who made it and a change tag`() async throws
  {
    let world = try await Self.world()
    let saved = try await world.modify([try RecordWorld.note("a", "milk")]).get().saved[0].get()
    let read = try await world.fetch(["a"]).get()[0].get()
    #expect(read == saved)
    #expect(try Self.text(read) == .text("milk"))
    #expect(try read.creator == CollaborationWorld.account("ann"))
    #expect(!read.changeTag.isEmpty)
  }

  @Test func `a save that has not seen the last change is refused with the record as it is`()
    async throws
  {
    let world = try await Self.world()
    let first = try await world.modify([try RecordWorld.note("a", "milk")]).get().saved[0].get()
    let second = try await world.modify([
      try RecordWorld.note("a", "milk, eggs", tag: first.changeTag)
    ]).get().saved[0].get()
    let late = try await world.modify([try RecordWorld.note("a", "bread", tag: first.changeTag)])
      .get()
    #expect(late.saved == [.failure(RecordFailure(.recordChanged, record: second))])
    #expect(!late.isChanged)
    let new = try await world.modify([try RecordWorld.note("a", "bread")]).get()
    #expect(new.saved == [.failure(RecordFailure(.recordChanged, record: second))])
    let gone = try await world.modify([try RecordWorld.note("b", "bread", tag: "x")]).get()
    #expect(gone.saved == [.failure(RecordFailure(.unknownItem))])
  }

  @Test func `a save that checks no tag changes what it names and leaves the rest`() async throws {
    let world = try await Self.world()
    var save = try RecordWorld.note("a", "milk")
    save.fields[try FieldName("count")] = RecordField(.integer(2))
    _ = try await world.modify([save])
    let saved = try await world.modify([try RecordWorld.note("a", "bread")], checksTags: false)
      .get().saved[0].get()
    #expect(try Self.text(saved) == .text("bread"))
    #expect(try saved.fields[FieldName("count")]?.value == .integer(2))
    save = try RecordWorld.note("a")
    save.fields[try FieldName("count")] = .some(nil)
    let removed = try await world.modify([save], checksTags: false).get().saved[0].get()
    #expect(try removed.fields.keys.sorted() == [FieldName("text")])
  }

  @Test func `in a zone that an app made a batch is done whole or not at all`() async throws {
    let world = try await Self.world()
    let batch = [try RecordWorld.note("a", "milk"), try RecordWorld.note("b", tag: "x")]
    let answer = try await world.modify(batch).get()
    #expect(Self.refusals(answer) == [.batchFailed, .unknownItem])
    #expect(try await world.fetch(["a"]).get() == [.failure(RecordFailure(.unknownItem))])
    let apart = try await world.modify(batch, isAtomic: false).get()
    #expect(Self.refusals(apart) == [nil, .unknownItem])
    let standard = try world.zone("_defaultZone")
    #expect(
      try await Self.refusals(world.modify(batch, in: standard).get()) == [nil, .unknownItem])
  }

  @Test func `what a record refers to or hangs below is there or comes with it`() async throws {
    let world = try await Self.world()
    let lonely = [try RecordWorld.note("child", parent: "list")]
    #expect(try await Self.refusals(world.modify(lonely).get()) == [.referenceViolation])
    let referring = [try RecordWorld.note("x", refers: ["list": ("list", false)])]
    #expect(try await Self.refusals(world.modify(referring).get()) == [.referenceViolation])
    let together = lonely + referring + [try RecordWorld.note("list")]
    #expect(try await Self.refusals(world.modify(together).get()) == [nil, nil, nil])
    let circle = [
      try RecordWorld.note("list", parent: "child"), try RecordWorld.note("child", parent: "list"),
    ]
    let answer = try await world.modify(circle, checksTags: false, isAtomic: false).get()
    #expect(Self.refusals(answer).contains(.invalidArguments))
  }

  @Test func `what depends on an item that failed fails with it, the rest is done`() async throws {
    let world = try await Self.world()
    let answer = try await world.modify(
      [
        try RecordWorld.note("list", tag: "never"), try RecordWorld.note("child", parent: "list"),
        try RecordWorld.note("grandchild", parent: "child"), try RecordWorld.note("other"),
      ], isAtomic: false
    ).get()
    #expect(
      Self.refusals(answer) == [.unknownItem, .referenceViolation, .referenceViolation, nil])
  }

  @Test func `a record that says so goes with the one it refers to, and what hangs below stays`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.modify([
      try RecordWorld.note("list"), try RecordWorld.note("item", refers: ["list": ("list", true)]),
      try RecordWorld.note("detail", refers: ["item": ("item", true)]),
      try RecordWorld.note("link", refers: ["list": ("list", false)]),
      try RecordWorld.note("below", parent: "list"),
    ]).get()
    #expect(try await world.modify(delete: ["list"]).get().deleted.count == 1)
    let left = try await world.fetch(["list", "item", "detail", "link", "below"]).get()
    #expect(left.map { (try? $0.get()) != nil } == [false, false, false, true, true])
    #expect(try await !world.modify(delete: ["list"]).get().isChanged)
  }

  @Test func `nobody reaches a private zone of somebody else`() async throws {
    let world = try await Self.world()
    _ = try await world.modify([try RecordWorld.note("a", "secret")]).get()
    #expect(try await world.fetch(["a"], by: "ben") == .failure(.zoneNotFound))
    let shared = try world.zone("Notes", .shared, of: 1)
    #expect(try await world.fetch(["a"], in: shared, by: "ben") == .failure(.zoneNotFound))
    #expect(
      try await world.modify([try RecordWorld.note("b")], in: shared, by: "ben")
        == .failure(.zoneNotFound))
  }

  @Test func `a public record is read by everybody and changed by who made it`() async throws {
    let world = try await Self.world()
    let place = try world.zone("_defaultZone", .public)
    let made = try await world.modify([try RecordWorld.note("a", "open")], in: place).get().saved[0]
      .get()
    #expect(try await world.fetch(["a"], in: place, by: "ben").get()[0].get() == made)
    let other = try await world.modify(
      [try RecordWorld.note("a", "mine", tag: made.changeTag)], in: place, by: "ben"
    ).get()
    #expect(Self.refusals(other) == [.permissionFailure])
    let gone = try await world.modify(delete: ["a"], in: place, by: "ben").get()
    #expect(gone.deleted == [.failure(RecordFailure(.permissionFailure))])
  }

  @Test func `lists of several kinds, lists of lists and numbers that are none are refused`()
    async throws
  {
    let world = try await Self.world()
    let values: [FieldValue] = [
      .list([.integer(1), .text("a")]), .list([.list([])]), .number(.nan),
      .list([.number(.infinity)]),
    ]
    for value in values {
      var save = try RecordWorld.note("a")
      save.fields[try FieldName("v")] = RecordField(value)
      #expect(try await Self.refusals(world.modify([save]).get()) == [.invalidArguments])
    }
    var large = try RecordWorld.note("a")
    large.fields[try FieldName("v")] = RecordField(.bytes([UInt8](repeating: 0, count: 1 << 20)))
    #expect(try await Self.refusals(world.modify([large]).get()) == [.limitExceeded])
  }
}
