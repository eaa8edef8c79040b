/// Cuts the source of a module into tokens (ECMA-262, section 12), so that comments can be told from
/// what only looks like them: in texts, templates, regular expressions.
///
/// Whether a slash divides or begins a regular expression depends on the grammar, and there is no
/// parser here. Where the token before does not settle it, and wherever else the scanner is not
/// certain, it throws instead of guessing.
struct JavaScriptScanner {
  /// What the last token says about a slash after it.
  enum Slash { case divides, beginsExpression, unclear }

  /// What is open and must be closed.
  enum Opening { case brace, substitution, bracket, parenthesis(isCondition: Bool) }

  let bytes: [UInt8]
  var place = 0
  var tokens: [JavaScriptToken] = []
  private var slash = Slash.beginsExpression
  private var open: [Opening] = []
  /// Whether the last token was a dot: then a keyword is a property's name.
  private var followsDot = false
  /// Whether the last token makes a parenthesis hold a condition, after which a statement begins.
  private var announcesCondition = false

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func tokens(of bytes: [UInt8]) throws(JavaScriptDoubt) -> [JavaScriptToken] {
    var scanner = JavaScriptScanner(bytes)
    while let byte = scanner.peek() {
      if Self.isSpace(byte) {
        scanner.place += 1
      } else {
        try scanner.token(byte)
      }
    }
    guard scanner.open.isEmpty else { throw JavaScriptDoubt(place: bytes.count) }
    return scanner.tokens
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  var doubt: JavaScriptDoubt { JavaScriptDoubt(place: place) }

  private mutating func token(_ byte: UInt8) throws(JavaScriptDoubt) {
    switch byte {
    case UInt8(ascii: "/"): try slashToken()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try add(.text, textEnd(byte), .divides)
    case UInt8(ascii: "`"): try template()
    case UInt8(ascii: "#"):
      guard let next = peek(1), Self.isWord(next) else { throw doubt }
      add(.word, wordEnd(from: place + 1), .divides)
    case _ where Self.isDigit(byte): add(.number, numberEnd(), .divides)
    case UInt8(ascii: ".") where peek(1).map(Self.isDigit) ?? false:
      add(.number, numberEnd(), .divides)
    case _ where Self.isWord(byte): word()
    default: try mark(byte)
    }
  }

  private mutating func slashToken() throws(JavaScriptDoubt) {
    switch (peek(1), slash) {
    case (UInt8(ascii: "/"), _): comment(lineCommentEnd())
    case (UInt8(ascii: "*"), _): comment(try blockCommentEnd())
    case (_, .divides): add(.mark, place + 1, .beginsExpression)
    case (_, .beginsExpression): add(.regularExpression, try expressionEnd(), .divides)
    case (_, .unclear): throw doubt
    }
  }

  /// A comment leaves what the token before it said.
  private mutating func comment(_ end: Int) {
    tokens.append(JavaScriptToken(kind: .comment, range: place..<end))
    place = end
  }

  private mutating func add(_ kind: JavaScriptToken.Kind, _ end: Int, _ slash: Slash) {
    tokens.append(JavaScriptToken(kind: kind, range: place..<end))
    place = end
    self.slash = slash
    followsDot = false
    announcesCondition = false
  }

  private mutating func word() {
    let end = wordEnd(from: place)
    let name = String(decoding: bytes[place..<end], as: UTF8.self)
    guard !followsDot else { return add(.word, end, .divides) }
    let isCondition =
      Self.conditions.contains(name) || (name == "await" && announcesCondition)
    // `of` is a keyword in the head of a loop and a name elsewhere.
    let slash: Slash =
      name == "of" ? .unclear : Self.operators.contains(name) ? .beginsExpression : .divides
    add(.word, end, slash)
    announcesCondition = isCondition
  }

  private mutating func template() throws(JavaScriptDoubt) {
    let (end, isOpen) = try templateEnd()
    add(.template, end, isOpen ? .beginsExpression : .divides)
    if isOpen { open.append(.substitution) }
  }

  private mutating func mark(_ byte: UInt8) throws(JavaScriptDoubt) {
    switch byte {
    case UInt8(ascii: "{"): open(.brace)
    case UInt8(ascii: "["): open(.bracket)
    case UInt8(ascii: "("): open(.parenthesis(isCondition: announcesCondition))
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): try close(byte)
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      // Doubled behind an operand it belongs to the operand, and leaves it one.
      let isDouble = peek(1) == byte
      add(.mark, place + (isDouble ? 2 : 1), isDouble ? slash : .beginsExpression)
    case _ where Self.marks.contains(byte):
      add(.mark, place + 1, .beginsExpression)
      followsDot = byte == UInt8(ascii: ".")
    default: throw doubt
    }
  }

  private mutating func open(_ opening: Opening) {
    open.append(opening)
    add(.mark, place + 1, .beginsExpression)
  }

  private mutating func close(_ byte: UInt8) throws(JavaScriptDoubt) {
    switch (byte, open.popLast()) {
    case (UInt8(ascii: "}"), .substitution): try template()
    // The end of a block or of an object: a statement follows, or an operator.
    case (UInt8(ascii: "}"), .brace): add(.mark, place + 1, .unclear)
    case (UInt8(ascii: "]"), .bracket): add(.mark, place + 1, .divides)
    case (UInt8(ascii: ")"), .parenthesis(let isCondition)):
      add(.mark, place + 1, isCondition ? .beginsExpression : .divides)
      tokens[tokens.count - 1].closesCondition = isCondition
    default: throw doubt
    }
  }

  private static let conditions: Set<String> = ["if", "while", "for", "with"]
  private static let operators: Set<String> = [
    "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else",
    "yield", "await", "default",
  ]
  private static let marks = Set("=<>!&|^~%*?:;,.".utf8)
}
