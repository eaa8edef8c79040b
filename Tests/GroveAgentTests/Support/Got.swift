import Synchronization

/// A value that another task gets hold of.
final class Got<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  func set(_ value: Value) { state.withLock { $0 = value } }
  var value: Value? { state.withLock { $0 } }
}
