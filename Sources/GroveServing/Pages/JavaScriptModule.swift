/// A module's source, cut into tokens.
struct JavaScriptModule: Sendable {
  /// `import … from "here"` and `export … from "here"`.
  struct Import: Hashable, Sendable {
    let specifier: String
    /// The text with its quotes, as offsets of bytes.
    let range: Range<Int>
  }

  let source: [UInt8]
  let tokens: [JavaScriptToken]

  /// - Throws: where the source is not understood.
  init(_ source: [UInt8]) throws(JavaScriptDoubt) {
    // U+2028 and U+2029 end lines too, and so line comments. They are in no file of ours.
    for place in source.indices.dropLast(2) where source[place] == 0xE2 {
      if source[place + 1] == 0x80, source[place + 2] & 0xFE == 0xA8 {
        throw JavaScriptDoubt(place: place)
      }
    }
    self.source = source
    tokens = try JavaScriptScanner.tokens(of: source)
  }

  /// The modules that are loaded before this one runs, in order.
  var imports: [Import] {
    let words = tokens.filter { $0.kind != .comment }
    var found: [Import] = []
    var depth = 0
    for (place, token) in words.enumerated() {
      if token.kind == .mark {
        depth += Self.deeper(source[token.range.lowerBound])
      } else if depth == 0, token.kind == .word,
        place == 0 || !isMark(words[place - 1], "."),
        let text = specifier(after: place, in: words)
      {
        let inner = text.range.dropFirst().dropLast()
        found.append(
          Import(specifier: String(decoding: source[inner], as: UTF8.self), range: text.range))
      }
    }
    return found
  }

  private func specifier(after place: Int, in words: [JavaScriptToken]) -> JavaScriptToken? {
    guard place + 1 < words.count else { return nil }
    let next = words[place + 1]
    if isWord(words[place], "import") {
      if next.kind == .text { return next }
      if isMark(next, "(") || isMark(next, ".") { return nil }
    } else if isWord(words[place], "export") {
      guard isMark(next, "{") || isMark(next, "*") else { return nil }
    } else {
      return nil
    }
    return origin(after: place + 1, in: words)
  }

  /// The text behind `from`, where the clause has one before it ends.
  private func origin(after place: Int, in words: [JavaScriptToken]) -> JavaScriptToken? {
    var depth = 0
    for index in place..<words.count - 1 {
      let token = words[index]
      if token.kind == .mark {
        depth += Self.deeper(source[token.range.lowerBound])
        if isMark(token, ";") { return nil }
      } else if depth == 0, isWord(token, "from"), words[index + 1].kind == .text {
        return words[index + 1]
      } else if depth == 0, index > place, token.kind == .word,
        ["import", "export", "const", "let", "class", "function"].contains(text(token))
      {
        return nil
      }
    }
    return nil
  }

  private func text(_ token: JavaScriptToken) -> String {
    String(decoding: source[token.range], as: UTF8.self)
  }
  func isWord(_ token: JavaScriptToken, _ name: String) -> Bool {
    token.kind == .word && source[token.range].elementsEqual(name.utf8)
  }
  private func isMark(_ token: JavaScriptToken, _ mark: String) -> Bool {
    token.kind == .mark && source[token.range].elementsEqual(mark.utf8)
  }

  private static func deeper(_ mark: UInt8) -> Int {
    switch mark {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): 1
    case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    default: 0
    }
  }
}
