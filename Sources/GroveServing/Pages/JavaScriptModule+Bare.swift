extension JavaScriptModule {
  /// The source without comments, without white space that means nothing, and without the semicolons
  /// and commas that a closing bracket makes idle. A line's end stays wherever a semicolon might be
  /// missing in front of it (ECMA-262, section 12.10); for where an error is in the source, its
  /// function's name has to do.
  var withoutComments: [UInt8] {
    var bare: [UInt8] = []
    bare.reserveCapacity(source.count)
    let kept = withoutIdleMarks(tokens.filter { $0.kind != .comment })
    for (place, token) in kept.enumerated() {
      if place > 0 {
        let before = kept[place - 1]
        let skipped = source[before.range.upperBound..<token.range.lowerBound]
        if skipped.contains(where: JavaScriptScanner.isLineEnd), mayEndStatement(before, token) {
          bare.append(0x0A)
        } else if !skipped.isEmpty, needsSpace(before, token) {
          bare.append(0x20)
        }
      }
      bare += source[token.range]
    }
    return bare + [0x0A]
  }

  /// Without `;` in front of `}` and the last `,` in front of a closing bracket. An empty statement is
  /// not idle (`if (a);`), nor is the comma of a hole (`[,]`).
  private func withoutIdleMarks(_ words: [JavaScriptToken]) -> [JavaScriptToken] {
    words.indices.filter { place in
      guard place > 0, place + 1 < words.count, let next = single(words[place + 1]) else {
        return true
      }
      let before = words[place - 1]
      switch single(words[place]) {
      case UInt8(ascii: ";"):
        return next != UInt8(ascii: "}") || before.closesCondition || isWord(before, "else")
          || isWord(before, "do") || single(before).map { "{;:".utf8.contains($0) } ?? false
      case UInt8(ascii: ","):
        return !"}])".utf8.contains(next)
          || single(before).map { "{[(,".utf8.contains($0) } ?? false
      default: return true
      }
    }.map { words[$0] }
  }

  /// Whether a line's end between two tokens may mean more than a space does. It does not where what
  /// stands before it cannot end a statement, or what follows cannot begin one.
  private func mayEndStatement(_ first: JavaScriptToken, _ second: JavaScriptToken) -> Bool {
    if let mark = single(first), Self.leadingOn.contains(mark) { return false }
    if let mark = single(second), Self.goingOn.contains(mark) { return false }
    return true
  }

  private static let leadingOn = Set("{([,;:=&|?<>+-*%^!~.".utf8)
  /// Not `*`, which begins a method too, nor what begins an expression.
  private static let goingOn = Set("})],;:.?=&|<>%^".utf8)

  /// Whether two tokens would be read as others with nothing in between. Only beside a mark that
  /// forms nothing with its neighbour is it certain that they would not.
  private func needsSpace(_ first: JavaScriptToken, _ second: JavaScriptToken) -> Bool {
    switch (first.kind, second.kind) {
    case (.mark, .mark):
      return !Self.standsAlone(source[first.range.lowerBound])
        && !Self.standsAlone(source[second.range.lowerBound]) && !isSign(second, after: first)
    // `1 .a`, `a / b`
    case (_, .mark):
      let mark = source[second.range.lowerBound]
      return mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".") && first.kind == .number
    case (.mark, _): return [UInt8(ascii: "."), UInt8(ascii: "/")].contains(single(first))
    case (.word, .word), (.word, .number), (.number, .word), (.number, .number): return true
    // Behind a regular expression a word would be its flags.
    case (.regularExpression, .word), (.regularExpression, .number): return true
    default: return false
    }
  }

  private static func standsAlone(_ mark: UInt8) -> Bool { "(){}[],;:".utf8.contains(mark) }

  /// `!`, `~`, `+` or `-` in front of an operand. No mark ends in `!` or `~`, and only doubled do the
  /// others form one (`<!--` has two signs behind it).
  private func isSign(_ second: JavaScriptToken, after first: JavaScriptToken) -> Bool {
    guard let sign = single(second), let mark = single(first) else { return false }
    if "!~".utf8.contains(sign) { return mark != UInt8(ascii: "<") }
    return "+-".utf8.contains(sign) && !"+-!".utf8.contains(mark)
  }

  /// The mark that a token of one character is.
  private func single(_ token: JavaScriptToken) -> UInt8? {
    token.kind == .mark && token.range.count == 1 ? source[token.range.lowerBound] : nil
  }
}
