import Synchronization

/// Work on a file that is under way on a thread of its folder's own, while its caller goes on: the next piece of a body is
/// read while the last is written.
package final class FileWork<Value: Sendable>: Sendable {
  private enum State {
    case underWay
    case awaited(CheckedContinuation<Value, any Error>)
    case over(Result<Value, any Error>)
  }

  private let state = Mutex(State.underWay)

  init() {}

  /// What came of it. Asked for once, by one caller.
  package var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          if case .over(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  func end(_ result: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      defer { state = .over(result) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(with: result)
  }
}
