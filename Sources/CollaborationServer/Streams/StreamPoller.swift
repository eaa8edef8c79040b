import GroveServing
import ServiceLifecycle

/// Makes every stream look again at intervals, where other servers change the same store and cannot
/// wake streams here (protocol 9.2).
struct StreamPoller: Service {
  let live: LiveStreams
  let every: Duration

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: every)
        live.wakeAll()
      }
    }
  }
}
