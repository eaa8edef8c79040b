import Dispatch
import GroveWire
import NIOCore
import Synchronization

/// Slow work on threads of its own, so many pieces at a time and no more, taken in turns among those
/// who ask for it; so that one asker cannot fill the line, nor all together the processor.
package final class FairThreadPool: Sendable {
  private struct Job: Sendable {
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var line: FairWaitQueue<Job>
    var working = 0
  }

  /// How many this process may use.
  package static var processors: Int { System.coreCount }

  private let state: Mutex<State>
  private let queue: DispatchQueue
  private let width: Int

  /// - Parameters:
  ///   - width: how many pieces are worked on at one time.
  ///   - limit: how many may wait; beyond that, whoever has most waiting is refused.
  package init(_ name: String, width: Int, limit: Int) {
    self.width = width
    state = Mutex(State(line: FairWaitQueue(limit: limit)))
    queue = DispatchQueue(label: name, attributes: .concurrent)
  }

  /// - Parameter key: who asks.
  /// - Throws: `unavailable` where too much waits; what the work throws.
  package func run<Value: Sendable>(
    for key: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job(
        run: { continuation.resume(with: Result { try work() }) },
        refuse: { continuation.resume(throwing: Problem(.unavailable, retryAfter: 5)) })
      let (refused, begins) = state.withLock { state in
        let refused = state.line.push(job, of: key)
        let begins = state.working < width
        if begins { state.working += 1 }
        return (refused, begins)
      }
      refused?.refuse()
      if begins { queue.async { self.workOff() } }
    }
  }

  private func workOff() {
    while let job = next() { job.run() }
  }

  private func next() -> Job? {
    state.withLock { state in
      let job = state.line.pop()
      if job == nil { state.working -= 1 }
      return job
    }
  }
}
