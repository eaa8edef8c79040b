import StoreSQL
import Testing

@testable import StorePostgres

@Suite struct StatementTextTests {
  @Test(arguments: [
    ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2", 2),
    ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1", 2),
    ("SELECT a FROM t INDEXED BY t_a WHERE a = ?", "SELECT a FROM t  WHERE a = $1", 1),
    ("SELECT a FROM t b INDEXED BY t_a\nJOIN u", "SELECT a FROM t b \nJOIN u", 0),
    ("SELECT 'what? it''s x''', x'0aFF', x''", #"SELECT 'what? it''s x''', '\x0aFF'::bytea, '\x'::bytea"#, 0),
    ("SELECT zeroblob(3), max", #"SELECT '\x000000'::bytea, max"#, 0),
    (
      "CAST(? AS INTEGER), CAST(? AS TEXT), CAST(? AS BLOB), CAST(? AS REAL)",
      "CAST($1 AS bigint), CAST($2 AS TEXT), CAST($3 AS bytea), CAST($4 AS double precision)", 4
    ),
    ("SELECT a AS integers", "SELECT a AS integers", 0),
  ])
  func `a statement is said in PostgreSQL's words`(_ text: String, _ postgres: String, _ count: Int) {
    let translated = StatementText(text)
    #expect(translated.postgres == postgres)
    #expect(translated.count == count)
  }

  @Test func `whoever passes values of several kinds prepares a text once for each kind`() {
    var cache = StatementCache()
    let (first, isNew) = cache.statement("SELECT ?, ?", [PostgresType.none, PostgresType.text])
    #expect(isNew)
    let (second, isNewToo) = cache.statement("SELECT ?, ?", [PostgresType.int8, PostgresType.none])
    #expect(isNewToo)
    #expect(second.types == [PostgresType.int8, PostgresType.text])
    #expect(second.name != first.name)
    for types in [[PostgresType.int8, PostgresType.text], [PostgresType.int8, PostgresType.none]] {
      let (again, isNewAgain) = cache.statement("SELECT ?, ?", types)
      #expect(!isNewAgain)
      #expect(again.name == second.name)
    }
  }
}

@Suite struct OrderedBytesTests {
  private static let integers: [Int64] = [
    .min, .min + 1, -(1 << 53) - 1, -(1 << 53), -1, 0, 1, 2, 1 << 53, (1 << 53) + 1, (1 << 62) + 1,
    .max - 1, .max,
  ]
  private static let reals: [Double] = [
    -.greatestFiniteMagnitude, -0x1p63, -1.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.5,
    1, 1.5, 0x1p53, 0x1p62, 0x1p63, .greatestFiniteMagnitude,
  ]

  private static func isBelow(_ left: SQLValue, _ right: SQLValue) -> Bool? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): left.isBelow(right)
    case (.real(let left), .integer(let right)): right.isAbove(left)
    default: nil
    }
  }

  @Test func `numbers are ordered as numbers, whole or not, to the last bit`() {
    let values = Self.integers.map(SQLValue.integer) + Self.reals.map(SQLValue.real)
    for left in values {
      for right in values {
        let (one, other) = (OrderedBytes.encode(left), OrderedBytes.encode(right))
        #expect(one.lexicographicallyPrecedes(other) == Self.isBelow(left, right), "\(left) \(right)")
      }
    }
  }

  @Test func `values come back, and a whole number as one`() {
    for number in Self.integers {
      guard case .integer(number)? = decoded(.integer(number)) else {
        Issue.record("\(number)")
        continue
      }
    }
    guard case .real(1.5)? = decoded(.real(1.5)) else {
      Issue.record("1.5")
      return
    }
    guard case .integer(0)? = decoded(.real(-0.0)) else {
      Issue.record("-0")
      return
    }
    guard case .real(0x1p63)? = decoded(.real(0x1p63)) else {
      Issue.record("2^63")
      return
    }
    guard case .text("é")? = decoded(.text("é")) else {
      Issue.record("text")
      return
    }
    guard case .bytes([0, 1])? = decoded(.bytes([0, 1])) else {
      Issue.record("bytes")
      return
    }
  }

  private func decoded(_ value: SQLValue) -> SQLValue? {
    OrderedBytes.encode(value).withUnsafeBytes { OrderedBytes.decode($0) }
  }

  @Test(arguments: ["", "a", "\u{0}", "a\u{0}b\u{10FFFF}\u{10FFFE}\u{0}", "\u{10FFFE}\u{10FFFE}", "🌳"])
  func `every text comes back, one with a zero too`(_ text: String) {
    let stored = StoredText.encode(text)
    #expect(!stored.unicodeScalars.contains("\u{0}"))
    #expect(Array(stored.utf8).withUnsafeBytes { StoredText.decode($0) }.utf8.elementsEqual(text.utf8))
  }
}

extension Int64 {
  fileprivate func isBelow(_ real: Double) -> Bool {
    guard real < 0x1p63 else { return true }
    guard real >= -0x1p63 else { return false }
    let down = Int64(real.rounded(.down))
    return self < down || (self == down && Double(down) < real)
  }

  fileprivate func isAbove(_ real: Double) -> Bool {
    guard real < 0x1p63 else { return false }
    guard real >= -0x1p63 else { return true }
    return self > Int64(real.rounded(.down))
  }
}
