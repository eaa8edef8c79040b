import StoreSQL
import Testing

@testable import StorePostgres

@Suite struct StatementTextTests {
  @Test(arguments: [
    ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2", 2),
    ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1", 2),
    ("SELECT a FROM t INDEXED BY t_a WHERE a = ?", "SELECT a FROM t  WHERE a = $1", 1),
    ("SELECT a FROM t b INDEXED BY t_a\nJOIN u", "SELECT a FROM t b \nJOIN u", 0),
    (
      "SELECT 'what? it''s x''', x'0aFF', x''",
      #"SELECT 'what? it''s x''', '\x0aFF'::bytea, '\x'::bytea"#, 0
    ),
    ("SELECT zeroblob(3), max", #"SELECT '\x000000'::bytea, max"#, 0),
    (
      "CAST(? AS INTEGER), CAST(? AS TEXT), CAST(? AS BLOB), CAST(? AS REAL)",
      "CAST($1 AS bigint), CAST($2 AS TEXT), CAST($3 AS bytea), CAST($4 AS double precision)", 4
    ),
    ("SELECT a AS integers", "SELECT a AS integers", 0),
  ])
  func `a statement is said in PostgreSQL's words`(_ text: String, _ postgres: String, _ count: Int)
  {
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

@Suite struct StoredTextTests {
  @Test(arguments: [
    "", "a", "\u{0}", "a\u{0}b\u{10FFFF}\u{10FFFE}\u{0}", "\u{10FFFE}\u{10FFFE}", "🌳",
  ])
  func `every text comes back, one with a zero too`(_ text: String) {
    let stored = StoredText.encode(text)
    #expect(!stored.unicodeScalars.contains("\u{0}"))
    #expect(
      Array(stored.utf8).withUnsafeBytes { StoredText.decode($0) }.utf8.elementsEqual(text.utf8))
  }
}
