import GroveAgent
import GroveSystem

/// Tells messengers which app is here, one step after the other.
final class AppRegistration: Sendable {
  private enum Step: Sendable {
    case register(GroveAppConnection)
    case unregister(GroveAppConnection)
    /// What a registration that failed is tried again with, and who waits to hear of it.
    case reached(GroveAppConnection, CheckedContinuation<MessengerError?, Never>)
  }

  private let steps: AsyncStream<Step>.Continuation

  init() {
    let (stream, steps) = AsyncStream.makeStream(of: Step.self)
    self.steps = steps
    FrameworkTasks.shared.keep {
      var failure: MessengerError?
      for await step in stream { failure = await Self.carryOut(step, after: failure) }
    }
  }

  deinit { steps.finish() }

  func register(_ connection: GroveAppConnection) { steps.yield(.register(connection)) }
  func unregister(_ connection: GroveAppConnection) { steps.yield(.unregister(connection)) }

  /// Returns when everything that was asked before has been done; a registration that failed is
  /// tried once more.
  /// - Returns: why the messenger does not know the app; nil where it does.
  func settled(_ connection: GroveAppConnection) async -> MessengerError? {
    await withCheckedContinuation { _ = steps.yield(.reached(connection, $0)) }
  }

  /// - Parameter failure: how the last registration ended.
  /// - Returns: how the last one has ended now.
  private static func carryOut(_ step: Step, after failure: MessengerError?) async
    -> MessengerError?
  {
    switch step {
    case .register(let connection): return await registering(connection)
    case .unregister(let connection):
      await connection.system.unregister(connection.origin)
      connection.answering?.cancel()
      connection.agent?.close()
      return failure
    case .reached(let connection, let continuation):
      guard failure != nil else {
        continuation.resume(returning: nil)
        return nil
      }
      let outcome = await registering(connection)
      continuation.resume(returning: outcome)
      return outcome
    }
  }

  private static func registering(_ connection: GroveAppConnection) async -> MessengerError? {
    do {
      try await connection.system.register(connection.app)
      return nil
    } catch {
      return error
    }
  }
}
