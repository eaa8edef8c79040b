import GroveClient
import GroveIdentity
import GroveWire
import Synchronization

/// Follows one document's stream beside a test and remembers what it delivered.
final class StreamLog: Sendable {
  private struct State {
    var isOpen = false
    var events: [DocumentStreamEvent] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var events: [DocumentStreamEvent] { state.withLock(\.events) }

  /// The texts of edits and comments, in order.
  var texts: [String] {
    events.compactMap { event in
      guard case .document(let entry) = event, let data = entry.data else { return nil }
      return String(decoding: data.bytes, as: UTF8.self)
    }
  }

  var kinds: [DocumentEvent.Kind] {
    events.compactMap { if case .document(let entry) = $0 { entry.kind } else { nil } }
  }

  var ended: StreamEnded.Reason? {
    events.lazy.compactMap { if case .ended(let end) = $0 { end.reason } else { nil } }.first
  }

  /// Runs until the stream ends or the task is cancelled.
  func follow(_ document: String, by client: CollaborationClient, after: UInt64 = 0) async {
    do {
      for try await item in client.documentStream(document, after: after) {
        state.withLock { state in
          switch item {
          case .opened: state.isOpen = true
          case .event(let event): state.events.append(event)
          case .interrupted: state.isOpen = false
          }
        }
      }
    } catch {}
    state.withLock { $0.isOver = true }
  }

  func untilOpen() async throws { try await until { $0.state.withLock(\.isOpen) } }
  func untilOver() async throws { try await until { $0.state.withLock(\.isOver) } }

  /// Waits at most so many seconds.
  func until(within seconds: Int = 10, _ condition: (StreamLog) -> Bool) async throws {
    for _ in 0..<200 * seconds {
      if condition(self) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw TimedOut(seen: "\(kinds)")
  }

  struct TimedOut: Error { let seen: String }
}

/// Runs a body beside streams that are being followed, then ends them.
func following(
  _ streams: [(StreamLog, String, CollaborationClient)], _ body: () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (log, document, client) in streams {
      group.addTask { await log.follow(document, by: client) }
    }
    for (log, _, _) in streams { try await log.untilOpen() }
    try await body()
    group.cancelAll()
    try await group.waitForAll()
  }
}
