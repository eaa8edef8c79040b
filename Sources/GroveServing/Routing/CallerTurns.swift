import Synchronization

/// One request of each caller at a time, in the order they came: for answers that are long to read and to write, which
/// is work of the processors that everybody shares. Otherwise the many programs of one account would keep everybody
/// else's requests waiting behind theirs.
package final class CallerTurns: Sendable {
  private struct Lane {
    let turn = AsyncSemaphore(1)
    /// Who works or waits.
    var requests = 0
  }

  private let lanes = Mutex<[String: Lane]>([:])

  package init() {}

  package func run<Value>(for caller: String?, _ work: () async throws -> Value) async throws
    -> Value
  {
    guard let caller else { return try await work() }
    let turn = lanes.withLock { lanes in
      var lane = lanes[caller] ?? Lane()
      lane.requests += 1
      lanes[caller] = lane
      return lane.turn
    }
    await turn.take()
    defer {
      turn.give()
      lanes.withLock { lanes in
        lanes[caller]?.requests -= 1
        if lanes[caller]?.requests == 0 { lanes[caller] = nil }
      }
    }
    return try await work()
  }
}
