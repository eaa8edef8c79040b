import GroveWire
import Testing

@testable import CloudKit

/// Predicates from text: what they ask for, and what is refused with which sentence.
struct PredicateTests {
  private static func plan(_ format: String, _ arguments: Any...) throws -> QueryPlan {
    try NSPredicate(format: format, argumentArray: arguments).tree.plan()
  }

  private static func terms(_ format: String, _ arguments: Any...) throws -> [String] {
    try NSPredicate(format: format, argumentArray: arguments).tree.plan().terms.map {
      "\($0.isNegated ? "not " : "")\($0.isOfAnyElement ? "any " : "")\($0.key) \($0.comparison)"
    }
  }

  private static func sentence(_ predicate: NSPredicate) -> String? {
    do {
      _ = try predicate.tree.plan()
      return nil
    } catch {
      return error.code == .invalidArguments ? error.localizedDescription : "another code"
    }
  }

  @Test func `each operator of a text is the server's, with the sides as they stand`() throws {
    let orders = [
      "a = 1": "a equal", "a == 1": "a equal", "a != 1": "a notEqual", "a <> 1": "a notEqual",
      "a < 1": "a less", "a <= 1": "a lessOrEqual", "a =< 1": "a lessOrEqual", "a > 1": "a greater",
      "a >= 1": "a greaterOrEqual", "a => 1": "a greaterOrEqual", "1 < a": "a greater",
      "1 >= a": "a lessOrEqual", "a BETWEEN {1, 2}": "a between", "a IN {1, 2}": "a oneOf",
      "a IN {}": "a oneOf", "a BEGINSWITH 'x'": "a beginsWith", "a CONTAINS 'x'": "any a equal",
      "'x' IN a": "any a equal", "ANY a > 1": "any a greater", "SOME a IN {1}": "any a oneOf",
      "NOT a == 1": "not a equal", "!(a == 1)": "not a equal", "NOT NOT a == 1": "a equal",
      "#in == 1": "in equal", "a beginswith 'x'": "a beginsWith",
    ]
    for (text, term) in orders { #expect(try Self.terms(text) == [term], "\(text)") }
  }

  @Test func `comparisons are joined by AND, in brackets too`() throws {
    #expect(
      try Self.terms("a == 1 && (b > 2 AND NOT c == 3) AND TRUEPREDICATE")
        == ["a equal", "b greater", "not c equal"])
    #expect(try Self.plan("a == 1 AND FALSEPREDICATE").isNever)
    #expect(try Self.plan("NOT TRUEPREDICATE").isNever)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "a == 1"), NSPredicate(value: true),
      NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "b == 2")),
    ])
    #expect(try both.tree.plan().terms.map(\.isNegated) == [false, true])
    #expect(Self.sentence(NSPredicate(value: false)) != nil)
  }

  @Test func `what stands in the places is what is compared`() throws {
    let id = CKRecord.ID(recordName: "r")
    let now = Date(timeIntervalSince1970: 7)
    let term = { (format: String, value: Any) in
      try #require(try Self.plan(format, value).terms.first)
    }
    #expect(try term("a == %@", "x").values == [.text("x")])
    #expect(try term("a == %@", now).values == [.time(now)])
    #expect(try term("a == %@", 3).values == [.integer(3)])
    #expect(try term("a == %d", 3).values == [.integer(3)])
    #expect(try term("a > %lf", 1.5).values == [.number(1.5)])
    #expect(try term("a == %ld", true).values == [.integer(1)])
    #expect(try term("a IN %@", ["x", "y"]).values == [.text("x"), .text("y")])
    let target = FieldContent.reference(CKRecord.Reference(recordID: id, action: .none))
    #expect(try term("a == %@", id).values == [target])
    #expect(try term("a == %@", CKRecord(recordType: "T", recordID: id)).values == [target])
    #expect(try Self.plan("%K == %@", "and", "x").terms.first?.key == "and")
    let texts = #"a == "it's" AND b == 'say \'x\'\n' AND c == -1.5e2 AND d == YES"#
    #expect(
      try Self.plan(texts).terms.map(\.values)
        == [[.text("it's")], [.text("say 'x'\n")], [.number(-150)], [.integer(1)]])
  }

  @Test(arguments: [
    "a == 1 OR b == 2", "a == 1 || b == 2", "a ENDSWITH 'x'", "a LIKE 'x*'", "a MATCHES 'x'",
    "a ==[c] 'x'", "a BEGINSWITH[cd] 'x'", "ALL a > 1", "NONE a > 1", "a.b == 1", "a == b",
    "1 == 1", "a == nil", "self CONTAINS 'x'", "a < now()", "a", "a ==", "(a == 1", "a == 1)",
    "a ~ 1", "a == 'x", "a BETWEEN {1}", "a IN 1", "NOT a BETWEEN {1, 2}",
    "NOT (a == 1 AND b == 2)", "a == %@", "%s == 1", "_a == 1", "a == $x", "", "a == {1}", "%",
  ])
  func `what is not answered is refused with a sentence`(text: String) {
    let sentence = Self.sentence(NSPredicate(format: text))
    #expect(sentence?.hasSuffix(".") == true, "\(text)")
  }

  @Test func `values that do not fit their places are refused`() {
    #expect(Self.sentence(NSPredicate(format: "a == 1", 2)) != nil)
    #expect(Self.sentence(NSPredicate(format: "a == %d", "x")) != nil)
    #expect(Self.sentence(NSPredicate(format: "%K == 1", 3)) != nil)
    #expect(Self.sentence(NSPredicate(format: "a == -%d", Int64.min)) != nil)
    #expect(Self.sentence(NSPredicate(format: "a == %@", Data([1]))) != nil)
    #expect(Self.sentence(NSPredicate(format: "a == %@", NSObject())) != nil)
    #expect(Self.sentence(NSPredicate(format: String(repeating: "(", count: 100_000))) != nil)
  }

  @Test func `predicates of blocks and of OR are refused, copied ones too`() {
    let one = NSPredicate(format: "a == 1")
    let two = NSPredicate(format: "b == 1")
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [one, two])
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [one, two])
    let no = NSCompoundPredicate(notPredicateWithSubpredicate: one)
    #expect(Self.sentence(NSPredicate { _, _ in true }) != nil && Self.sentence(either) != nil)
    for copied in [either, both, no].map({ $0.copy() }) {
      #expect((copied as? NSPredicate).map { Self.sentence($0) != nil } == true)
    }
    #expect((one.copy() as? NSPredicate).flatMap { Self.sentence($0) } == nil)
  }

  @Test func `descriptors say their key, and another's is none`() {
    let descriptor = NSSortDescriptor(key: "title", ascending: false)
    #expect(descriptor.sortedKey == "title" && !descriptor.ascending)
    #expect((descriptor.copy() as? NSSortDescriptor)?.sortedKey == "title")
    let other = NSSortDescriptor(keyPath: \CKRecord.recordType, ascending: true)
    #expect(other.sortedKey == nil)
  }
}
