/// As much of YAML as our own OpenAPI documents are written in: maps and lists by indentation or in
/// braces and brackets on one line, plain and quoted scalars. Block scalars are passed over.
public indirect enum YAMLValue: Hashable, Sendable {
  case map([String: YAMLValue])
  case list([YAMLValue])
  /// Without its quotes.
  case scalar(String, isQuoted: Bool)

  public subscript(_ key: String) -> YAMLValue? {
    guard case .map(let members) = self else { return nil }
    return members[key]
  }

  public var text: String? {
    guard case .scalar(let text, _) = self else { return nil }
    return text
  }

  public var members: [String: YAMLValue] {
    guard case .map(let members) = self else { return [:] }
    return members
  }

  public var elements: [YAMLValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }
}

/// What is wrong with the document.
public struct YAMLProblem: Error, CustomStringConvertible {
  public let description: String
}

extension YAMLValue {
  /// - Throws: `YAMLProblem` for anything that is written in another way.
  public init(_ text: String) throws(YAMLProblem) {
    var lines = YAMLLines(text)
    self = try lines.block()
  }
}

/// The lines that are left to read.
private struct YAMLLines {
  private var lines: [(indent: Int, text: Substring)] = []
  private var next = 0

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.allSatisfy({ $0 == " " }) {
      let indent = line.prefix { $0 == " " }.count
      lines.append((indent, line.dropFirst(indent)))
    }
  }

  mutating func block() throws(YAMLProblem) -> YAMLValue {
    guard next < lines.count else { throw YAMLProblem(description: "nothing follows") }
    return lines[next].text.hasPrefix("- ")
      ? try list(at: lines[next].indent) : try map(at: lines[next].indent)
  }

  private mutating func list(at indent: Int) throws(YAMLProblem) -> YAMLValue {
    var elements: [YAMLValue] = []
    while next < lines.count, lines[next].indent == indent, lines[next].text.hasPrefix("- ") {
      let text = lines[next].text.dropFirst(2)
      next += 1
      if let (key, rest) = Self.member(text), !rest.isEmpty {
        elements.append(.map([key: try YAMLFlow.value(rest)]))
      } else {
        elements.append(try YAMLFlow.value(text))
      }
    }
    return .list(elements)
  }

  private mutating func map(at indent: Int) throws(YAMLProblem) -> YAMLValue {
    var members: [String: YAMLValue] = [:]
    while next < lines.count, lines[next].indent == indent {
      let line = lines[next].text
      guard let (key, rest) = Self.member(line) else {
        throw YAMLProblem(description: "no member: \(line)")
      }
      next += 1
      guard members[key] == nil else { throw YAMLProblem(description: "twice: \(key)") }
      members[key] = try value(rest, deeperThan: indent)
    }
    guard next == lines.count || lines[next].indent < indent else {
      throw YAMLProblem(description: "indentation: \(lines[next].text)")
    }
    return .map(members)
  }

  private mutating func value(_ rest: Substring, deeperThan indent: Int) throws(YAMLProblem)
    -> YAMLValue
  {
    if rest == "|" || rest == ">-" {
      while next < lines.count, lines[next].indent > indent { next += 1 }
      return .scalar("", isQuoted: true)
    }
    guard rest.isEmpty else { return try YAMLFlow.value(rest) }
    guard next < lines.count, lines[next].indent > indent else {
      return .scalar("", isQuoted: false)
    }
    return try block()
  }

  /// `key: rest` or `key:`; nil for what begins with a brace, bracket or quote that never ends in one.
  private static func member(_ line: Substring) -> (String, Substring)? {
    guard !line.hasPrefix("{"), !line.hasPrefix("["), let colon = line.firstIndex(of: ":") else {
      return nil
    }
    let after = line[line.index(after: colon)...]
    guard after.isEmpty || after.hasPrefix(" ") else { return nil }
    let key = line[..<colon].filter { $0 != "'" && $0 != "\"" }
    return (String(key), after.drop { $0 == " " })
  }
}

/// One value in braces, brackets, quotes or none.
private struct YAMLFlow {
  private var rest: Substring

  static func value(_ text: Substring) throws(YAMLProblem) -> YAMLValue {
    // Outside of braces a plain text may hold anything.
    guard let first = text.first, "{['\"".contains(first) else {
      return .scalar(String(text), isQuoted: false)
    }
    var flow = YAMLFlow(rest: text)
    let value = try flow.value()
    guard flow.rest.allSatisfy({ $0 == " " }) else {
      throw YAMLProblem(description: "after a value: \(flow.rest)")
    }
    return value
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func value() throws(YAMLProblem) -> YAMLValue {
    if take("{") { return try map() }
    if take("[") { return try list() }
    if take("'") { return .scalar(try quoted("'"), isQuoted: true) }
    if take("\"") { return .scalar(try quoted("\""), isQuoted: true) }
    let text = rest.prefix { !",]}".contains($0) }
    rest = rest.dropFirst(text.count)
    return .scalar(text.trimmed, isQuoted: false)
  }

  private mutating func map() throws(YAMLProblem) -> YAMLValue {
    var members: [String: YAMLValue] = [:]
    while !take("}") {
      skipSpace()
      let key = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(key.count)
      guard take(":") else { throw YAMLProblem(description: "no colon after \(key)") }
      members[key.filter { $0 != "'" && $0 != "\"" }] = try value()
      guard take(",") || rest.first == "}" else {
        throw YAMLProblem(description: "a map does not end: \(rest)")
      }
    }
    return .map(members)
  }

  private mutating func list() throws(YAMLProblem) -> YAMLValue {
    var elements: [YAMLValue] = []
    while !take("]") {
      elements.append(try value())
      guard take(",") || rest.first == "]" else {
        throw YAMLProblem(description: "a list does not end: \(rest)")
      }
    }
    return .list(elements)
  }

  private mutating func quoted(_ quote: Character) throws(YAMLProblem) -> String {
    guard let end = rest.firstIndex(of: quote) else {
      throw YAMLProblem(description: "a quote does not end")
    }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end])
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
