import Foundation
import GroveAgentServer
import Synchronization

/// A program that runs until it ends, or until nobody waits for it any more: then it is asked to end, and killed where it
/// does not.
final class RunningProcess: Sendable {
  /// Seconds; less than this program itself has to end (`ServerRunner`).
  private static let patience = 8

  private let process: Mutex<Process>

  init(_ process: sending Process) { self.process = Mutex(process) }

  /// Starts it and waits.
  /// - Parameter started: done as soon as it runs.
  /// - Returns: its exit status; the negative number of the signal that ended it.
  func end(_ started: @escaping @Sendable () -> Void = {}) async throws -> Int32 {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try start { continuation.resume(returning: $0) }
          started()
        } catch {
          continuation.resume(throwing: error)
        }
        if Task.isCancelled { askToEnd() }
      }
    } onCancel: {
      askToEnd()
    }
  }

  private func start(_ ended: @escaping @Sendable (Int32) -> Void) throws {
    try process.withLock { process in
      process.terminationHandler = { process in
        let isSignal = process.terminationReason == .uncaughtSignal
        ended(isSignal ? -process.terminationStatus : process.terminationStatus)
      }
      try process.runHearingSignals()
    }
  }

  private func askToEnd() {
    tell(SIGTERM)
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) { [self] in
      tell(SIGKILL)
    }
  }

  private func tell(_ signal: Int32) {
    process.withLock { process in
      if process.isRunning { kill(process.processIdentifier, signal) }
    }
  }
}
