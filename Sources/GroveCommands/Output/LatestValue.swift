import Synchronization

/// The last value that a callback was given.
final class LatestValue<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  func set(_ value: Value) { state.withLock { $0 = value } }
  var value: Value? { state.withLock { $0 } }
}
