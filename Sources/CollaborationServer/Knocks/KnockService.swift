import Logging
import ServiceLifecycle

/// Empties the box of knocks a moment after something was put there, and at the start.
///
/// A moment, so that what a knock leads to does not show in the answer to it, nor in the next one:
/// both would say whether the collaboration exists.
struct KnockService: Service {
  /// How long a knock waits at least.
  static let pause: Duration = .milliseconds(250)

  let core: CollaborationCore
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await deliver()
      for await _ in core.knockBox.knocks {
        try await Task.sleep(for: Self.pause)
        await deliver()
      }
    }
  }

  private func deliver() async {
    do {
      try await core.deliverKnocks()
    } catch {
      // They are kept; the next knock, the owner's look or the next start tries again.
      logger.warning(
        "Knocks were not handed over",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
  }
}
