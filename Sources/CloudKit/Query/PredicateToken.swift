import Foundation

/// A piece of a predicate's text, with what stands in its places.
enum PredicateToken: Hashable, Sendable {
  /// A name: of a field, of an operator, of a constant.
  case word(String)
  /// A name that is a field's, whatever operator is called so: `%K`, or with `#` before it.
  case key(String)
  case value(FieldContent)
  /// `=`, `<=`, `(`, `,`, `[cd]` and so on.
  case sign(String)
}

/// Cuts a predicate's text into pieces.
struct PredicateScanner {
  /// Why a text is no predicate that is answered here.
  struct Refusal: Error { var sentence: String }

  private var text: Substring
  private var arguments: ArraySlice<Any>
  private var tokens: [PredicateToken] = []

  private init(_ format: String, _ arguments: [Any]) {
    text = format[...]
    self.arguments = arguments[...]
  }

  static func tokens(_ format: String, _ arguments: [Any]) throws(Refusal) -> [PredicateToken] {
    var scanner = PredicateScanner(format, arguments)
    while let first = scanner.text.first { try scanner.take(first) }
    guard scanner.arguments.isEmpty else {
      throw Refusal(sentence: "A predicate was given more values than it has places for.")
    }
    return scanner.tokens
  }

  private mutating func take(_ first: Character) throws(Refusal) {
    switch first {
    case _ where first.isWhitespace: text.removeFirst()
    case "\"", "'": tokens.append(.value(.text(try quoted(first))))
    case "%": try takePlace()
    case "#":
      text.removeFirst()
      tokens.append(.key(try name()))
    case "0"..."9": tokens.append(.value(try number()))
    case "_", "a"..."z", "A"..."Z": tokens.append(.word(try name()))
    case "[":
      guard let end = text.firstIndex(of: "]") else { throw Self.strange }
      tokens.append(.sign(String(text[...end]).lowercased()))
      text = text[text.index(after: end)...]
    default: try takeSign()
    }
  }

  private static let strange = Refusal(sentence: "A predicate's text cannot be read.")

  /// The longest first.
  private static let signs = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}",
    ",", "-",
  ]

  private mutating func takeSign() throws(Refusal) {
    guard let sign = Self.signs.first(where: { text.hasPrefix($0) }) else { throw Self.strange }
    text.removeFirst(sign.count)
    tokens.append(.sign(sign))
  }

  private mutating func name() throws(Refusal) -> String {
    let end = text.firstIndex { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    let name = text[..<(end ?? text.endIndex)]
    text = text[name.endIndex...]
    guard text.first != "." else {
      throw Refusal(sentence: "A key is one name: what lies behind a reference is not looked at.")
    }
    guard !name.isEmpty else { throw Self.strange }
    return String(name)
  }

  private mutating func number() throws(Refusal) -> FieldContent {
    var length = 0
    var before: Character = " "
    for character in text {
      let isSign = (character == "-" || character == "+") && (before == "e" || before == "E")
      guard character.isASCII,
        character.isNumber || character == "." || character == "e" || character == "E" || isSign
      else { break }
      (length, before) = (length + 1, character)
    }
    let digits = text.prefix(length)
    text.removeFirst(length)
    if let whole = Int64(digits) { return .integer(whole) }
    guard let number = Double(digits), number.isFinite else { throw Self.strange }
    return .number(number)
  }

  private mutating func quoted(_ quote: Character) throws(Refusal) -> String {
    text.removeFirst()
    var content = ""
    while let next = text.popFirst() {
      if next == quote { return content }
      guard next == "\\" else {
        content.append(next)
        continue
      }
      guard let escaped = text.popFirst() else { break }
      content.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
    }
    throw Self.strange
  }

  // MARK: Places

  /// What stands for a number, without the `l` and `h` before it.
  private static let numbers: Set<Character> = ["d", "D", "i", "u", "U", "f", "g", "e"]

  private mutating func takePlace() throws(Refusal) {
    text.removeFirst()
    while text.first == "l" || text.first == "h" || text.first == "q" { text.removeFirst() }
    guard let kind = text.popFirst() else { throw Self.strange }
    guard kind == "@" || kind == "K" || Self.numbers.contains(kind) else {
      throw Refusal(sentence: "A predicate's places are %@, %K and those of numbers.")
    }
    guard let argument = arguments.popFirst() else {
      throw Refusal(sentence: "A predicate has more places than it was given values.")
    }
    if kind == "K" {
      guard let key = argument as? String, !key.contains(".") else {
        throw Refusal(sentence: "What stands for %K is the name of one field.")
      }
      tokens.append(.key(key))
      return
    }
    let value = FieldContent(compared: argument)
    if kind != "@" {
      switch value {
      case .integer, .number: break
      default: throw Refusal(sentence: "What stands in a number's place is no number.")
      }
    }
    tokens.append(.value(value))
  }
}

extension FieldContent {
  /// A value in a comparison: records and their identifiers are references to them.
  init(compared value: Any) {
    switch value {
    case let record as CKRecord: self = .reference(CKReference(recordID: record.recordID))
    case let id as CKRecordID: self = .reference(CKReference(recordID: id))
    case let values as [Any]: self = .list(values.map { FieldContent(compared: $0) })
    default: self.init(value)
    }
  }
}
