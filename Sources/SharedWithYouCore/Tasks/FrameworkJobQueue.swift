import Synchronization

/// Jobs of `FrameworkTasks` that go one after the other, in the order they were asked for: what an app
/// says first is told first.
package final class FrameworkJobQueue: Sendable {
  /// The end of the latest job; only the one behind it waits for it.
  private struct End: Sendable {
    let reached: AsyncStream<Void>
    let reach: AsyncStream<Void>.Continuation

    init() { (reached, reach) = AsyncStream.makeStream(of: Void.self) }
  }

  private let last = Mutex<End?>(nil)

  package init() {}

  /// - Returns: false, and nothing is done, where too much is under way.
  package func run(_ work: @escaping @Sendable () async -> Void) -> Bool {
    last.withLock { last in
      let (before, end) = (last, End())
      let isTaken = FrameworkTasks.shared.run {
        if let before { for await _ in before.reached {} }
        await work()
        end.reach.finish()
      }
      if isTaken { last = end }
      return isTaken
    }
  }
}
