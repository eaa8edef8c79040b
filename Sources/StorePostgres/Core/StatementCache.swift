/// Statements that a connection has prepared, by their text and the types of their arguments.
///
/// An argument that is no value has no type, and goes with a statement prepared for any: so a text has one statement for
/// each kind that an argument comes in, and mostly one in all.
struct StatementCache {
  struct Statement {
    let name: String
    /// In PostgreSQL's words.
    let text: String
    /// By argument; 0 is for the server to find out.
    let types: [UInt32]
  }

  private var translated: [String: StatementText] = [:]
  private var prepared: [String: [Statement]] = [:]
  private var cursors: [String: String] = [:]
  private var count = 0
  /// Whose preparation has not been answered.
  private var newest: [String] = []

  /// - Returns: the statement, and whether it is to be prepared.
  mutating func statement(_ sql: String, _ types: [UInt32]) -> (Statement, isNew: Bool) {
    if let known = prepared[sql]?.first(where: { Self.suits($0.types, types) }) {
      return (known, false)
    }
    let text = translated[sql] ?? StatementText(sql)
    translated[sql] = text
    // Traps because: both are written in this program, side by side; no value from outside changes their numbers.
    precondition(text.count == types.count, "a statement is given as many arguments as it has")
    var merged = types
    // What an argument was before, where it is no value now: so that the next one serves both.
    for earlier in prepared[sql] ?? [] {
      for index in merged.indices where merged[index] == 0 { merged[index] = earlier.types[index] }
    }
    count += 1
    let statement = Statement(name: "s\(count)", text: text.postgres, types: merged)
    prepared[sql, default: []].append(statement)
    newest.append(sql)
    return (statement, true)
  }

  /// One for each text.
  mutating func cursorName(of sql: String) -> String {
    if let known = cursors[sql] { return known }
    let name = "c\(cursors.count + 1)"
    cursors[sql] = name
    return name
  }

  /// All that were to be prepared since the last time are there.
  mutating func keepNewest() { newest = [] }

  /// Those may be there, or not: they are prepared anew, under other names.
  mutating func forgetNewest() {
    for sql in newest { prepared[sql] = nil }
    newest = []
  }

  private static func suits(_ prepared: [UInt32], _ wanted: [UInt32]) -> Bool {
    zip(prepared, wanted).allSatisfy { $1 == 0 || $0 == $1 }
  }
}
