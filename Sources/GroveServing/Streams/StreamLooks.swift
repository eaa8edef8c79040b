import Logging
import NIOCore
import Synchronization

/// Lets streams look into their logs, so many at a time, in turns among the groups. Only while a stream looks does it
/// have a task.
final class StreamLooks: Sendable {
  /// More than a store has readers, and few enough that a change that all streams look at takes little memory.
  private static let atOnce = 64

  private struct State {
    var line = FairWaitQueue<ServedStream>(limit: .max)
    var looking = 0
    var executors: [ObjectIdentifier: EventLoopExecutor] = [:]
  }

  private let state = Mutex(State())
  /// Those whose turn it is.
  private let turns: AsyncStream<ServedStream>
  private let continuation: AsyncStream<ServedStream>.Continuation

  /// How many wait for their turn.
  var inLine: Int { state.withLock(\.line.count) }

  init() { (turns, continuation) = AsyncStream.makeStream() }

  /// It looks when it is its turn. A stream does not stand in the line twice.
  func add(_ stream: ServedStream) {
    let begins = state.withLock { state in
      guard state.looking < Self.atOnce else {
        _ = state.line.push(stream, of: stream.group)
        return false
      }
      state.looking += 1
      return true
    }
    if begins { continuation.yield(stream) }
  }

  /// Until `finish`.
  func run(_ logger: Logger) async {
    await withDiscardingTaskGroup { group in
      for await stream in turns {
        group.addTask(executorPreference: executor(of: stream.eventLoop)) {
          let found = await stream.look()
          // Another may look while this one waits for room or for its reader.
          self.giveTurnOn()
          if let found { await stream.goOn(with: found, logger) }
        }
      }
    }
  }

  func finish() { continuation.finish() }

  private func giveTurnOn() {
    let next = state.withLock { state in
      let next = state.line.pop()
      if next == nil { state.looking -= 1 }
      return next
    }
    if let next { continuation.yield(next) }
  }

  private func executor(of loop: any EventLoop) -> EventLoopExecutor {
    state.withLock { state in
      if let executor = state.executors[ObjectIdentifier(loop)] { return executor }
      let executor = EventLoopExecutor(eventLoop: loop)
      state.executors[ObjectIdentifier(loop)] = executor
      return executor
    }
  }
}
