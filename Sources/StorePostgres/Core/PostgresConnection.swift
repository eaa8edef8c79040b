import CPostgres
import StoreSQL

/// One connection to a server, on libpq's own functions, for one thread at a time.
///
/// It is always in pipeline mode: what has no rows is sent and its answer read with that of the next look-up, so that a
/// change costs a round trip for each look-up and one for its end. Texts are prepared once; parameters and results are
/// in binary format.
///
/// Sendable because: whoever holds one uses it alone; a pool hands it from thread to thread under a lock.
final class PostgresConnection: @unchecked Sendable {
  let client: PostgresClient
  let handle: OpaquePointer
  /// Milliseconds until a server that says nothing is taken for gone.
  let usualPatience: Int
  var patience: Int
  private var statements = StatementCache()
  /// Answers that were not read yet: so many commands without rows.
  private var owed = 0
  /// Bytes of arguments that were sent since.
  private var waitingBytes = 0
  /// Whether it has gone: then it is of no use any more.
  private(set) var isBroken = false
  /// Whether a statement that may write was sent in this transaction.
  var hasWritten = false
  private(set) var work = PostgresWork()

  /// Opens a connection and its session. Blocks.
  /// - Throws: `PostgresFailure`.
  init(_ address: PostgresAddress, _ options: PostgresOptions) throws {
    client = try PostgresClient.shared()
    try address.check(client)
    guard let handle = address.connect(client, options) else {
      throw PostgresFailure(.unavailable, "no memory for a connection")
    }
    self.handle = handle
    usualPatience = options.statementTimeout + options.patience
    patience = usualPatience
    // What throws from here on runs `deinit`, which closes it.
    guard client.functions.status(handle) == 0 else { throw refusal() }
    try begin(options)
  }

  deinit { client.functions.finish(handle) }

  private func begin(_ options: PostgresOptions) throws {
    _ = client.functions.setNoticeProcessor(handle, pq_drop_notice, nil)
    guard client.functions.serverVersion(handle) >= 140_000 else {
      throw PostgresFailure(.unsupported, "PostgreSQL 14 or newer is needed")
    }
    guard client.functions.setnonblocking(handle, 1) == 0,
      client.functions.enterPipelineMode(handle) == 1
    else { throw PostgresFailure(.lost) }
    try set(options)
  }

  /// Why a server did not let it in. libpq hands over no SQLSTATE here, only words.
  private func refusal() -> PostgresFailure {
    let words = client.message(handle)
    // In whatever language: what a server itself refuses is marked as fatal, and is not busy or starting.
    let isRefused =
      words.contains("FATAL:") && !words.contains("the database system is")
      && !words.contains("too many") && !words.contains("remaining connection slots")
    return PostgresFailure(isRefused ? .refused : .unavailable, words)
  }

  /// Uses it no more, whatever state it is in.
  func abandoned() -> PostgresFailure { lost() }

  private func lost(_ remedy: String = "") -> PostgresFailure {
    isBroken = true
    return PostgresFailure(.lost, remedy)
  }
}

extension PostgresConnection {
  enum Transaction {
    case none, open
    /// Only a rollback, to a savepoint or of all of it, leads on.
    case failed
  }
}

/// What was done, for metrics and tests.
struct PostgresWork: Hashable, Sendable {
  var statements = 0
  /// Times that it waited for the server.
  var roundTrips = 0

  static func += (sum: inout PostgresWork, more: PostgresWork) {
    sum.statements += more.statements
    sum.roundTrips += more.roundTrips
  }

  static func - (whole: PostgresWork, part: PostgresWork) -> PostgresWork {
    PostgresWork(
      statements: whole.statements - part.statements, roundTrips: whole.roundTrips - part.roundTrips
    )
  }
}

extension PostgresConnection: SQLConnection {
  func run(_ sql: String, _ arguments: [(any SQLArgument)?]) throws {
    hasWritten = true
    try control(sql, arguments)
  }

  func cursorName(of sql: String) -> String { statements.cursorName(of: sql) }

  /// What is no change of its own: the begin and end of a transaction.
  func control(_ sql: String, _ arguments: [(any SQLArgument)?] = []) throws {
    try send(sql, arguments)
    owed += 1
    // Memory, here and there, and what is done again where it fails.
    if owed >= 256 || waitingBytes >= 1 << 20 { try settle() }
  }

  func each(
    _ sql: String, _ arguments: [(any SQLArgument)?], _ take: (any SQLRow) throws -> Bool
  ) throws {
    if !sql.hasPrefix("SELECT"), !sql.hasPrefix("FETCH") { hasWritten = true }
    try send(sql, arguments)
    try settle { failure in try self.read(rows: take, &failure) }
  }

  /// What the server said last that it is in, as of the last answer that was waited for.
  var transaction: Transaction {
    guard !isBroken else { return .none }
    return switch client.functions.transactionStatus(handle) {
    case 2: .open
    case 3: .failed
    default: .none
    }
  }

  /// Waits until everything that was sent has been done.
  /// - Throws: the first failure of any of it.
  func settle() throws {
    guard !isBroken else { throw PostgresFailure(.lost) }
    guard owed > 0 else { return }
    try settle { _ in }
  }

  private func send(_ sql: String, _ arguments: [(any SQLArgument)?]) throws {
    guard !isBroken else { throw PostgresFailure(.lost) }
    let parameters = Parameters(arguments)
    let (statement, isNew) = statements.statement(sql, parameters.types)
    if isNew {
      guard
        client.functions.sendPrepare(
          handle, statement.name, statement.text, Int32(statement.types.count), statement.types)
          == 1
      else { throw lost() }
      owed += 1
    }
    let sent = parameters.withPointers { count, values, lengths, formats in
      client.functions.sendQueryPrepared(
        handle, statement.name, count, values, lengths, formats, 1)
    }
    guard sent == 1 else { throw lost() }
    work.statements += 1
    waitingBytes += parameters.size
  }

  /// Sends a mark behind everything and reads all answers up to it: after a failure the server skips what stands before
  /// it, so that from there on both know where they are.
  private func settle(_ readLast: (inout (any Error)?) throws -> Void) throws {
    guard client.functions.pipelineSync(handle) == 1 else { throw lost() }
    work.roundTrips += 1
    var failure: (any Error)?
    for _ in 0..<owed { try read(&failure) { _ in true } }
    owed = 0
    waitingBytes = 0
    try readLast(&failure)
    try readMark()
    guard let failure else { return statements.keepNewest() }
    // A statement that was to be prepared among these may not have been.
    statements.forgetNewest()
    throw failure
  }
}

extension PostgresConnection {
  /// The rows of a look-up come one by one: of what is not asked for, one at a time is held.
  private func read(rows take: (any SQLRow) throws -> Bool, _ failure: inout (any Error)?) throws {
    _ = client.functions.setSingleRowMode(handle)
    try read(&failure, take)
  }

  /// The answers to one statement.
  private func read(_ failure: inout (any Error)?, _ take: (any SQLRow) throws -> Bool) throws {
    var isTaking = failure == nil
    while let result = try next() {
      defer { client.functions.clear(result) }
      switch client.functions.resultStatus(result) {
      case Status.rows, Status.row:
        guard isTaking else { continue }
        do {
          isTaking = try hand(result, to: take)
        } catch {
          failure = error
          isTaking = false
        }
      case Status.done, Status.skipped: continue
      default:
        failure = failure ?? described(result)
        isTaking = false
      }
    }
  }

  private func hand(_ result: OpaquePointer, to take: (any SQLRow) throws -> Bool) throws -> Bool {
    for row in 0..<client.functions.ntuples(result) {
      guard try take(PostgresRow(client: client, result: result, row: row)) else { return false }
    }
    return true
  }

  private func readMark() throws {
    guard let result = try next() else { throw lost() }
    defer { client.functions.clear(result) }
    guard client.functions.resultStatus(result) == Status.mark else { throw lost() }
  }

  private func described(_ result: OpaquePointer) -> PostgresFailure {
    guard let state = client.functions.resultErrorField(result, Int32(UInt8(ascii: "C"))) else {
      return lost()
    }
    let failure = PostgresFailure(sqlState: String(cString: state))
    if failure.code == .lost { isBroken = true }
    return failure
  }

  /// - Returns: nil behind the last result of a statement.
  private func next() throws -> OpaquePointer? {
    try SocketWait(client, handle).untilAnswered(milliseconds: patience) { self.lost($0) }
    return client.functions.getResult(handle)
  }

  /// ExecStatusType.
  private enum Status {
    static let done: Int32 = 1
    static let rows: Int32 = 2
    static let row: Int32 = 9
    static let mark: Int32 = 10
    static let skipped: Int32 = 11
  }
}
