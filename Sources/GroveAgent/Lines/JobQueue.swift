/// Work that sockets bring, carried out in one task group: whoever runs the queue owns every task.
package struct JobQueue: Sendable {
  private let jobs: AsyncStream<@Sendable () async -> Void>
  private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

  package init() { (jobs, continuation) = AsyncStream.makeStream() }

  /// What is added before `run()` waits for it; what is added after `finish()` is dropped.
  package func add(_ job: @escaping @Sendable () async -> Void) { continuation.yield(job) }

  /// No more work is taken; what was begun goes on.
  package func finish() { continuation.finish() }

  /// Until the queue is finished and everything in it is done, or the task is cancelled. Once.
  package func run() async {
    await withDiscardingTaskGroup { group in
      for await job in jobs { group.addTask { await job() } }
    }
  }
}

/// Lets somebody else cancel a piece of work.
package struct Cancellation: Sendable {
  private let signal: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (signal, continuation) = AsyncStream.makeStream() }

  package func cancel() { continuation.finish() }

  /// Runs the work, in a task that is cancelled by `cancel()`; what it returns then still counts.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work() }
      group.addTask { [signal] in
        for await _ in signal {}
        return nil
      }
      var value: Value?
      while let next = await group.next() {
        group.cancelAll()
        value = next ?? value
      }
      return value
    }
  }
}
