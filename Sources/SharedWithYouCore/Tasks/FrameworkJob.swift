/// One piece of work of `FrameworkTasks`.
package final class FrameworkJob: Sendable {
  private let work: @Sendable () async -> Void
  private let cancelled: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(_ work: @escaping @Sendable () async -> Void) {
    self.work = work
    (cancelled, signal) = AsyncStream.makeStream(of: Void.self)
  }

  /// Cancels the work's task, also where it has not begun.
  package func cancel() { signal.finish() }

  func run() async {
    await withTaskGroup(of: Void.self) { [work, cancelled] group in
      group.addTask { await work() }
      group.addTask { for await _ in cancelled {} }
      await group.next()
      group.cancelAll()
    }
  }
}
