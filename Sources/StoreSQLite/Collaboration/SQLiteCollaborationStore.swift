public import CollaborationDomain
import RecordDomain

/// The collaboration server's storage protocol on one SQLite file. What it acknowledges is durable.
public final class SQLiteCollaborationStore: CollaborationStore {
  let database: SQLiteDatabase

  /// Opens or creates the file and brings its tables up to date.
  ///
  /// - Parameters:
  ///   - isAlone: whether nothing else has the file open; see `WriteAheadLogRewriting`.
  ///   - onHeldErasing: told each minute, with the number of tries, while what was deleted cannot be
  ///     cut off the log.
  ///   - onFault: told of everything the disk refuses, on the thread it happened on; called often.
  /// - Throws: `StoreFault` where the disk refuses; where the file is not durable or was written by a
  ///   newer version.
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
      path: path,
      migrations: CollaborationSchema.migrations + RecordSchema.migrations + DriveSchema.migrations,
      options: options)
  }

  /// Runs `decide` inside a transaction that it may share with others, and returns when its changes
  /// are on the disk.
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
    try await changeRecords(for: group) { reader in
      let decision = try decide(reader.collaborations)
      return RecordDecision(
        decision.answer, changes: decision.changes.map(RecordChange.collaboration))
    }
  }

  /// A read of nobody in particular: all of them take turns as one group.
  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await read(for: "", look)
  }

  /// Looks at a snapshot that holds every change answered before.
  /// - Parameter group: the caller or document that the read is for; what waits takes turns by it.
  public func read<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await database.read(for: group) { try look(CollaborationRows($0)) }
    } catch {
      throw Self.describing(error)
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

  /// What a rule threw stays what it is.
  static func describing(_ error: any Error) -> any Error {
    guard let failure = error as? SQLiteFailure else { return error }
    switch failure.code {
    case .unavailable: return CollaborationStoreError.unavailable
    case .outcomeUnknown: return CollaborationStoreError.outcomeUnknown
    default: return CollaborationStoreError.corrupt
    }
  }
}

extension CollaborationChange {
  /// Whether rows go, or are replaced, whose bytes must not stay behind.
  var erases: Bool {
    switch self {
    case .putAccount, .putPasswordReset, .removePasswordReset, .putSignInCode,
      .removeSignInCode, .forgetTraces, .removeSession,
      .removeProviderLink, .putSnapshot, .forgetContent, .removeMembership,
      .removeIdentity, .removeBinding, .removeKnock, .removeWaitingKnock, .removeNoticeAddress,
      .removeLastAddresses, .purge:
      true
    case .putSession, .touchSession, .putProviderLink, .useAttempt, .putDocument, .appendEvent,
      .putCollaboration, .insertIdentity,
      .noteReplaced, .withdrawIdentity, .putBinding, .useNonce, .storeAnswer, .putKnock,
      .putWaitingKnock,
      .putCausedEvent, .putNoticeAddress, .moveNoticeAddress, .keepLastAddresses,
      .keepLastAddress, .putNoticeEvent,
      .removeNoticeEvent, .putWaitingNotice, .removeWaitingNotice:
      false
    }
  }
}
