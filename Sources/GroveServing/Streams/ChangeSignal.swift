import Synchronization

/// What has something new for its streams, until the service that reads for all of them has looked.
package final class ChangeSignal<Element: Hashable & Sendable>: Sendable {
  private struct State {
    var changed: Set<Element> = []
    var isServed = false
  }

  /// One for any number of calls that came meanwhile.
  package let calls: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  package init() {
    (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// - Returns: false where nobody looks: the streams have to look by themselves.
  package func call(_ element: Element) -> Bool {
    let isServed = state.withLock { state in
      if state.isServed { state.changed.insert(element) }
      return state.isServed
    }
    if isServed { continuation.yield() }
    return isServed
  }

  package func setServed(_ isServed: Bool) { state.withLock { $0.isServed = isServed } }

  package func takeChanged() -> Set<Element> {
    state.withLock { state in
      defer { state.changed = [] }
      return state.changed
    }
  }
}
