import Synchronization

/// The one place where the framework starts work of its own accord: an app's synchronous calls, such
/// as posting a notice, have no task to run in. One root task runs everything as its children.
///
/// Everywhere else tasks have owners; see docs/decisions/0015-framework.md.
package final class FrameworkTasks: Sendable {
  package static let shared = FrameworkTasks()

  /// How many short jobs may be under way.
  static let limit = 1024

  private let jobs: AsyncStream<FrameworkJob>.Continuation
  private let underWay = Mutex(0)

  init() {
    let (stream, jobs) = AsyncStream.makeStream(of: FrameworkJob.self)
    self.jobs = jobs
    // The exception: nobody owns a process-wide runtime but the process.
    Task {
      await withDiscardingTaskGroup { group in
        for await job in stream { group.addTask { await job.run() } }
      }
    }
  }

  /// Work that ends by itself.
  /// - Returns: false, and nothing is done, where too much is under way.
  package func run(_ work: @escaping @Sendable () async -> Void) -> Bool {
    let taken = underWay.withLock { count in
      guard count < Self.limit else { return false }
      count += 1
      return true
    }
    guard taken else { return false }
    keep { [self] in
      await work()
      underWay.withLock { $0 -= 1 }
    }
    return true
  }

  /// Work that goes on until it is cancelled, such as listening for changes.
  @discardableResult
  package func keep(_ work: @escaping @Sendable () async -> Void) -> FrameworkJob {
    let job = FrameworkJob(work)
    jobs.yield(job)
    return job
  }
}
