import Logging
import ServiceLifecycle
import Synchronization

/// The keys a running server works with: others take their place without a request noticing.
final class KeyRing: Sendable {
  private let keys: Mutex<CollaborationServerKeys>

  init(_ keys: CollaborationServerKeys) { self.keys = Mutex(keys) }

  var current: CollaborationServerKeys { keys.withLock { $0 } }

  func replace(by other: CollaborationServerKeys) { keys.withLock { $0 = other } }
}

/// Looks for other keys every half minute, and whenever the server is woken: a rotation is seen, and a
/// new key begins to sign when it has been published for long enough.
struct KeyReloader: Service {
  let ring: KeyRing
  /// The keys as they are now.
  let load: @Sendable () throws -> CollaborationServerKeys
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(Int(CollaborationKeySet.noticedWithin / 2)))
        reload()
      }
    }
  }

  /// Keys that cannot be read leave those in place that work.
  func reload() {
    do {
      ring.replace(by: try load())
    } catch {
      logger.error(
        "The keys cannot be read again",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
  }
}
