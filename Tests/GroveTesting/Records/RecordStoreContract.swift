public import CollaborationDomain
import GroveIdentity
public import RecordDomain
import Testing

/// What every store of records promises.
public enum RecordStoreContract {
  private static let names = (0..<8).map { "r\($0)" }
  private static let people = ["ann", "ben", "cy"]

  /// What both stores are given in turn.
  private struct Pair {
    var memory: RecordWorld
    var stored: RecordWorld

    /// - Returns: the answer, which is the same of both.
    func both<Answer: Equatable>(_ command: (RecordWorld) async throws -> Answer) async throws
      -> Answer
    {
      let one = try await command(memory)
      let other = try await command(stored)
      #expect(one == other)
      return other
    }

    /// Adds somebody to a share, or takes somebody out.
    func changePeople(of share: Int, _ random: inout SeededGenerator) async throws {
      let root = Int.random(in: 1...3, using: &random)
      let request = Int.random(in: 1...99_999, using: &random)
      let person = people[Int.random(in: 1...2, using: &random)]
      if Int.random(in: 0..<3, using: &random) == 0 {
        _ = try await both {
          try await $0.people.update(remove: [root], request: request, in: share)
        }
        return
      }
      _ = try await both {
        try await $0.people.update(add: [root], request: request, in: share)
      }
      _ = try await both {
        try await $0.people.grant(root, to: person, nonce: request, in: share)
      }
    }
  }

  /// The same commands, drawn at random, have the same answers as in memory.
  public static func answersLikeMemory(
    _ store: any RecordStore & CollaborationStore, seed: UInt64
  ) async throws {
    let pair = Pair(
      memory: try await RecordWorld(RecordMemoryStore()), stored: try await RecordWorld(store))
    var random = SeededGenerator(seed: seed)
    var tokens: [String: ZoneToken] = [:]
    var shares = 0
    var made: [Int] = []
    // What participants were told: where it is nothing, nothing was shared.
    var seen = 0
    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        shares += 1
        let number = shares
        let isWhole = Int.random(in: 0..<12, using: &random) == 0
        let root = isWhole ? nil : names.randomElement(using: &random)
        let save = try RecordWorld.share(
          root == nil ? "cloudkit.zoneshare" : "s\(number)", of: root)
        let answer = try await pair.both { try await $0.modify([save], share: number) }
        if case .success(let answer) = answer, case .success = answer.saved[0] {
          made.append(number)
        }
      case 1, 2:
        guard let number = made.suffix(2).randomElement(using: &random) else { continue }
        try await pair.changePeople(of: number, &random)
      case 9 where Int.random(in: 0..<20, using: &random) == 0:
        _ = try await pair.both { try await $0.delete("Notes") }
        _ = try await pair.both { try await $0.make("Notes", by: "ann", id: 50 + shares) }
      case 3, 4:
        let person = people[Int.random(in: 0..<people.count, using: &random)]
        let place = try pair.stored.zone(
          "Notes", person == "ann" ? .private : .shared, of: person == "ann" ? nil : 1)
        let limit = Int.random(in: 1...6, using: &random)
        let token = Bool.random(using: &random) ? tokens[person] : nil
        let page = try await pair.both {
          try await $0.changes(since: token, limit: limit, in: place, by: person)
        }
        if case .success(let page) = page {
          tokens[person] = page.token
          if person != "ann" { seen += page.changes.count }
        }
      default:
        let (saves, deletes, isAtomic, person) = try batch(&random)
        let place = try pair.stored.zone(
          "Notes", person == "ann" ? .private : .shared, of: person == "ann" ? nil : 1)
        _ = try await pair.both {
          try await $0.modify(
            saves, delete: deletes, in: place, checksTags: false, isAtomic: isAtomic, by: person)
        }
      }
    }
    #expect(seen > 0)
  }

  /// 1 and 1.0 find each other, and one may take the other's place.
  public static func equalNumbersAreOneKey(_ store: any RecordStore & CollaborationStore)
    async throws
  {
    let world = try await RecordWorld(store)
    let field = try FieldName("f")
    func save(_ values: [FieldValue]) async throws {
      var note = try RecordWorld.note("a")
      note.fields[field] = RecordField(.list(values))
      let answer = try await world.modify([note], checksTags: false).get()
      _ = try answer.saved[0].get()
    }
    func found(_ value: FieldValue) async throws -> [String] {
      let holds = QueryCondition(.field(field), .equal, [value], isOfAnyElement: true)
      return try await world.names(world.question([holds]))
    }
    for value in [FieldValue.integer(1), .number(1)] {
      try await save([value])
      #expect(try await found(.integer(1)) == ["a"])
      #expect(try await found(.number(1)) == ["a"])
      #expect(try await found(.number(1.5)).isEmpty)
    }
    try await save([.number(1.5), .number(1)])
    #expect(try await found(.integer(1)) == ["a"])
    #expect(try await found(.number(1.5)) == ["a"])
    try await save([.number(-0.0)])
    #expect(try await found(.integer(1)).isEmpty)
    #expect(try await found(.integer(0)) == ["a"])
  }

  private static func batch(_ random: inout SeededGenerator) throws
    -> (saves: [RecordSave], deletes: [String], isAtomic: Bool, person: String)
  {
    var drawn = names.shuffled(using: &random)
    var saves: [RecordSave] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let name = drawn.removeLast()
      let parent =
        Int.random(in: 0..<3, using: &random) == 0 ? names.randomElement(using: &random) : nil
      let target =
        Int.random(in: 0..<4, using: &random) == 0 ? names.randomElement(using: &random) : nil
      let refers = target.map { ["to": ($0, Bool.random(using: &random))] } ?? [:]
      var save = try RecordWorld.note(
        name, "\(Int.random(in: 0...99, using: &random))", parent: parent, refers: refers)
      if parent == nil, Int.random(in: 0..<5, using: &random) == 0 { save.parent = .some(nil) }
      saves.append(save)
    }
    let deletes = (0..<max(0, Int.random(in: -6...2, using: &random))).map { _ in drawn.removeLast()
    }
    let person = people[max(0, Int.random(in: -2...2, using: &random))]
    return (saves, deletes, Bool.random(using: &random), person)
  }
}
