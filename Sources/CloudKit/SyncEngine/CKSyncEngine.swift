import Dispatch
import GroveClient
import GroveWire
import SharedWithYouCore
import Synchronization

/// Keeps an app's own records and those of a private or shared database the same: fetches what has changed there, and
/// sends what the app says is pending.
///
/// An engine that syncs by itself listens to the container's stream, fetches when something has changed, and sends when
/// something becomes pending. What fails is tried again after pauses of up to five minutes, or when the server says:
/// `networkUnavailable`, `networkFailure`, `serviceUnavailable`, `requestRateLimited`, `notAuthenticated`, `zoneBusy`,
/// `accountTemporarilyUnavailable`, `operationCancelled` and `serverResponseLost`. Items that failed for another's sake
/// (`batchRequestFailed`) stay pending, too. Every other failure is told once, and is pending no more: the app says what
/// becomes of it.
///
/// One person's engine is for one database; two engines for one database would each tell half.
public final class CKSyncEngine: Sendable, CustomStringConvertible {
  public let database: CKDatabase
  public let state: State

  let configuration: Configuration
  private let turns = SyncTurns()
  /// Ends what is under way.
  private let cancellation = Mutex<AsyncStream<Void>.Continuation?>(nil)
  private let work = Mutex<(job: FrameworkJob, listener: LiveFeed.Listener?)?>(nil)
  let wakes: AsyncStream<Void>.Continuation
  let timers: AsyncStream<UInt64>.Continuation
  /// The time for which a timer was set last.
  let armed = Mutex<UInt64>(0)

  /// Begins at once, where it syncs by itself. It goes on until nobody holds it any more.
  public convenience init(_ configuration: Configuration) {
    self.init(configuration, pauses: SyncSchedule.pauses)
  }

  init(_ configuration: Configuration, pauses: ReconnectPolicy) {
    self.configuration = configuration
    database = configuration.database
    let progress = configuration.stateSerialization.map { SyncProgress($0.archived) }
    let (woken, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (set, timers) = AsyncStream.makeStream(of: UInt64.self)
    (self.wakes, self.timers) = (wakes, timers)
    let schedule = SyncSchedule(
      isAutomatic: configuration.automaticallySync,
      needsSend: progress.map { !$0.records.isEmpty || !$0.zones.isEmpty || $0.hasUntracked }
        ?? false, policy: pauses)
    state = State(
      SyncMachine(
        progress: progress ?? SyncProgress(), schedule: schedule,
        toldRevision: progress?.revision ?? 0),
      wake: { wakes.yield() })
    guard database.databaseScope != .public else { return }
    start(woken, set)
  }

  deinit {
    wakes.finish()
    timers.finish()
    let ended = work.withLock(\.self)
    ended?.job.cancel()
    if let listener = ended?.listener { database.context.live.leave(listener) }
  }

  public var description: String {
    "<CKSyncEngine \(database.databaseScope) of \(database.context.identifier)>"
  }

  // MARK: By itself

  /// A synchronous initialiser has no task to run in: the engine's own lives until the engine does not.
  private func start(_ woken: AsyncStream<Void>, _ set: AsyncStream<UInt64>) {
    let wakes = wakes
    let job = FrameworkTasks.shared.keep { [weak self] in
      await withDiscardingTaskGroup { group in
        group.addTask {
          await withDiscardingTaskGroup { sleepers in
            // A short pause may be set while a long one goes on.
            for await pause in set {
              sleepers.addTask {
                try? await Task.sleep(for: .milliseconds(pause))
                wakes.yield()
              }
            }
            sleepers.cancelAll()
          }
        }
        for await _ in woken { await self?.goOn() }
        group.cancelAll()
      }
    }
    var listener: LiveFeed.Listener?
    if configuration.automaticallySync {
      listener = database.context.live.listen { [weak self] news in self?.hear(news) }
    }
    work.withLock { [listener] in $0 = (job, listener) }
    wakes.yield()
  }

  // MARK: As the app asks

  /// Fetches what has changed, and returns when the delegate was told of it.
  /// - Throws: `CKError`: where there is no network, nobody is signed in, it was cancelled.
  public func fetchChanges(_ options: FetchChangesOptions = .init()) async throws {
    try await perform { engine in
      try await engine.fetch(FetchChangesContext(reason: .manual, options: options))
    }
  }

  /// Sends what is pending, and returns when the delegate was told what became of it.
  /// - Throws: `CKError`: where there is no network, nobody is signed in, it was cancelled; `invalidArguments` where the
  ///   delegate gives what the scope does not contain.
  public func sendChanges(_ options: SendChangesOptions = .init()) async throws {
    try await perform { engine in
      try await engine.send(SendChangesContext(reason: .manual, options: options))
    }
  }

  /// Gives up what is under way. What the server has done by then stays; what was not heard of stays pending.
  public func cancelOperations() async { cancellation.withLock { _ = $0?.finish() } }

  /// Does a piece of work when it is its turn.
  func perform(_ piece: @escaping @Sendable (CKSyncEngine) async throws -> Void)
    async throws(CKError)
  {
    guard database.databaseScope != .public else {
      throw CKError(.badDatabase, "A sync engine is for the private or the shared database.")
    }
    await turns.take()
    let outcome = await cancellable { try await piece(self) }
    // Also where it failed: a program that ends now has what it added.
    await tellState()
    await turns.give()
    wakes.yield()
    try outcome.get()
  }

  private func cancellable(_ piece: @escaping @Sendable () async throws -> Void) async
    -> Result<Void, CKError>
  {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    cancellation.withLock { $0 = cancel }
    defer { cancellation.withLock { $0 = nil } }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await piece() }
        group.addTask {
          for await _ in cancelled {}
          throw CancellationError()
        }
        defer { group.cancelAll() }
        _ = try await group.next()
      }
      return .success(())
    } catch {
      return .failure(CKError(any: error))
    }
  }
}
