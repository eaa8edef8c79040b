import CollaborationDomain
import Logging
import RecordDomain
import ServiceLifecycle

/// Forgets what has expired and ends what was only prepared, at the start and then every so often.
struct ExpiryService: Service {
  let core: CollaborationCore
  let every: Duration
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await core.removeOrphanedAssets()
      await core.removeOrphanedDriveFiles()
      while !Task.isCancelled {
        await sweep()
        try await Task.sleep(for: every)
      }
    }
  }

  private func sweep() async {
    do {
      try await core.expire()
    } catch {
      // The next round tries again; nothing expired is served meanwhile.
      logger.warning(
        "Expiry failed", metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
  }
}

extension CollaborationCore {
  /// One round.
  func expire() async throws {
    let now = now()
    while try await store.change({ try SharingRules.sweep(at: now, reading: $0) }) > 0 {}
    try await store.change { _ in ExpiryRules.purge(at: now) }
    while try await store.changeRecords(
      for: "", { try RecordExpiry.sweep(at: now, reading: $0) })
    {}
    try await expireAssets()
    try await expireDrives()
    try await noteUses()
  }
}
