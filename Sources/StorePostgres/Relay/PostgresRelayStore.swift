public import RelayDomain
import StoreSQL

/// The relay's store in a schema of a PostgreSQL database, which other nodes may share: durable when answered, and one
/// transaction for changes that wait together.
public final class PostgresRelayStore: RelayStore {
  private let database: PostgresDatabase

  /// Connects and brings the tables up to date. Blocks for as long as that takes.
  ///
  /// - Parameter options: its schema is usually `relay`.
  /// - Throws: `PostgresFailure` where the server does not let it in, is too old or not durable, or was written to by a
  ///   newer version.
  public init(_ address: PostgresAddress, _ options: PostgresOptions) throws {
    database = try PostgresDatabase(
      address, migrations: PostgresRelaySchema.migrations, options: options)
  }

  /// Runs `decide` inside a transaction that it may share with others, several times where rivals are in the way, and
  /// returns when its changes are durable.
  /// - Throws: `RelayStoreError`, or what `decide` throws.
  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    try await change(for: "", decide)
  }

  public func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.change(for: group) { try $0.make(decide).answer }
    } catch let failure as PostgresFailure {
      throw RelayStoreError(failure)
    }
  }

  /// Looks at a snapshot that holds every change answered before, by whichever node.
  /// - Throws: `RelayStoreError`, or what `look` throws.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read { try look($0.relay) }
    } catch let failure as PostgresFailure {
      throw RelayStoreError(failure)
    }
  }

  /// A small durable write that changes nothing anybody reads.
  /// - Throws: `PostgresFailure` where the database does not take it.
  public func probe() async throws { try await database.probe() }

  /// Changes that wait for the writer now, and how many may: one more is refused as unavailable.
  public var waitingChanges: (now: Int, limit: Int) { database.waitingChanges }

  /// What the writer has done.
  public var statistics: PostgresStatistics { database.statistics }

  /// Finishes what waits and closes the connections.
  public func close() async throws { await database.close() }
}

extension RelayStoreError {
  fileprivate init(_ failure: PostgresFailure) {
    switch failure.code {
    case .outcomeUnknown: self.init(.outcomeUnknown, "the end of a commit")
    case .corrupt, .superseded: self.init(.corrupt, "the database")
    case .constraint: self.init(.corrupt, "a change that breaks a constraint")
    default: self.init(.unavailable, "the database cannot answer")
    }
  }
}
