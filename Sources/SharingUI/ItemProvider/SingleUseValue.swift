import Synchronization

/// A value that is taken once.
final class SingleUseValue<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: Value) { self.value = Mutex(value) }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}

/// Hands a value of the app to the thread that the app is called back on.
///
/// Apple's signatures let apps give values of any type to functions that call back elsewhere.
// The framework passes the value on and never looks at it in two places at once; what the app itself
// keeps of it is the app's to guard, as it is under Apple's framework.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
