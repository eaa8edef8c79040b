import GroveServing
import Logging
import RelayDomain
import ServiceLifecycle

/// Forgets what has expired, at the start and then every so often.
struct ExpiryService: Service {
  let relay: Relay
  let every: Duration
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await removeOrphans()
      while !Task.isCancelled {
        await sweep()
        try await Task.sleep(for: every)
      }
    }
  }

  private func sweep() async {
    do {
      try await relay.expire()
    } catch {
      // The next round tries again; nothing expired is served meanwhile.
      logger.warning(
        "Expiry failed", metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
  }

  /// Files whose row was never written: the process ended in between.
  private func removeOrphans() async {
    for id in relay.attachments.found {
      let known = try? await relay.store.read { try $0.attachment(id) != nil }
      if known == false { await relay.attachments.remove(id) }
    }
  }
}

extension Relay {
  /// One round: rows first, then the files they named.
  func expire() async throws {
    let (now, limits) = (now(), limits)
    let files = try await store.change {
      try RelayRules.expire(now: now, limits: limits, in: $0)
    }
    for id in files { await attachments.remove(id) }
  }
}
