import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

@Suite struct QueryRulesTests {
  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  private static func note(_ name: String, _ values: [String: FieldValue]) throws -> RecordSave {
    var save = try RecordWorld.note(name)
    for (field, value) in values { save.fields[try FieldName(field)] = RecordField(value) }
    return save
  }

  private static func is_(
    _ field: String, _ comparison: QueryCondition.Comparison, _ values: [FieldValue],
    any: Bool = false, not: Bool = false
  ) throws -> QueryCondition {
    QueryCondition(
      try RecordWorld.field(field), comparison, values, isOfAnyElement: any, isNegated: not)
  }

  @Test func `comparisons find what they say, by kind`() async throws {
    let world = try await Self.world()
    let long = String(repeating: "x", count: 300)
    _ = try await world.modify([
      Self.note(
        "a", ["n": .integer(1), "t": .text("Apple"), "l": .list([.text("x"), .text("y")])]),
      Self.note("b", ["n": .number(1.5), "t": .text("apple"), "at": .time(5)]),
      Self.note("c", ["n": .integer(2), "t": .text(long + "1")]),
      Self.note("d", ["n": .text("1"), "t": .text(long + "2")]),
      Self.note(
        "e", ["r": .reference(try RecordName("a"), deletesSelf: false), "l": .list([.text("z")])]),
    ]).get()
    let a = FieldValue.reference(try RecordName("a"), deletesSelf: false)
    let cases: [(QueryCondition, [String])] = [
      (try Self.is_("n", .equal, [.number(1)]), ["a"]),
      (try Self.is_("n", .notEqual, [.integer(1)]), ["b", "c"]),
      (try Self.is_("n", .greater, [.integer(1)]), ["b", "c"]),
      (try Self.is_("n", .between, [.integer(1), .number(1.5)]), ["a", "b"]),
      (try Self.is_("n", .oneOf, [.integer(2), .integer(1)]), ["a", "c"]),
      (try Self.is_("n", .oneOf, []), []),
      (try Self.is_("n", .equal, [.integer(1)], not: true), ["b", "c", "d", "e"]),
      (try Self.is_("t", .equal, [.text("apple")]), ["b"]),
      (try Self.is_("t", .equal, [.text(long + "1")]), ["c"]),
      (try Self.is_("t", .greater, [.text(long + "1")]), ["d"]),
      (try Self.is_("t", .beginsWith, [.text(long + "2")]), ["d"]),
      (try Self.is_("t", .beginsWith, [.text("a")]), ["b"]),
      (try Self.is_("t", .beginsWith, [.text("")]), ["a", "b", "c", "d"]),
      (try Self.is_("at", .lessOrEqual, [.time(5)]), ["b"]),
      (try Self.is_("r", .equal, [a]), ["e"]),
      (try Self.is_("l", .equal, [.text("y")], any: true), ["a"]),
      (try Self.is_("l", .beginsWith, [.text("")], any: true), ["a", "e"]),
      (try Self.is_("l", .equal, [.text("y")]), []),
      (QueryCondition(.name, .equal, [a]), ["a"]),
    ]
    for (condition, names) in cases {
      #expect(try await world.names(world.question([condition])).sorted() == names, "\(condition)")
      #expect(
        try await world.names(world.question([condition], limit: 1)).sorted() == names,
        "\(condition)")
    }
    // Each value has a way of its own, and the page ends between two of them.
    let first = try await world.find(world.question([cases[4].0], limit: 1)).get()
    #expect(first.records.count == 1 && first.cursor != nil)
    let both = [cases[2].0, try Self.is_("t", .beginsWith, [.text("a")])]
    #expect(try await world.names(world.question(both)) == ["b"])
    #expect(try await world.names(world.question()) == ["a", "b", "c", "d", "e"])
  }

  @Test func `records are sorted by several things, and what lacks one comes last`() async throws {
    let world = try await Self.world()
    _ = try await world.modify([
      Self.note("a", ["n": .integer(2), "t": .text("y")]),
      Self.note("b", ["n": .integer(1), "t": .text("x")]),
      Self.note("c", ["n": .integer(2), "t": .text("x")]), Self.note("d", ["t": .text("z")]),
    ]).get()
    let (n, t) = (try RecordWorld.field("n"), try RecordWorld.field("t"))
    let cases: [([QuerySort], [String])] = [
      ([QuerySort(n)], ["b", "a", "c", "d"]),
      ([QuerySort(n, isDescending: true)], ["c", "a", "b", "d"]),
      ([QuerySort(n, isDescending: true), QuerySort(t)], ["c", "a", "b", "d"]),
      ([QuerySort(t), QuerySort(n)], ["b", "c", "a", "d"]),
      ([QuerySort(.name, isDescending: true)], ["d", "c", "b", "a"]),
    ]
    for (sort, names) in cases {
      #expect(try await world.names(world.question(sort: sort)) == names)
      #expect(try await world.names(world.question(sort: sort, limit: 1)) == names)
    }
  }

  @Test func `a page goes on where the one before ended, whatever is written meanwhile`()
    async throws
  {
    let world = try await Self.world()
    for sort in [[], [QuerySort(try RecordWorld.field("n"))]] {
      for number in 0..<10 {
        _ = try await world.modify(
          [Self.note("n\(number)", ["n": .integer(Int64(number))])], checksTags: false
        ).get()
      }
      let question = try world.question(sort: sort, limit: 4)
      let first = try await world.find(question).get()
      #expect(first.records.map(\.record.name.text) == ["n0", "n1", "n2", "n3"])
      _ = try await world.modify(
        [Self.note("n00", ["n": .integer(-1)])], delete: ["n3", "n5"], checksTags: false
      ).get()
      let second = try await world.find(question, from: first.cursor).get()
      #expect(second.records.map(\.record.name.text) == ["n4", "n6", "n7", "n8"])
      var other = question
      other.digest = 9
      #expect(try await world.find(other, from: first.cursor) == .failure(.tokenExpired))
      _ = try await world.modify(delete: ["n00"]).get()
    }
  }

  @Test func `a private database is asked in all zones, and nobody finds another's records`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.make("Other", by: "ann", id: 20).get()
    _ = try await world.modify([Self.note("a", ["n": .integer(1)])]).get()
    _ = try await world.modify(
      [Self.note("b", ["n": .integer(1)])], in: world.zone("Other")
    ).get()
    let one = try Self.is_("n", .equal, [.integer(1)])
    let all = try world.question([one], limit: 1, everywhere: true)
    #expect(try await Set(world.names(all)) == ["a", "b"])
    #expect(try await world.names(all, by: "ben") == [])
    #expect(try await world.find(world.question(), by: "ben") == .failure(.zoneNotFound))
    let shared = try world.question(in: world.zone("Notes", .shared, of: 1), everywhere: true)
    #expect(try await world.find(shared, by: "ben") == .failure(.invalidArguments))
  }

  @Test func `of a shared part the rest is neither found nor counted`() async throws {
    let world = try await Self.world()
    _ = try await world.modify([
      Self.note("list", ["n": .integer(2)]), try RecordWorld.note("milk", parent: "list"),
      Self.note("diary", ["n": .integer(1)]),
    ]).get()
    _ = try await world.modify([try RecordWorld.share("s", of: "list")], share: 7).get()
    _ = try await world.people.update(add: [1], request: 1, in: 7)
    _ = try await world.people.grant(1, to: "ben", nonce: 1, in: 7)
    let zone = try world.zone("Notes", .shared, of: 1)
    for sort in [[], [QuerySort(try RecordWorld.field("n"))]] {
      let question = try world.question(sort: sort, limit: 1, in: zone)
      #expect(try await world.names(question, by: "ben") == ["list", "milk"])
    }
    _ = try await world.people.update(remove: [1], request: 2, in: 7)
    #expect(try await world.find(world.question(in: zone), by: "ben") == .failure(.zoneNotFound))
  }

  @Test func `who made a record is asked by their name in the container`() async throws {
    let world = try await Self.world()
    let place = try world.zone("_defaultZone", .public)
    _ = try await world.modify([try RecordWorld.note("a")], in: place).get()
    _ = try await world.modify([try RecordWorld.note("b")], in: place, by: "ben").get()
    func by(_ name: String) throws -> RecordQuery {
      try world.question([QueryCondition(.creator, .equal, [.text(name)])], in: place)
    }
    #expect(try await world.names(by(world.user(2).text), by: "cy") == ["b"])
    let account = try CollaborationWorld.account("ben").text
    #expect(try await world.names(by(account), by: "cy") == [])
    #expect(try await world.names(by(""), by: "cy") == [])
  }

  @Test func `what makes no sense is refused`() async throws {
    let world = try await Self.world()
    let one = FieldValue.integer(1)
    let reference = FieldValue.reference(try RecordName("a"), deletesSelf: false)
    let conditions: [QueryCondition] = [
      try Self.is_("n", .equal, []), try Self.is_("n", .equal, [one, one]),
      try Self.is_("n", .between, [one]), try Self.is_("n", .between, [one, one], not: true),
      try Self.is_("n", .oneOf, [one, .text("a")]), try Self.is_("n", .beginsWith, [one]),
      try Self.is_("n", .less, [reference]), try Self.is_("n", .equal, [.bytes([1])]),
      try Self.is_("n", .equal, [.number(.infinity)]), QueryCondition(.name, .equal, [one]),
      QueryCondition(.createdAt, .equal, [.text("a")]),
      QueryCondition(.creator, .less, [.text("a")]),
      QueryCondition(.name, .equal, [reference], isOfAnyElement: true),
    ]
    for condition in conditions {
      let answer = try await world.find(world.question([condition]))
      #expect(answer == .failure(.invalidArguments), "\(condition)")
    }
    let sorts: [[QuerySort]] = [[QuerySort(.creator)], [QuerySort(.name), QuerySort(.name)]]
    for sort in sorts {
      #expect(try await world.find(world.question(sort: sort)) == .failure(.invalidArguments))
    }
    let many = try (0...RecordLimits.conditions).map { _ in try Self.is_("n", .equal, [one]) }
    #expect(try await world.find(world.question(many)) == .failure(.limitExceeded))
    let keys = try (0...RecordLimits.sorts).map { QuerySort(try RecordWorld.field("f\($0)")) }
    #expect(try await world.find(world.question(sort: keys)) == .failure(.limitExceeded))
    let values = [FieldValue](repeating: one, count: RecordLimits.comparedValues + 1)
    let long = try Self.is_("n", .oneOf, values)
    #expect(try await world.find(world.question([long])) == .failure(.limitExceeded))
    let full = try Self.is_("n", .oneOf, Array(values.dropLast()))
    #expect(try await world.find(world.question([full, full])).get().records == [])
    let further = try Self.is_("n", .equal, [one])
    #expect(
      try await world.find(world.question([full, full, further])) == .failure(.limitExceeded))
  }

  @Test func `a page compares a million times at most, and the next goes on behind it`()
    async throws
  {
    let world = try await Self.world()
    let elements = (0..<RecordLimits.listElements).map { FieldValue.integer(Int64($0)) }
    for number in 0..<4 {
      _ = try await world.modify([Self.note("n\(number)", ["l": .list(elements)])]).get()
    }
    let values = (1...RecordLimits.comparedValues).map { FieldValue.integer(Int64(-$0)) }
    let none = try Self.is_("l", .oneOf, values, any: true, not: true)
    let question = try world.question([none])
    // Each record costs a page all that it has.
    let first = try await world.find(question).get()
    #expect(first.records.count == 1 && first.cursor != nil)
    #expect(try await world.names(question).sorted() == ["n0", "n1", "n2", "n3"])
    let sort = [QuerySort(try RecordWorld.field("l")), QuerySort(.name)]
    #expect(try await world.find(world.question([none], sort: sort)) == .failure(.limitExceeded))
  }

  @Test func `a page reads 2000 records at most, and by several things so many are sorted`()
    async throws
  {
    let world = try await Self.world()
    for batch in 0..<6 {
      let count = batch == 5 ? 1 : 400
      let saves = try (0..<count).map { number in
        try Self.note("\(batch)-\(number)", ["n": .integer(Int64(batch)), "m": .integer(1)])
      }
      _ = try await world.modify(saves).get()
    }
    let last = try Self.is_("n", .greater, [.integer(4)])
    // No index helps: the page is empty, and says where it goes on.
    let hidden = try world.question([
      try Self.is_("n", .lessOrEqual, [.integer(4)], not: true)
    ])
    let walked = try await world.find(hidden).get()
    #expect(walked.records.isEmpty && walked.cursor != nil)
    #expect(try await world.names(hidden) == ["5-0"])
    let (n, m) = (try RecordWorld.field("n"), try RecordWorld.field("m"))
    let both = [QuerySort(m), QuerySort(n)]
    #expect(try await world.find(world.question(sort: both)) == .failure(.limitExceeded))
    #expect(try await world.names(world.question([last], sort: both)) == ["5-0"])
    let one = try await world.names(
      world.question([try Self.is_("m", .equal, [.integer(1)])], sort: [QuerySort(n)]))
    #expect(one.count == 2001 && one.last == "5-0")
  }

  @Test func `a batch brings 20 000 values into the indexes at most`() async throws {
    let world = try await Self.world()
    let values = (0..<10_000).map { FieldValue.integer(Int64($0)) }
    let fields = ["a", "b"].map { ($0, FieldValue.list(values)) }
    let most = try Self.note("a", Dictionary(uniqueKeysWithValues: fields))
    _ = try await world.modify([most]).get()
    // What is indexed already counts no more.
    _ = try await world.modify([Self.note("a", ["c": .integer(1)])], checksTags: false).get()
    var more = try Self.note("b", Dictionary(uniqueKeysWithValues: fields))
    more.fields[try FieldName("c")] = RecordField(.integer(1))
    #expect(try await world.modify([more]) == .failure(.limitExceeded))
  }
}
