import ServiceLifecycle

/// Ends leases, and tells streams whose presence has changed, ten times a second.
struct PresenceService: Service {
  private static let interval = Duration.milliseconds(100)

  let core: CollaborationCore

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        for document in core.presence.takeChanged(at: core.now()) { core.wake(document) }
        try await Task.sleep(for: Self.interval)
      }
    }
  }
}
