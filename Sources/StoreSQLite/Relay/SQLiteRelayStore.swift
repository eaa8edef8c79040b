public import RelayDomain
import StoreSQL

/// The relay's store in one SQLite file: durable when answered, and one transaction for changes that
/// wait together.
public final class SQLiteRelayStore: RelayStore {
  private let database: SQLiteDatabase

  /// Opens or creates the file.
  ///
  /// - Parameters:
  ///   - isAlone: whether nothing else has the file open; see `WriteAheadLogRewriting`.
  ///   - onHeldErasing: told each minute, with the number of tries, while what was deleted cannot be
  ///     cut off the log.
  ///   - onFault: told of everything the disk refuses, on the thread it happened on; called often.
  /// - Throws: `StoreFault` where the disk refuses; an error when the file would not keep what it
  ///   acknowledges or was written by a newer version.
  public convenience init(
    path: String, isAlone: Bool = false,
    onHeldErasing: @escaping @Sendable (Int) -> Void = { _ in },
    onFault: @escaping @Sendable (StoreFault) -> Void = { _ in }
  ) throws {
    var options = SQLiteOptions()
    options.isAlone = isAlone
    options.onHeldErasing = onHeldErasing
    options.onFault = onFault
    try self.init(path: path, options: options)
  }

  init(path: String, options: SQLiteOptions) throws {
    database = try SQLiteDatabase(
      path: path, migrations: RelayMigrations.all, options: options)
  }

  /// Runs `decide` inside a transaction that it may share with others, and returns when its changes
  /// are on the disk.
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
      return try await database.changeAndErase(for: group) { try SQLiteConnection($0).make(decide) }
    } catch let failure as SQLiteFailure {
      throw RelayStoreError(failure)
    }
  }

  /// Looks at a snapshot that holds every change answered before.
  /// - Throws: `RelayStoreError`, or what `look` throws.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read { try look(SQLiteConnection($0).relay) }
    } catch let failure as SQLiteFailure {
      throw RelayStoreError(failure)
    }
  }

  /// A small durable write that changes nothing anybody reads.
  /// - Throws: `StoreFault` where the disk does not take it.
  public func probe() async throws { try await database.probe() }

  /// Changes that wait for the writer now, and how many may: one more is refused as unavailable.
  public var waitingChanges: (now: Int, limit: Int) {
    (database.waitingChanges, database.waitingChangesLimit)
  }

  /// Finishes what waits and closes the file.
  public func close() async throws { try await database.close() }
}

extension RelayStoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.code {
    case .unavailable, .notDurable, .notErasing:
      self.init(.unavailable, "the database cannot answer")
    case .outcomeUnknown: self.init(.outcomeUnknown, "the end of a commit")
    case .corrupt, .superseded: self.init(.corrupt, "the database file")
    case .constraint: self.init(.corrupt, "a change that breaks a constraint")
    }
  }
}
