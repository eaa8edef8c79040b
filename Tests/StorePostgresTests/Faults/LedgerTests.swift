import Foundation
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

/// Everything acknowledged is there, once, whatever is done to the server meanwhile.
@Suite(.needsPostgres) struct LedgerTests {
  @Test func `sessions ended at random lose and double nothing that was acknowledged`() async throws
  {
    let scratch = try PostgresScratch.lasting()
    let nodes = [try scratch.open(), try scratch.open()]
    let ledger = Ledger(nodes)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await ledger.write(for: .seconds(4)) }
      group.addTask {
        for _ in 0..<40 {
          try await Task.sleep(for: .milliseconds(90))
          try scratch.terminate(where: "pid % 3 = \(Int.random(in: 0..<3))")
        }
      }
      try await group.waitForAll()
    }
    try await ledger.check(scratch)
    #expect(nodes.map(\.statistics.losses).reduce(0, +) > 0)
    for node in nodes { await node.close() }
  }

  @Test func `a server that ends at once and begins again has lost and doubled nothing`()
    async throws
  {
    let cluster = try PostgresCluster()
    let scratch = try PostgresScratch(cluster)
    let nodes = [try scratch.open(), try scratch.open()]
    let ledger = Ledger(nodes)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await ledger.write(for: .seconds(5)) }
      group.addTask {
        for _ in 0..<2 {
          try await Task.sleep(for: .seconds(1))
          try cluster.kill()
          try cluster.begin()
        }
      }
      try await group.waitForAll()
    }
    try await ledger.check(scratch)
    #expect(nodes.map(\.statistics.losses).reduce(0, +) > 0)
    for node in nodes { await node.close() }
  }
}

/// Writers that count what they do beside doing it, and remember what they were told.
private final class Ledger: Sendable {
  private let nodes: [PostgresDatabase]
  private let acknowledged = Mutex<Set<Int>>([])
  private let failures = Mutex<[PostgresFailure.Code: Int]>([:])

  init(_ nodes: [PostgresDatabase]) { self.nodes = nodes }

  func write(for time: Duration) async throws {
    let end = ContinuousClock.now + time
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<16 {
        group.addTask {
          var number = writer
          while ContinuousClock.now < end {
            try await self.enter(number, at: self.nodes[number / 16 % self.nodes.count])
            number += 16
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Asks until there is an answer, with the same number: as clients do.
  private func enter(_ number: Int, at node: PostgresDatabase) async throws {
    let name = "writer\(number % 16)"
    for _ in 0..<2000 {
      do {
        try await node.change { connection in
          var isThere = false
          try connection.each("SELECT 1 FROM item WHERE id = ?", [number]) { _ in
            isThere = true
            return false
          }
          guard !isThere else { return }
          let total = try connection.total(name)
          try connection.run("INSERT INTO item (id) VALUES (?)", [number])
          try connection.run(
            """
            INSERT INTO sum (name, total) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET total = excluded.total
            """, [name, (total ?? 0) + 1])
        }
        return acknowledged.withLock { _ = $0.insert(number) }
      } catch let failure as PostgresFailure {
        failures.withLock { $0[failure.code, default: 0] += 1 }
        #expect([.unavailable, .outcomeUnknown].contains(failure.code), "\(failure)")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    Issue.record("no answer")
  }

  func check(_ scratch: PostgresScratch) async throws {
    let rows = try scratch.rows()
    let known = acknowledged.withLock(\.self)
    #expect(known.count > 50)
    #expect(known.subtracting(rows).isEmpty)
    let sums = try scratch.cluster.numbers("SELECT sum(total) FROM \(scratch.schema).sum")
    #expect(sums == [rows.count])
  }
}
