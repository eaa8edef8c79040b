import GroveServing
import ServiceLifecycle

/// Ends leases, and tells streams whose presence has changed, ten times a second at most
/// (`PresenceThrottle`); the other nodes as often.
struct PresenceService: Service {
  private static let interval = Duration.milliseconds(100)

  let core: CollaborationCore

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        let due = core.presence.takeDue(at: MonotonicClock.milliseconds(), now: core.now()) {
          core.live.count(of: $0.streamGroup)
        }
        for document in due { core.wakeHere(document) }
        core.tellPresence()
        try await Task.sleep(for: Self.interval)
      }
    }
  }
}
