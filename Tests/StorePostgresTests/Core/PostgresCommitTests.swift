import Foundation
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct PostgresCommitTests {
  @Test func `changes that wait together share a transaction`() async throws {
    let database = try PostgresScratch.lasting().open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...200 { group.addTask { try await database.insert(id) } }
      try await group.waitForAll()
    }
    #expect(try await database.ids() == Array(1...200))
    let statistics = database.statistics
    #expect(statistics.changes == 200)
    #expect(statistics.transactions < 100)
    await database.close()
  }

  @Test func `a change that throws leaves nothing and disturbs nobody`() async throws {
    struct Refused: Error {}
    let database = try PostgresScratch.lasting().open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...60 {
        group.addTask {
          do {
            try await database.change { connection in
              try connection.run("INSERT INTO item (id) VALUES (?)", [id])
              if id.isMultiple(of: 3) { throw Refused() }
              // A rule of the schema, broken by what is kept back.
              if id.isMultiple(of: 5) {
                try connection.run("INSERT INTO item (id) VALUES (?)", [id])
              }
            }
            #expect(!id.isMultiple(of: 3) && !id.isMultiple(of: 5))
          } catch is Refused {
            #expect(id.isMultiple(of: 3))
          } catch let failure as PostgresFailure {
            #expect(failure.code == .constraint)
            #expect(id.isMultiple(of: 5))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await database.ids() == (1...60).filter { !$0.isMultiple(of: 3) && !$0.isMultiple(of: 5) }
    )
    await database.close()
  }

  @Test func `a read sees what was acknowledged before`() async throws {
    let database = try PostgresScratch.lasting().open()
    for id in 1...30 {
      try await database.insert(id)
      #expect(try await database.ids().count == id)
    }
    await database.close()
    await #expect(throws: PostgresFailure.self) { try await database.ids() }
    await #expect(throws: PostgresFailure.self) { try await database.insert(31) }
  }

  @Test func `of two nodes that add to one sum nothing is lost and nothing doubled`() async throws {
    let scratch = try PostgresScratch.lasting()
    let nodes = [try scratch.open(), try scratch.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          while true {
            do {
              return try await nodes[number % 2].add(to: "one")
            } catch let failure as PostgresFailure where failure.code == .unavailable {
              try await Task.sleep(for: .milliseconds(5))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await nodes[0].total("one") == 200)
    #expect(nodes.map(\.statistics.conflicts).reduce(0, +) > 0)
    for node in nodes { await node.close() }
  }

  @Test func `a change a rival is always in the way of fails as unavailable, and says why`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open { ($0.runsTogether, $0.runsAlone) = (2, 2) }
    let rival = try scratch.open()
    let runs = Mutex(0)
    let failure = await #expect(throws: PostgresFailure.self) {
      try await database.change { connection in
        runs.withLock { $0 += 1 }
        let total = try connection.total("one") ?? 0
        // Between look and write, each time.
        let isDone = DispatchSemaphore(value: 0)
        Task {
          try await rival.add(to: "one")
          isDone.signal()
        }
        isDone.wait()
        try connection.run(
          """
          INSERT INTO sum (name, total) VALUES ('one', ?)
          ON CONFLICT (name) DO UPDATE SET total = excluded.total
          """, [total + 100])
      }
    }
    #expect(failure?.code == .unavailable)
    #expect(failure?.sqlState == "40001")
    #expect(runs.withLock(\.self) == 4)
    #expect(try await rival.total("one") == 4)
    await database.close()
    await rival.close()
  }

  @Test
  func `a rival's row with the same key is a conflict, and only the second time a broken rule`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open()
    let rival = try scratch.open()
    let isFirst = Mutex(true)
    let found = try await database.change { connection -> Bool in
      // It does not look for the row first, so that PostgreSQL itself cannot say that a rival was in the way.
      _ = try connection.total("other")
      let isFirst = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if isFirst {
        let isDone = DispatchSemaphore(value: 0)
        Task {
          try await rival.insert(7)
          isDone.signal()
        }
        isDone.wait()
        try connection.run("INSERT INTO item (id) VALUES (7)", [])
      }
      return isFirst
    }
    #expect(!found)
    #expect(database.statistics.conflicts == 1)
    await database.close()
    await rival.close()
  }

  @Test func `where several nodes write, a rival's rows with the same key are never a broken rule`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open { $0.isNode = true }
    let rival = try scratch.open { $0.isNode = true }
    let runs = Mutex(0)
    try await database.change { connection in
      _ = try connection.total("other")
      let run = runs.withLock { count in
        count += 1
        return count
      }
      guard run <= 3 else { return }
      let isDone = DispatchSemaphore(value: 0)
      Task {
        try await rival.insert(run)
        isDone.signal()
      }
      isDone.wait()
      try connection.run("INSERT INTO item (id) VALUES (?)", [run])
    }
    #expect(database.statistics.conflicts == 3)
    await database.close()
    await rival.close()
  }

  @Test func `a statement that takes too long fails alone`() async throws {
    let database = try PostgresScratch.lasting().open { $0.statementTimeout = 200 }
    let failure = await #expect(throws: PostgresFailure.self) {
      try await database.change { try $0.each("SELECT 1 FROM pg_sleep(5)", []) { _ in true } }
    }
    #expect(failure?.code == .unavailable)
    #expect(failure?.sqlState == "57014")
    let reading = await #expect(throws: PostgresFailure.self) {
      try await database.read { try $0.each("SELECT 1 FROM pg_sleep(5)", []) { _ in true } }
    }
    #expect(reading?.sqlState == "57014")
    try await database.insert(1)
    #expect(try await database.ids() == [1])
    #expect(database.statistics.losses == 0)
    await database.close()
  }

  @Test func `a lock that is not given fails as unavailable`() async throws {
    let scratch = try PostgresScratch.lasting()
    let database = try scratch.open { $0.lockTimeout = 100 }
    let holder = try scratch.cluster.connection()
    try holder.run("BEGIN", [])
    try holder.run("LOCK TABLE \(scratch.schema).item", [])
    try holder.settle()
    let failure = await #expect(throws: PostgresFailure.self) { try await database.insert(1) }
    #expect(failure?.code == .unavailable)
    #expect(failure?.sqlState == "55P03")
    try holder.run("ROLLBACK", [])
    try holder.settle()
    try await database.insert(1)
    await database.close()
  }

  @Test func `more than may wait is refused`() async throws {
    let database = try PostgresScratch.lasting().open { $0.waitingChanges = 1 }
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await database.change { _ in gate.wait() }
        return true
      }
      while database.waitingChanges.now > 0 || database.statistics.statements == 0 {
        try await Task.sleep(for: .milliseconds(5))
        if database.waitingChanges.now == 0 { break }
      }
      try await Task.sleep(for: .milliseconds(50))
      for id in 1...5 {
        group.addTask {
          do {
            try await database.insert(id)
            return true
          } catch { return false }
        }
      }
      try await Task.sleep(for: .milliseconds(100))
      gate.signal()
      var taken = 0
      while let was = try await group.next() { taken += was ? 1 : 0 }
      #expect(taken == 2)
    }
    await database.close()
  }

  @Test func `a probe writes durably and is seen by nobody`() async throws {
    let database = try PostgresScratch.lasting().open()
    try await database.probe()
    #expect(try await database.ids() == [])
    await database.close()
  }
}

extension PostgresScratch {
  /// One that outlives the stores on it: tests hold the store only.
  static func lasting() throws -> PostgresScratch {
    let scratch = try PostgresScratch()
    kept.withLock { $0.append(scratch) }
    return scratch
  }

  private static let kept = Mutex<[PostgresScratch]>([])
}
