import GRDB
import GroveIdentity
import GroveMessage
package import MessengerDomain
import Synchronization

/// The storage protocol in SQLite: one file, one connection, WAL, durable at every commit; or in
/// memory, for tests and the simulator.
package final class SQLiteMessengerStore: MessengerStore {
  private let queue: DatabaseQueue
  private let chains = ChainCache()

  /// - Parameter path: nil keeps everything in memory.
  /// - Throws: `MessengerStoreError`.
  package init(path: String?) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      queue =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      let migrator = MessengerMigrations.migrator()
      guard try !queue.read(migrator.hasBeenSuperseded) else {
        throw MessengerStoreError.superseded
      }
      try migrator.migrate(queue)
      let synchronous = try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      guard synchronous == 2 else { throw MessengerStoreError.unavailable }
    } catch let error as DatabaseError {
      throw Self.translated(error)
    }
  }

  package func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> MessengerDecision<Answer>
  ) async throws -> Answer {
    let chains = chains
    do {
      return try await queue.write { database in
        let decision = try decide(SQLiteMessengerReader(database: database, chains: chains))
        let rows = MessengerRows(database: database)
        for change in decision.changes { try rows.apply(change) }
        return decision.answer
      }
    } catch let error as DatabaseError {
      throw Self.translated(error)
    }
  }

  package func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any MessengerReader) throws -> Answer
  ) async throws -> Answer {
    let chains = chains
    do {
      return try await queue.read { database in
        try look(SQLiteMessengerReader(database: database, chains: chains))
      }
    } catch let error as DatabaseError {
      throw Self.translated(error)
    }
  }

  package func readNow<Answer>(_ look: (any MessengerReader) throws -> Answer) throws -> Answer {
    do {
      return try queue.read { database in
        try look(SQLiteMessengerReader(database: database, chains: chains))
      }
    } catch let error as DatabaseError {
      throw Self.translated(error)
    }
  }

  /// Lets go of the file.
  package func close() throws { try queue.close() }

  private static func translated(_ error: DatabaseError) -> MessengerStoreError {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT: .corrupt("database")
    default: .unavailable
    }
  }
}

/// Chains that have been verified once. A row names its newest statement, which covers all before
/// it, so a chain found under that hash is the row's.
final class ChainCache: Sendable {
  private let chains = Mutex<[AccountID: StatementChain]>([:])

  func chain(_ id: AccountID, newest: StatementHash, load: () throws -> StatementChain) throws
    -> StatementChain
  {
    if let known = chains.withLock({ $0[id] }), known.newestHash == newest { return known }
    let chain = try load()
    guard chain.accountID == id, chain.newestHash == newest else {
      throw MessengerStoreError.corrupt("chain")
    }
    chains.withLock { $0[id] = chain }
    return chain
  }
}
