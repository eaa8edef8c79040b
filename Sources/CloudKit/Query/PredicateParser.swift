import Foundation

/// Reads what a predicate's text says. What no server here answers becomes `refused`, with a sentence.
struct PredicateParser {
  private typealias Refusal = PredicateScanner.Refusal

  private var tokens: ArraySlice<PredicateToken>
  private var depth = 0

  /// Brackets and negations within one another: each is a call within a call.
  static let deepest = 64

  static let orSentence = "Comparisons are joined by AND alone; ask once for each side of OR."

  static func tree(_ format: String, _ arguments: [Any]) -> PredicateTree {
    do throws(Refusal) {
      var parser = PredicateParser(
        tokens: try PredicateScanner.tokens(format, arguments)[...])
      let tree = try parser.all()
      guard parser.tokens.isEmpty else { throw unreadable }
      return tree
    } catch {
      return .refused(error.sentence)
    }
  }

  private static let unreadable = Refusal(sentence: "A predicate's text cannot be read.")

  // MARK: Joining

  private mutating func all() throws(Refusal) -> PredicateTree {
    var parts = [try one()]
    while true {
      if takes("OR") || takes(sign: "||") {
        throw Refusal(
          sentence: Self.orSentence)
      }
      guard takes("AND") || takes(sign: "&&") else { break }
      parts.append(try one())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func one() throws(Refusal) -> PredicateTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw Refusal(sentence: "A predicate has too many brackets within one another.")
    }
    if takes("NOT") || takes(sign: "!") { return .not(try one()) }
    if takes(sign: "(") {
      let inner = try all()
      guard takes(sign: ")") else { throw Self.unreadable }
      return inner
    }
    if takes("TRUEPREDICATE") { return .constant(true) }
    if takes("FALSEPREDICATE") { return .constant(false) }
    return .term(try comparison())
  }

  // MARK: Comparing

  private enum Operand {
    case key(String)
    case value(FieldContent)
  }

  private mutating func comparison() throws(Refusal) -> QueryTerm {
    let isAny = takes("ANY") || takes("SOME")
    guard !takes("ALL"), !takes("NONE") else {
      throw Refusal(
        sentence: "Lists are asked with ANY, not with ALL or NONE.")
    }
    let left = try operand()
    let sign = try comparisonSign()
    let right = try operand()
    if case .sign(let option)? = tokens.first, option.hasPrefix("[") { throw Self.optionRefusal }
    switch (left, right) {
    case (.key(let key), .value(let value)):
      return try PredicateComparison(key, sign, value).term(isAny: isAny)
    case (.value(let value), .key(let key)):
      return try PredicateComparison(value, sign, of: key).term(isAny: isAny)
    case (.key, .key):
      throw Refusal(sentence: "A field is compared with a value.")
    case (.value, .value): throw Refusal(sentence: "A comparison has a field on one of its sides.")
    }
  }

  private static let optionRefusal = Refusal(
    sentence: "Texts are compared exactly: [c], [d] and [cd] are not asked here.")

  private mutating func comparisonSign() throws(Refusal) -> String {
    let sign: String
    switch tokens.popFirst() {
    case .sign(let text)?: sign = text
    case .word(let word)?: sign = word.uppercased()
    default: throw Self.unreadable
    }
    if case .sign(let option)? = tokens.first, option.hasPrefix("[") { throw Self.optionRefusal }
    return sign
  }

  private mutating func operand() throws(Refusal) -> Operand {
    switch tokens.popFirst() {
    case .key(let name)?: return .key(name)
    case .value(let value)?: return .value(value)
    case .sign("-")?:
      switch tokens.popFirst() {
      case .value(.integer(let number))? where number != .min: return .value(.integer(-number))
      case .value(.number(let number))?: return .value(.number(-number))
      default: throw Self.unreadable
      }
    case .sign("{")?: return .value(.list(try elements()))
    case .word(let word)?: return try named(word)
    default: throw Self.unreadable
    }
  }

  private mutating func named(_ word: String) throws(Refusal) -> Operand {
    guard !takes(sign: "(") else {
      throw Refusal(sentence: "Functions such as \(Self.known(word)) are not asked here.")
    }
    switch word.uppercased() {
    case "TRUE", "YES": return .value(.integer(1))
    case "FALSE", "NO": return .value(.integer(0))
    case "NIL", "NULL":
      throw Refusal(
        sentence: "Nothing is compared with nil: what is not there fulfils nothing.")
    case "SELF":
      throw Refusal(sentence: "Records are not searched for words: a field is compared.")
    default: return .key(word)
    }
  }

  /// A sentence repeats no input that is not known.
  private static func known(_ word: String) -> String {
    ["distanceToLocation", "now", "CAST", "FUNCTION", "SUBQUERY"].contains(word) ? word : "this one"
  }

  private mutating func elements() throws(Refusal) -> [FieldContent] {
    var found: [FieldContent] = []
    if takes(sign: "}") { return found }
    while true {
      guard case .value(let value) = try operand() else { throw Self.unreadable }
      found.append(value)
      if takes(sign: "}") { return found }
      guard takes(sign: ",") else { throw Self.unreadable }
    }
  }

  // MARK: Words and signs

  private mutating func takes(_ word: String) -> Bool {
    guard case .word(let next)? = tokens.first, next.uppercased() == word else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func takes(sign: String) -> Bool {
    guard tokens.first == .sign(sign) else { return false }
    tokens.removeFirst()
    return true
  }
}
