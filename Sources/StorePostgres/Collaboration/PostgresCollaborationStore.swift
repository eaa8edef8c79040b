public import CollaborationDomain
import StoreSQL

/// The collaboration server's storage protocol in a schema of a PostgreSQL database, which other nodes may share. What it
/// acknowledges is durable there.
public final class PostgresCollaborationStore: CollaborationStore {
  let database: PostgresDatabase

  /// Connects and brings the tables up to date. Blocks for as long as that takes.
  ///
  /// - Parameter options: its schema is usually `collaboration`.
  /// - Throws: `PostgresFailure` where the server does not let it in, is too old or not durable, or was written to by a
  ///   newer version.
  public init(_ address: PostgresAddress, _ options: PostgresOptions) throws {
    database = try PostgresDatabase(
      address, migrations: PostgresCollaborationSchema.migrations, options: options)
  }

  /// Runs `decide` inside a transaction that it may share with others, several times where rivals are in the way, and
  /// returns when its changes are durable.
  /// - Throws: `CollaborationStoreError`, or what `decide` throws.
  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await change(for: "", decide)
  }

  public func change<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await Self.describing {
      try await database.change(for: group) { try $0.make(decide).answer }
    }
  }

  /// A read of nobody in particular: all of them take turns as one group.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await read(for: "", look)
  }

  /// Looks at a snapshot that holds every change answered before, by whichever node.
  /// - Parameter group: the caller or document that the read is for; what waits takes turns by it.
  public func read<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await Self.describing {
      try await database.read(for: group) { try look($0.collaborations) }
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

  /// What a rule threw stays what it is.
  static func describing<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await body()
    } catch let failure as PostgresFailure {
      switch failure.code {
      case .outcomeUnknown: throw CollaborationStoreError.outcomeUnknown
      case .corrupt, .constraint, .superseded: throw CollaborationStoreError.corrupt
      default: throw CollaborationStoreError.unavailable
      }
    }
  }
}
