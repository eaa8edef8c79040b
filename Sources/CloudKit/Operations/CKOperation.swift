public import Foundation
import SharedWithYouCore
import Synchronization

/// Work on a container, to be added to it, to one of its databases, or to any queue.
///
/// Blocks are set before it is added. They run one after the other and never in the main thread; `completionBlock` runs
/// last. Cancelling it ends what is under way; what the server has done by then stays.
// What apps set, they set before it runs; the rest is behind a lock.
public class CKOperation: Operation, @unchecked Sendable {
  public typealias ID = String

  private enum Phase { case waiting, running, finished }
  private let phase = Mutex((phase: Phase.waiting, job: FrameworkJob?.none))

  /// A name of its own.
  public let operationID: ID = UUID().uuidString

  public override init() {}

  public override var isAsynchronous: Bool { true }
  public override var isExecuting: Bool { phase.withLock { $0.phase == .running } }
  public override var isFinished: Bool { phase.withLock { $0.phase == .finished } }

  /// What this operation does, with its last block.
  func run() async {}

  /// The container whose handlers' queue its blocks run on.
  func context() -> ContainerContext { CKContainer.default().context }

  public override func start() {
    change(to: .running)
    let job = FrameworkTasks.shared.keep { [self] in
      await run()
      change(to: .finished)
    }
    phase.withLock { $0.job = job }
    if isCancelled { job.cancel() }
  }

  public override func cancel() {
    super.cancel()
    phase.withLock(\.job)?.cancel()
  }

  private func change(to next: Phase) {
    let keys = next == .running ? ["isExecuting"] : ["isExecuting", "isFinished"]
    for key in keys { willChangeValue(forKey: key) }
    phase.withLock { state in
      state.phase = next
      if next == .finished { state.job = nil }
    }
    for key in keys { didChangeValue(forKey: key) }
  }

  /// Does the work, unless it was cancelled before it began.
  func result<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
    guard !isCancelled else { return .failure(CKError.cancelled) }
    do {
      return .success(try await work())
    } catch {
      return .failure(isCancelled ? CKError.cancelled : CKError(any: error))
    }
  }

  /// Runs a block where handlers run.
  func deliver(_ block: @escaping @Sendable () -> Void) async { await context().deliver(block) }
}

/// Work on one database.
// As its superclass.
public class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  /// Nil before it was added to a database or a container: then it is for the private database of the default one.
  public var database: CKDatabase?

  /// The database it works on.
  var target: CKDatabase { database ?? CKContainer.default().privateCloudDatabase }

  override func context() -> ContainerContext { target.context }
}
