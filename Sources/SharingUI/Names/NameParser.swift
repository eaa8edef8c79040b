import Foundation

/// Takes a written name apart. A guess, as every such parser's: what a person calls themselves is
/// theirs to say, and nothing is lost — every word ends up in one of the fields.
struct NameParser {
  private var words: [Substring]
  private var components = PersonNameComponents()

  /// - Parameter familyFirst: whether unmarked names begin with the family name, as in Hungarian.
  static func parse(_ text: String, familyFirst: Bool = false) -> PersonNameComponents? {
    var rest = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var parser = NameParser(words: [])
    parser.components.nickname = takeNickname(&rest)
    guard rest.contains(where: { $0.isLetter }) else {
      return parser.components.nickname == nil ? nil : parser.components
    }
    switch NameScript(rest) {
    case .spaced: parser.parseSpaced(rest, familyFirst: familyFirst)
    case .han, .hangul, .japanese: parser.parseEastAsian(rest)
    }
    return parser.components
  }

  /// `"Bob"`, “Bob”, 'Bob' or (Bob) between other words.
  private static func takeNickname(_ text: inout String) -> String? {
    for (open, close) in [
      ("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»"), ("(", ")"), (" '", "' "),
    ] {
      guard let start = text.range(of: open),
        let end = text.range(of: close, range: start.upperBound..<text.endIndex),
        start.upperBound < end.lowerBound
      else { continue }
      let name = text[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespaces)
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: " ")
      text = text.split(separator: " ").joined(separator: " ")
      return name.isEmpty ? nil : name
    }
    return nil
  }

  // MARK: Family name first, without spaces

  private mutating func parseEastAsian(_ text: String) {
    let parts = text.split(separator: " ")
    if parts.count > 1 {
      components.familyName = String(parts[0])
      components.givenName = parts.dropFirst().joined(separator: " ")
      return
    }
    guard text.count > 1 else {
      components.givenName = text
      return
    }
    // A Japanese name without a space cannot be divided without a dictionary of names.
    if case .japanese = NameScript(text) {
      components.givenName = text
      return
    }
    let isLong = text.count > 2 && NameVocabulary.longFamilyNames.contains(String(text.prefix(2)))
    components.familyName = String(text.prefix(isLong ? 2 : 1))
    components.givenName = String(text.dropFirst(isLong ? 2 : 1))
  }

  // MARK: Words with spaces

  private mutating func parseSpaced(_ text: String, familyFirst: Bool) {
    let parts = text.split(separator: ",").map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    guard let first = parts.first else { return }
    var after: [[Substring]] = Array(parts.dropFirst())
    var suffixes: [Substring] = []
    // "Doe, Jane, PhD": suffixes stand in parts of their own, at the end.
    while let last = after.last, last.allSatisfy(isSuffix) {
      suffixes = last + suffixes
      after.removeLast()
    }
    let given = after.flatMap { $0 }
    words = given.isEmpty ? first : given
    takePrefixes()
    takeSuffixes(before: suffixes)
    if given.isEmpty {
      assign(familyFirst: familyFirst)
    } else {
      components.familyName = join(familyPart(first))
      components.givenName = words.first.map(String.init)
      components.middleName = join(words.dropFirst())
    }
  }

  /// "Prof Doe, Jane": a title before the family name is one all the same.
  private mutating func familyPart(_ part: [Substring]) -> [Substring] {
    var part = part
    while part.count > 1, NameVocabulary.prefixes.contains(NameVocabulary.key(part[0])) {
      components.namePrefix = append(components.namePrefix, part.removeFirst())
    }
    return part
  }

  private mutating func takePrefixes() {
    while words.count > 1, NameVocabulary.prefixes.contains(NameVocabulary.key(words[0])) {
      components.namePrefix = append(components.namePrefix, words.removeFirst())
    }
  }

  private mutating func takeSuffixes(before others: [Substring]) {
    var found = others
    // One word at least is a name, whatever it looks like; "V" alone ends a name only after two others.
    while words.count > 1, let last = words.last, isSuffix(last), words.count > 2 || last.count > 1
    {
      found.insert(words.removeLast(), at: 0)
    }
    components.nameSuffix = join(found)
  }

  private mutating func assign(familyFirst: Bool) {
    guard words.count > 1 else {
      // "Dr. Doe": with a form of address and one word, that word is the family name.
      let name = words.first.map(String.init)
      if components.namePrefix == nil {
        components.givenName = name
      } else {
        components.familyName = name
      }
      return
    }
    if familyFirst {
      components.familyName = String(words.removeFirst())
      components.givenName = String(words.removeFirst())
      components.middleName = join(words)
      return
    }
    components.givenName = String(words.removeFirst())
    let family = familyStart()
    components.familyName = join(words[family...])
    components.middleName = join(words[..<family])
  }

  /// The last word, and the particles that stand before it: "van der Berg", "de la Cruz".
  private func familyStart() -> Int {
    var start = words.count - 1
    while start > 0, NameVocabulary.particles.contains(NameVocabulary.key(words[start - 1])) {
      start -= 1
    }
    return start
  }

  private func isSuffix(_ word: Substring) -> Bool {
    NameVocabulary.suffixes.contains(NameVocabulary.key(word))
  }

  private func join(_ words: some Collection<Substring>) -> String? {
    words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func append(_ text: String?, _ word: Substring) -> String {
    text.map { $0 + " " + word } ?? String(word)
  }
}
