import GroveServing
import ServiceLifecycle

/// Looks at intervals into every mailbox that is streamed: what another node tells of its changes may be lost.
struct MailboxPoller: Service {
  private static let interval = Duration.seconds(10)

  let relay: Relay

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.interval)
        for group in relay.live.groups { relay.heard(of: group) }
      }
    }
  }
}
