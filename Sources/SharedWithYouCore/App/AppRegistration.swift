import GroveAgent
import GroveSystem

/// Tells messengers which app is here, one step after the other.
final class AppRegistration: Sendable {
  private enum Step: Sendable {
    case register(GroveAppConnection)
    case unregister(GroveAppConnection)
    case reached(CheckedContinuation<Void, Never>)
  }

  private let steps: AsyncStream<Step>.Continuation

  init() {
    let (stream, steps) = AsyncStream.makeStream(of: Step.self)
    self.steps = steps
    FrameworkTasks.shared.keep {
      for await step in stream { await Self.carryOut(step) }
    }
  }

  deinit { steps.finish() }

  func register(_ connection: GroveAppConnection) { steps.yield(.register(connection)) }
  func unregister(_ connection: GroveAppConnection) { steps.yield(.unregister(connection)) }

  /// Returns when everything that was asked before has been done.
  func settled() async {
    await withCheckedContinuation { _ = steps.yield(.reached($0)) }
  }

  private static func carryOut(_ step: Step) async {
    switch step {
    case .register(let connection): await connection.system.register(connection.app)
    case .unregister(let connection):
      await connection.system.unregister(connection.origin)
      connection.answering?.cancel()
      connection.agent?.close()
    case .reached(let continuation): continuation.resume()
    }
  }
}
