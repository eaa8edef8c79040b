import Foundation
import ServiceLifecycle

/// Keeps a folder like the drive until this program is asked to end, or once.
struct FolderService: Service {
  let keeper: FolderKeeper
  /// nil: once.
  let interval: Duration?
  let tell: @Sendable (FolderEvent) -> Void

  /// After so many looks what could not be carried is tried again.
  private static let looksBetweenTries = 20

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await look() }
    } catch is CancellationError {}
  }

  private func look() async throws {
    guard let interval else {
      guard try await keeper.keep() else {
        throw FolderFailure(.unfinished, "Not every file is kept; see above.")
      }
      // As from outside: everything ends in its order.
      kill(getpid(), SIGTERM)
      return try await gracefulShutdown()
    }
    var (looks, isWaiting) = (0, false)
    while true {
      looks += 1
      if looks % Self.looksBetweenTries == 0 { await keeper.forgetLeftOut() }
      isWaiting = try await keep(isWaiting)
      try await Task.sleep(for: interval)
    }
  }

  /// - Returns: whether the drive could not be asked.
  private func keep(_ isWaiting: Bool) async throws -> Bool {
    do {
      _ = try await keeper.keep()
      if isWaiting { tell(FolderEvent(.reachable, "", "The drive answers again.")) }
      return false
    } catch let failure as FolderFailure where [.unreachable, .unfinished].contains(failure.code) {
      if !isWaiting { tell(FolderEvent(.waiting, "", failure.description)) }
      return true
    }
  }
}
