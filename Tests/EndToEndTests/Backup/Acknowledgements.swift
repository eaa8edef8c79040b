import Foundation
import GroveIdentity
import GroveMessage
import GroveWire
import Synchronization

/// What servers acknowledged, and when the answer was here.
final class Acknowledgements: Sendable {
  enum Name: Hashable, Sendable {
    case update(RequestID)
    case envelope(MessageID)
    case attachment(String)
  }

  private struct State {
    var times: [Name: UInt64] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock(\.times.count) }
  var isStopped: Bool { state.withLock(\.isStopped) }

  func note(_ name: Name) {
    let now = UInt64(Date().timeIntervalSince1970 * 1000)
    state.withLock { $0.times[name] = now }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Acknowledged before a moment, in milliseconds since 1970.
  func before(_ moment: UInt64) -> [Name] {
    state.withLock { $0.times.filter { $0.value < moment }.map(\.key) }
  }
}
