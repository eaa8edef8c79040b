import Foundation
import StoreSQL
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct PostgresConnectionTests {
  @Test func `every kind of value comes back as it was given`() throws {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.each(
      """
      SELECT CAST(? AS INTEGER), CAST(? AS REAL), CAST(? AS TEXT), CAST(? AS BLOB), CAST(? AS TEXT),
        CAST(? AS BLOB), CAST(? AS TEXT)
      """,
      [Int64.min, -1.5, "Grüße\u{0}", [0, 255] as [UInt8], nil, [UInt8](), ""]
    ) { row in
      #expect(row.integer(0) == .min)
      #expect(row.real(1) == -1.5)
      #expect(row.text(2) == "Grüße\u{0}")
      #expect(row.bytes(3) == [0, 255])
      #expect(row.isNull(4))
      #expect(row.bytes(5) == [])
      #expect(row.text(6) == "")
      return true
    }
  }

  @Test func `a column is read as what it holds and as nothing else`() throws {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.each(
      "SELECT 7, 'text', x'01ff', true, 1.5, sum(n) FROM (VALUES (9000000000), (1)) AS v (n)", []
    ) { row in
      #expect(row.integer(0) == 7)
      #expect(row.text(0) == nil)
      #expect(row.text(1) == "text")
      #expect(row.integer(1) == nil)
      #expect(row.bytes(2) == [1, 255])
      #expect(row.integer(3) == 1)
      #expect(row.integer(4) == nil)
      #expect(row.integer(5) == 9_000_000_001)
      return true
    }
  }

  @Test(arguments: [
    0, 1, -1, 9999, 10_000, -10_000, 99_999_999, 100_000_000, Int64.max, Int64.min + 1,
  ])
  func `a sum of whole numbers is read as one`(_ number: Int64) throws {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.each("SELECT sum(n) FROM (VALUES (CAST(? AS INTEGER))) AS v (n)", [number]) {
      row in
      #expect(row.integer(0) == number)
      return true
    }
  }

  @Test func `what is kept back fails at the next look-up, and then the connection goes on`() throws
  {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.run("SELECT 1 / 0", [])
    let failure = #expect(throws: PostgresFailure.self) {
      try connection.each("SELECT 1", []) { _ in true }
    }
    #expect(failure?.sqlState == "22012")
    var found: Int64?
    try connection.each("SELECT 2", []) { row in
      found = row.integer(0)
      return true
    }
    #expect(found == 2)
  }

  @Test func `rows that are not wanted are not held`() throws {
    let connection = try PostgresCluster.shared.get().connection()
    var count = 0
    try connection.each("SELECT n FROM generate_series(1, 100000) AS s (n)", []) { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
    struct Enough: Error {}
    #expect(throws: Enough.self) { try connection.each("SELECT 1", []) { _ in throw Enough() } }
    try connection.each("SELECT 1", []) { _ in true }
  }

  @Test
  func `of large rows those that are not wanted are not sent, and small ones come in few pieces`()
    throws
  {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.control("BEGIN")
    for (size, wanted, pieces) in [(1 << 20, 2, 1), (1 << 20, 10, 2), (10, 500, 9), (10, 1000, 9)] {
      let before = connection.work
      var numbers: [Int64] = []
      try connection.eachInPieces(
        "SELECT n, repeat('x', CAST(CAST(? AS INTEGER) AS int4)) FROM generate_series(1, 500) AS s (n)",
        [size]
      ) { row in
        numbers.append(row.integer(0) ?? 0)
        return numbers.count < wanted
      }
      #expect(numbers == Array(1...Int64(min(wanted, 500))))
      #expect((connection.work - before).roundTrips == pieces)
    }
    struct Enough: Error {}
    for _ in 0..<2 {
      #expect(throws: Enough.self) {
        try connection.eachInPieces("SELECT 1", []) { _ in throw Enough() }
      }
    }
    try connection.control("COMMIT")
    try connection.settle()
  }

  @Test func `statements without rows and a look-up are one round trip`() throws {
    let connection = try PostgresCluster.shared.get().connection()
    try connection.run("CREATE TEMPORARY TABLE t (n bigint)", [])
    let before = connection.work
    for number in 1...100 { try connection.run("INSERT INTO t VALUES (?)", [number]) }
    var total: Int64?
    try connection.each("SELECT sum(n) FROM t", []) { row in
      total = row.integer(0)
      return true
    }
    #expect(total == 5050)
    #expect(connection.work - before == PostgresWork(statements: 101, roundTrips: 1))
  }

  @Test func `an argument may be of another kind than before, or none`() throws {
    let connection = try PostgresCluster.shared.get().connection()
    for (argument, isNull) in [(nil, true), (5 as Int, false), (nil, true)]
      as [((any SQLArgument)?, Bool)]
    {
      try connection.each("SELECT CAST(? AS INTEGER)", [argument]) { row in
        #expect(row.isNull(0) == isNull)
        return true
      }
    }
  }

  @Test func `a server that is stopped is taken for gone after a while`() throws {
    let cluster = try PostgresCluster()
    var options = PostgresOptions(schema: "public")
    (options.statementTimeout, options.patience) = (100, 200)
    let connection = try PostgresConnection(cluster.address(), options)
    var pid: Int32 = 0
    try connection.each("SELECT pg_backend_pid()", []) { row in
      pid = Int32(row.integer(0) ?? 0)
      return true
    }
    kill(pid, SIGSTOP)
    defer { kill(pid, SIGCONT) }
    let failure = #expect(throws: PostgresFailure.self) {
      try connection.each("SELECT 1", []) { _ in true }
    }
    #expect(failure?.code == .lost)
    #expect(connection.isBroken)
  }
}
