import Synchronization

/// A clock that stands still until the test moves it.
final class TestClock: Sendable {
  private let value = Mutex<UInt64>(0)

  var now: UInt64 {
    get { value.withLock(\.self) }
    set { value.withLock { $0 = newValue } }
  }
}
