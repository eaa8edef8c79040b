import GRDB
public import RelayDomain

/// The relay's store in one SQLite file: durable when answered, and one transaction for changes that
/// wait together.
public final class SQLiteRelayStore: RelayStore {
  private let database: SQLiteDatabase

  /// Opens or creates the file.
  /// - Throws: an error when the file is not usable or would not keep what it acknowledges.
  public convenience init(path: String) throws {
    try self.init(path: path, options: SQLiteOptions())
  }

  init(path: String, options: SQLiteOptions) throws {
    database = try SQLiteDatabase(
      path: path, migrations: RelayMigrations.all, options: options)
  }

  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    do {
      return try await database.changeAndErase { db in
        let rows = RelayRows(db: db)
        let decision = try decide(SQLiteRelayReader(rows: rows))
        for change in decision.changes { try rows.apply(change) }
        return (decision.answer, decision.changes.contains(where: \.erases))
      }
    } catch let failure as SQLiteFailure {
      throw RelayStoreError(failure)
    }
  }

  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read { try look(SQLiteRelayReader(rows: RelayRows(db: $0))) }
    } catch let failure as SQLiteFailure {
      throw RelayStoreError(failure)
    }
  }

  /// Finishes what waits and closes the file.
  public func close() async throws { try await database.close() }
}

extension RelayStoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.code {
    case .unavailable, .notDurable, .notErasing:
      self.init(.unavailable, "the database cannot answer")
    case .corrupt, .superseded: self.init(.corrupt, "the database file")
    case .constraint: self.init(.corrupt, "a change that breaks a constraint")
    }
  }
}

extension RelayChange {
  /// Whether rows go, or are replaced, whose bytes must not stay behind.
  var erases: Bool {
    switch self {
    case .removeDevice, .deleteSession, .updateConversation, .removeMembers, .setPhoto,
      .acknowledge,
      .openRendezvous, .deleteAttachment, .sweep:
      true
    case .insertAccount, .appendStatement, .insertDevice, .insertKEMKey, .insertSession,
      .useChallenge, .insertConversation, .addMembers, .deliver, .rememberEnvelope, .leaveMessage,
      .insertAttachment:
      false
    }
  }
}
