import ServiceLifecycle
import Synchronization

/// The time between the signal that ends a server and the moment when it no longer listens: it goes on answering, and says
/// in `/readyz` that it is being ended (404), so that a load balancer gives it nothing more before it has gone. What is
/// given to a server that has just gone comes back as a refused connection, and not every balancer asks another then.
///
/// Last in the list of services, and so the first to be shut down: the others wait for it.
package final class Drain: Service {
  let duration: Duration
  private let state = Mutex(false)

  package init(_ duration: Duration) { self.duration = duration }

  /// Whether the server is being ended.
  package var hasBegun: Bool { state.withLock { $0 } }

  package func run() async throws {
    do {
      try await gracefulShutdown()
    } catch {
      return  // It is not ended in order: nobody is waited for.
    }
    state.withLock { $0 = true }
    try? await Task.sleep(for: duration)
  }
}
