import NIOCore

/// Where a link to the agent stands, and who waits for what.
struct AgentTransportState {
  typealias Promise = EventLoopPromise<AgentAnswer>

  enum Phase {
    case idle
    case connecting
    /// Connected, and not yet taken by the agent.
    case greeting(LineWriter)
    case ready(LineWriter)
    case closed
  }

  var phase = Phase.idle
  var nextID = 1
  var asked: [Int: Promise] = [:]
  /// Asked before the agent took the connection, in their order.
  var waiting: [(id: Int, request: AgentRequest, promise: Promise)] = []
  /// Comes back by itself.
  var stays = false
  var attempt = 0
  /// Until then, questions wait for an agent that is not there.
  var patience = NIODeadline.uptimeNanoseconds(0)
  /// Which of the sockets made so far is meant.
  var generation = 0

  mutating func takeAll() -> [Promise] {
    defer {
      asked = [:]
      waiting = []
    }
    return Array(asked.values) + waiting.map(\.promise)
  }

  /// 50 milliseconds at first, two seconds at most.
  var delay: TimeAmount { .milliseconds(Int64(min(2000, 50 << min(attempt, 6)))) }
}
