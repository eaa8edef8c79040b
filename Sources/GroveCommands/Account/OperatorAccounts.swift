import CollaborationDomain
import DriveDomain
import Foundation
import GroveIdentity
import GroveServing
import RecordDomain
import StorePostgres

/// The collaboration server's accounts, opened by an operator: beside a server that runs, or alone.
///
/// What is changed is committed to the server's own database, in which every request and every stream
/// looks it up; a running server is then woken so that streams look at once.
struct OperatorAccounts: Sendable {
  /// Milliseconds since 1970.
  let now: UInt64
  private let store: any ServedCollaborationStore
  private let folder: String
  private let isAlone: Bool
  /// Where nodes that run are told; nil: there is no such database.
  private let nodes: PostgresNodes?

  /// Opens the database that the settings name, and closes it again.
  /// - Throws: `CommandFailure`; `ExitCode` where the disk refuses, which has been told then.
  static func with<Value>(
    _ configuration: Configuration, _ work: (OperatorAccounts) async throws -> Value
  ) async throws -> Value {
    do {
      return try await opened(
        try configuration.text(.data), try configuration.postgres(), work)
    } catch let error as CollaborationStoreError {
      throw CommandFailure(sentence(error))
    } catch {
      throw DiskFaultReporting.told(ServedStores.told(error))
    }
  }

  private static func opened<Value>(
    _ folder: String, _ postgres: PostgresAddress?,
    _ work: (OperatorAccounts) async throws -> Value
  ) async throws -> Value {
    let path = folder + "/collaboration.sqlite"
    guard postgres != nil || FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("There are no accounts in \(folder); see --data.")
    }
    try MovedDatabases.check(folder, [.collaboration], isPostgres: postgres != nil)
    let turn = try OperatorLock(folder: folder)
    defer { withExtendedLifetime(turn) {} }
    // Where no server runs, none may start meanwhile; where one runs, it has the database open already.
    let lock = try? DataFolderLock(folder: folder, role: .collaboration)
    defer { withExtendedLifetime(lock) {} }
    let store = try ServedStores.collaboration(path, postgres, isAlone: lock != nil)
    let book = OperatorAccounts(
      now: UInt64(max(0, Date().timeIntervalSince1970 * 1000)), store: store, folder: folder,
      isAlone: lock != nil, nodes: postgres.map { ServedStores.nodes($0) })
    do {
      let value = try await work(book)
      try await store.close()
      await book.nodes?.close()
      return value
    } catch {
      try? await store.close()
      await book.nodes?.close()
      throw error
    }
  }

  /// The account of that label, or whose person signs in with that name.
  func account(named name: AccountLabel) async throws -> AccountLabel {
    try await store.read { try SignInNameRules.label(meantBy: name, reading: $0) }
  }

  /// - Throws: the refusal, as a sentence.
  func look<Value: Sendable>(
    _ label: AccountLabel,
    _ rule: @escaping @Sendable (any CollaborationReader) throws -> Outcome<Value>
  ) async throws -> Value {
    try Self.answer(try await store.read(rule), label)
  }

  func read<Value: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Value
  ) async throws -> Value {
    try await store.read(look)
  }

  /// - Throws: the refusal, as a sentence.
  func change<Value: Sendable>(
    _ label: AccountLabel,
    _ rule: @escaping @Sendable (any CollaborationReader) throws -> Decision<Outcome<Value>>
  ) async throws -> Value {
    try Self.answer(try await store.change(rule), label)
  }

  /// - Throws: the refusal, as a sentence.
  func lookRecords<Value: Sendable>(
    _ label: AccountLabel,
    _ rule: @escaping @Sendable (any RecordReader) throws -> Outcome<Value>
  ) async throws -> Value {
    try Self.answer(try await store.readRecords(for: "", rule), label)
  }

  func changeRecords<Value: Sendable>(
    _ rule: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Value>
  ) async throws -> Value {
    try await store.changeRecords(for: "", rule)
  }

  func changeDrives<Value: Sendable>(
    _ rule: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Value>
  ) async throws -> Value {
    try await store.changeDrives(for: "", rule)
  }

  func readDrives<Value: Sendable>(
    _ look: @escaping @Sendable (any DriveReader) throws -> Value
  ) async throws -> Value {
    try await store.readDrives(for: "", look)
  }

  /// Where the bytes of a drive's file lie.
  func path(of file: DriveFileID) -> String {
    "\(folder)/\(Backup.drives)/\(file.base64url)"
  }

  func readRecords<Value: Sendable>(
    _ look: @escaping @Sendable (any RecordReader) throws -> Value
  ) async throws -> Value {
    try await store.readRecords(for: "", look)
  }

  /// Makes a server that runs end what has lost its ground, and all of its nodes where it has several.
  /// - Returns: whether one runs.
  @discardableResult
  func tellServer() async -> Bool {
    let isThere = !isAlone && DataFolderLock.wake(folder: folder, role: .collaboration)
    return await nodes?.tellAll() == true || isThere
  }

  private static func answer<Value>(_ outcome: Outcome<Value>, _ label: AccountLabel) throws
    -> Value
  {
    switch outcome {
    case .success(let value): value
    case .failure(let refusal): throw CommandFailure(sentence(refusal, label))
    }
  }

  private static func sentence(_ refusal: CollaborationRefusal, _ label: AccountLabel) -> String {
    switch refusal {
    case .notFound: "There is no account “\(label.text)”."
    case .gone:
      "The account “\(label.text)” was deleted; only its name is kept, so that nobody takes it."
    case .accountDisabled: "The account “\(label.text)” is disabled; enable it first."
    case .forbidden:
      "The account “\(label.text)” has no password here: its people sign in elsewhere."
    default: "This cannot be done: \(refusal.rawValue)."
    }
  }

  private static func sentence(_ error: CollaborationStoreError) -> String {
    switch error {
    case .unavailable: "The database does not answer now; nothing has changed. Try again."
    case .outcomeUnknown: "Whether this was done is not known; look, and do it again."
    case .corrupt: "The database holds a row that cannot be right; nothing has changed."
    }
  }
}
