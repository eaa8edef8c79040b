import GroveServing
import ServiceLifecycle

/// Ends leases, and tells streams whose presence has changed, ten times a second at most
/// (`PresenceThrottle`); the other nodes as often. Where nobody is present and nothing changes it rests.
struct PresenceService: Service {
  private static let interval = Duration.milliseconds(100)

  let core: CollaborationCore

  func run() async throws {
    let presence = core.presence
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        for await _ in presence.calls.calls {
          let due = presence.takeDue(at: MonotonicClock.milliseconds(), now: core.now()) {
            core.live.count(of: $0.streamGroup)
          }
          for document in due { core.wakeHere(document) }
          core.tellPresence()
          if let wait = presence.pause(at: core.now()) {
            presence.calls.call(after: wait, in: &group)
          }
          try? await Task.sleep(for: Self.interval)
        }
      }
    }
  }
}
