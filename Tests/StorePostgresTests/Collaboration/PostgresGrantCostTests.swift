import CollaborationDomain
import GroveTesting
import Testing

@testable import StorePostgres

/// What a grant costs the database (design 4): as much, however many participants there are.
@Suite(.needsPostgres) struct PostgresGrantCostTests {
  @Test func `a grant alone and a grant among others cost what is written here`() async throws {
    let scratch = try PostgresScratch()
    let store = try scratch.collaborations()
    let world = CollaborationWorld(store)
    try await world.share(Array(1...400))
    _ = try await world.grant(1, to: "bob1", nonce: 1).get()

    let before = store.statistics
    for root in 2...101 { _ = try await world.grant(root, to: "bob\(root)", nonce: root).get() }
    let alone = store.statistics
    try await withThrowingTaskGroup(of: Void.self) { group in
      for root in 102...301 {
        group.addTask { _ = try await world.grant(root, to: "bob\(root)", nonce: root).get() }
      }
      try await group.waitForAll()
    }
    let together = store.statistics

    let (one, many) = (Cost(before, alone), Cost(alone, together))
    // Eleven look-ups, and one for what is written, the end of the change and the commit.
    #expect(one.transactions == 1)
    #expect(one.roundTrips <= 12, "\(one)")
    #expect(one.statements <= 21, "\(one)")
    // Begin, mark and commit are shared.
    #expect(many.transactions < 0.5, "\(many)")
    #expect(many.roundTrips < 12.5, "\(many)")
    #expect(many.statements < 20, "\(many)")
    try await store.close()
  }

  private struct Cost: CustomStringConvertible {
    let statements, roundTrips, transactions: Double

    init(_ before: PostgresStatistics, _ after: PostgresStatistics) {
      let changes = Double(after.changes - before.changes)
      statements = Double(after.statements - before.statements) / changes
      roundTrips = Double(after.roundTrips - before.roundTrips) / changes
      transactions = Double(after.transactions - before.transactions) / changes
    }

    var description: String {
      "\(statements) statements, \(roundTrips) round trips, \(transactions) transactions"
    }
  }
}
