import ServiceLifecycle
import UnixSignals

/// SIGUSR1: another process has changed what this server keeps, and it should look again at once.
package struct WakeSignal: Service {
  private let woken: @Sendable () async -> Void

  package init(_ woken: @escaping @Sendable () async -> Void) { self.woken = woken }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in await UnixSignalsSequence(trapping: .sigusr1) { await woken() }
    }
  }
}
