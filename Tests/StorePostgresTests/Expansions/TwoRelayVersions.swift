import GroveTesting
import RelayDomain
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

/// A node of 0.3.0 and one of this version on one schema, which was the older one's. Whatever is asked, one of them does it.
final class TwoRelayVersions: RelayStore {
  let scratch: PostgresScratch
  let newer: PostgresRelayStore
  private let older: Mutex<PostgresDatabase>
  private let chance: Mutex<SeededGenerator>

  static let stepsOf030 = Array(PostgresRelaySchema.migrations.prefix(1))

  /// - Parameter seed: decides who does what.
  init(seed: UInt64, _ scratch: PostgresScratch) throws {
    self.scratch = scratch
    chance = Mutex(SeededGenerator(seed: seed))
    older = Mutex(try Self.old(scratch))
    newer = try scratch.relay()
  }

  private static func old(_ scratch: PostgresScratch) throws -> PostgresDatabase {
    try scratch.open(stepsOf030)
  }

  /// The older one ends, and starts on what the newer has made of the tables.
  func restartOlder() async throws {
    let next = try Self.old(scratch)
    let last = older.withLock { older in
      defer { older = next }
      return older
    }
    await last.close()
  }

  func close() async throws {
    await older.withLock { $0 }.close()
    try await newer.close()
  }

  /// The older node.
  var olderOne: Older { Older(database: older.withLock { $0 }) }

  private var isOldersTurn: Bool { chance.withLock { Bool.random(using: &$0) } }

  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    isOldersTurn ? try await olderOne.change(decide) : try await newer.change(decide)
  }

  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    isOldersTurn ? try await olderOne.read(look) : try await newer.read(look)
  }

  struct Older: RelayStore {
    fileprivate let database: PostgresDatabase

    func change<Answer: Sendable>(
      _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
    ) async throws -> Answer {
      do {
        return try await database.change { try RelayStatementsOf030($0).make(decide).answer }
      } catch let failure as PostgresFailure {
        throw RelayStoreError(
          failure.code == .constraint ? .corrupt : .unavailable,
          failure.code == .constraint ? "a change that breaks a constraint" : "\(failure)")
      }
    }

    func read<Answer: Sendable>(
      _ look: @escaping @Sendable (any RelayReader) throws -> Answer
    ) async throws -> Answer {
      try await database.read { try look(RelayStatementsOf030($0).relay) }
    }
  }
}

extension PostgresScratch {
  /// Members are memberships, and each entry leads to one event by both of its names.
  func expectAgreement() throws {
    let wrong = try cluster.numbers(
      """
      SELECT count(*) FROM \(schema).member AS one FULL JOIN \(schema).membership AS other
        USING (account_id, conversation_id)
      WHERE one.account_id IS NULL OR other.account_id IS NULL
        OR one.requested_by IS DISTINCT FROM other.requested_by
      UNION ALL SELECT count(*) FROM \(schema).mailbox_entry AS entry
        LEFT JOIN \(schema).conversation_event AS event ON event.event_id = entry.event_id
      WHERE (event.conversation_id, event.number)
        IS DISTINCT FROM (entry.event_conversation, entry.event_number)
      """)
    #expect(wrong == [0, 0])
  }
}
