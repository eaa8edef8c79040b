import GroveWire
import Synchronization

@testable import GroveServing

/// Who looked, and how many at one time.
final class LookLog: Sendable {
  private struct State {
    var version = 0
    var waiting = 0
    var looking = 0
    var most = 0
    var turns: [String] = []
    var holds = false
    var held: [CheckedContinuation<Void, Never>] = []

    mutating func begin(_ group: String) {
      looking += 1
      most = max(most, looking)
      turns.append(group)
    }
  }

  private let state = Mutex(State())

  var waiting: Int { state.withLock(\.waiting) }
  var mostAtOnce: Int { state.withLock(\.most) }
  var turns: [String] { state.withLock(\.turns) }

  func change() { state.withLock { $0.version += 1 } }

  /// From here on a look that finds something takes until it is let go on.
  func holdLooks() { state.withLock { $0.holds = true } }

  func letOneGoOn() {
    state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }?.resume()
  }

  func letAllGoOn() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.holds = false
      return state.held
    }
    for one in held { one.resume() }
  }

  /// - Returns: the version now.
  func look(from version: Int, _ group: String) async -> Int {
    let now = state.withLock(\.version)
    guard version < now else {
      state.withLock { $0.waiting += 1 }
      return now
    }
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        state.begin(group)
        if state.holds { state.held.append(continuation) }
        return !state.holds
      }
      if goesOn { continuation.resume() }
    }
    state.withLock { $0.looking -= 1 }
    return now
  }
}

/// Has an event for each change that says whether a request's task looks.
struct LookFeed: EventFeed {
  let log: LookLog
  let group: String
  var version = 0

  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents {
    let now = await log.look(from: version, group)
    var events = ReadyEvents()
    if now > version {
      let data = ServedConnection.current == nil ? "no request" : "a request"
      events.append(ServerSentEvent(name: "row", data: data))
    }
    version = now
    return events
  }
}
