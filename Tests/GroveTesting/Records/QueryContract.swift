public import CollaborationDomain
import GroveIdentity
public import RecordDomain
import Testing

/// Queries on any store against queries in memory, and both against looking at every record.
public enum QueryContract {
  private static let texts =
    ["", "a", "ab", "b", "é", String(repeating: "x", count: 256)]
    + ["1", "2"].map { String(repeating: "x", count: 256) + $0 }
  private static let numbers: [FieldValue] = [
    .integer(0), .number(-0.0), .integer(1), .number(1), .number(1.5), .integer(.max),
    .number(0x1p63), .integer(.min), .number(-0x1p63), .number(0x1p53), .integer(1 << 53 + 1),
  ]

  private static func value(_ random: inout SeededGenerator) throws -> FieldValue {
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: return try #require(numbers.randomElement(using: &random))
    case 2: return .text(try #require(texts.randomElement(using: &random)))
    case 3: return .time(Int64.random(in: -2...2, using: &random))
    default:
      let name = try RecordName("r\(Int.random(in: 0..<3, using: &random))")
      return .reference(name, deletesSelf: false)
    }
  }

  private static func save(_ random: inout SeededGenerator) throws -> RecordSave {
    var save = try RecordWorld.note("r\(Int.random(in: 0..<40, using: &random))")
    for field in ["f", "g"] {
      let name = try FieldName(field)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: save.fields[name] = .some(nil)
      case 1:
        let pool = Bool.random(using: &random) ? numbers.prefix(5) : texts.map(FieldValue.text)[...]
        let kind = try #require(pool.randomElement(using: &random))
        save.fields[name] = RecordField(.list([kind, kind]))
      case 2:
        save.fields[name] = RecordField(.text("a"), isEncrypted: true)
      default: save.fields[name] = RecordField(try value(&random))
      }
    }
    return save
  }

  private static func condition(_ random: inout SeededGenerator) throws -> QueryCondition {
    let first = try value(&random)
    var values = [first]
    let comparison = try #require(QueryCondition.Comparison.allCases.randomElement(using: &random))
    if comparison == .between || comparison == .oneOf { values.append(try value(&random)) }
    return QueryCondition(
      try RecordWorld.field(Bool.random(using: &random) ? "f" : "g"), comparison, values,
      isOfAnyElement: Int.random(in: 0..<4, using: &random) == 0,
      isNegated: Int.random(in: 0..<5, using: &random) == 0)
  }

  private static func sorts(_ random: inout SeededGenerator) throws -> [QuerySort] {
    let keys: [QueryKey] = [
      try RecordWorld.field("f"), try RecordWorld.field("g"), .name, .createdAt, .modifiedAt,
    ]
    return keys.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)).map {
      QuerySort($0, isDescending: Bool.random(using: &random))
    }
  }

  /// Both stores find the same, page by page, and what looking at every record finds.
  public static func findsLikeMemory(
    _ store: any RecordStore & CollaborationStore, seed: UInt64
  ) async throws {
    var (memory, stored) = (
      try await RecordWorld(RecordMemoryStore()), try await RecordWorld(store)
    )
    var random = SeededGenerator(seed: seed)
    let names = try (0..<3).map { try RecordWorld.note("r\($0)") }
    for world in [memory, stored] { _ = try await world.modify(names).get() }
    var answered = 0
    for _ in 0..<250 {
      let saves = try (0..<3).map { _ in try save(&random) }
      let distinct = saves.enumerated().filter { one in
        !saves[..<one.offset].contains { $0.name == one.element.name }
      }.map(\.element)
      let deleted = "r\(Int.random(in: 3..<40, using: &random))"
      let deletes = distinct.contains { $0.name.text == deleted } ? [] : [deleted]
      memory.now += 1
      stored.now += 1
      for world in [memory, stored] {
        _ = try await world.modify(distinct, delete: deletes, checksTags: false, isAtomic: false)
      }
      let question = try memory.question(
        (0..<Int.random(in: 0...2, using: &random)).map { _ in try condition(&random) },
        sort: sorts(&random), limit: Int.random(in: 1...10, using: &random))
      let one = try await memory.find(question)
      #expect(try await stored.find(question) == one)
      guard case .success = one else { continue }
      answered += 1
      let found = try await memory.names(question)
      #expect(try await stored.names(question) == found, "\(question)")
      let all = try await memory.changes().get().changes.compactMap { change -> String? in
        guard case .saved(let record) = change,
          question.conditions.allSatisfy({ Naive.holds($0, for: record) })
        else { return nil }
        return record.name.text
      }
      #expect(found.sorted() == all.sorted(), "\(question)")
    }
    #expect(answered > 50)
  }
}

/// What a condition says, said once more and without an index.
private enum Naive {
  static func holds(_ condition: QueryCondition, for record: StoredRecord) -> Bool {
    guard case .field(let name) = condition.key else { return false }
    var values: [FieldValue] = []
    if let field = record.fields[name], !field.isEncrypted {
      if case .list(let list) = field.value {
        values = condition.isOfAnyElement ? list : []
      } else if !condition.isOfAnyElement {
        values = [field.value]
      }
    }
    return values.contains { compare($0, condition) } != condition.isNegated
  }

  private static func compare(_ value: FieldValue, _ condition: QueryCondition) -> Bool {
    let orders = condition.values.map { order(value, $0) }
    if condition.comparison == .oneOf { return orders.contains(0) }
    guard let first = orders.first ?? nil else { return false }
    switch condition.comparison {
    case .equal, .oneOf: return first == 0
    case .notEqual: return first != 0
    case .less: return first < 0
    case .lessOrEqual: return first <= 0
    case .greater: return first > 0
    case .greaterOrEqual: return first >= 0
    case .between: return first >= 0 && (orders[1] ?? 1) <= 0
    case .beginsWith:
      guard case .text(let text) = value, case .text(let start) = condition.values[0] else {
        return false
      }
      return Array(text.utf8).starts(with: Array(start.utf8))
    }
  }

  /// nil for two kinds.
  private static func order(_ left: FieldValue, _ right: FieldValue) -> Int? {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      let (left, right) = (Array(left.utf8), Array(right.utf8))
      return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    case (.time(let left), .time(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.reference(let left, _), .reference(let right, _)): return left == right ? 0 : 1
    case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number):
      let (left, right) = (exact(left), exact(right))
      return left == right ? 0 : left < right ? -1 : 1
    default: return nil
    }
  }

  /// Halves of whole numbers, in more bits than either has.
  private static func exact(_ value: FieldValue) -> Int128 {
    switch value {
    case .integer(let number): Int128(number) * 2
    case .number(let number): Int128(number * 2)
    default: 0
    }
  }
}
