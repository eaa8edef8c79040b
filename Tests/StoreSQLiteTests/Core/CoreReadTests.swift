import GRDB
import Synchronization
import Testing

@testable import StoreSQLite

/// How many are inside at once, at most.
private final class Gauge: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var most: Int { counts.withLock(\.most) }

  func enter() {
    counts.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() { counts.withLock { $0.now -= 1 } }
}

struct CoreReadTests {
  let scratch: CoreScratch

  init() throws { scratch = try CoreScratch() }

  @Test func `a read sees every change acknowledged before it, however many read beside it`()
    async throws
  {
    let database = try scratch.open()
    try await withThrowingTaskGroup { group in
      for lane in 0..<8 {
        group.addTask {
          for step in 0..<50 {
            let id = lane * 1000 + step
            try await database.insert(id)
            let found = try await database.read {
              try Int.fetchOne($0, sql: "SELECT id FROM item WHERE id = ?", arguments: [id])
            }
            #expect(found == id)
          }
        }
      }
      try await group.waitForAll()
    }
    try await database.close()
  }

  @Test func `a read that throws is told so and does not disturb the reads beside it`()
    async throws
  {
    struct Refusal: Error, Equatable {}
    let database = try scratch.open()
    try await database.insert(1)
    try await withThrowingTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          if index % 3 == 0 {
            await #expect(throws: Refusal()) { try await database.read { _ in throw Refusal() } }
          } else {
            let ids = try await database.read { try Int.fetchAll($0, sql: "SELECT id FROM item") }
            #expect(ids == [1])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a read cannot write`() async throws {
    let database = try scratch.open()
    await #expect(throws: SQLiteFailure.self) {
      try await database.read { try $0.execute(sql: "INSERT INTO item (id) VALUES (1)") }
    }
    #expect(try scratch.rows() == [])
  }

  @Test func `no more threads read at once than configured`() async throws {
    var options = SQLiteOptions()
    options.readers = 2
    let database = try scratch.open(options)
    let reading = Gauge()
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          try await database.read { db in
            reading.enter()
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
            reading.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(reading.most >= 1 && reading.most <= 2)
  }

  @Test func `a failure's description holds no statement and no value`() async throws {
    let database = try scratch.open()
    do {
      try await database.change { db in
        try db.execute(sql: "INSERT INTO nowhere VALUES (?)", arguments: ["secret value"])
      }
      Issue.record("the statement must fail")
    } catch {
      let text = "\(error) \(String(reflecting: error))"
      #expect(!text.contains("secret") && !text.contains("nowhere"))
    }
  }
}
