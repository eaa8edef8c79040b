import GroveSystem

/// When a client connects to its agent, what waits for that, and what becomes of the questions when
/// the socket breaks. A value: time comes in, what to do comes out.
struct AgentTransportState: Sendable {
  typealias QuestionID = Int

  enum Phase: Hashable, Sendable {
    case idle, connecting
    /// Connected, and not yet taken by the agent.
    case greeting
    case ready, closed
  }

  enum Effect: Hashable, Sendable {
    /// After so many milliseconds; then `beginConnecting` says whether it is still wanted.
    case connect(after: UInt64)
    /// Says who connects.
    case greet
    /// The agent took the connection: the first questions are the owner's.
    case opened
    case ask(QuestionID)
    /// Tells the agent that nobody waits any more.
    case cancel(QuestionID)
    case fail([QuestionID], MessengerError)
    case closeSocket
  }

  private(set) var phase = Phase.idle
  /// Which of the sockets made so far is meant: an agent's identifiers mean something on the socket
  /// they came by, and nowhere else.
  private(set) var generation = 0
  private var nextID = 1
  private var asked: Set<QuestionID> = []
  /// Asked before the agent took the connection, in their order.
  private var waiting: [QuestionID] = []
  /// Comes back by itself.
  private var stays = false
  private var attempt = 0
  /// Milliseconds; until then, questions wait for an agent that is not there.
  private var patience: UInt64 = 0

  /// How long questions wait for an agent that was there a moment ago: one that is restarted comes
  /// back.
  static let patienceTime: UInt64 = 4000
  /// A refusal stands until somebody changes something; it is asked for again, and not often.
  static let refusalDelay: UInt64 = 5000

  // MARK: What the owner wants

  /// - Returns: nil where the transport is closed.
  mutating func ask() -> (id: QuestionID, effects: [Effect])? {
    guard phase != .closed else { return nil }
    let id = nextID
    nextID += 1
    if phase == .ready {
      asked.insert(id)
      return (id, [.ask(id)])
    }
    waiting.append(id)
    return (id, connectIfIdle())
  }

  /// Nobody waits for the answer any more.
  mutating func cancel(_ id: QuestionID) -> [Effect] {
    let failure = Effect.fail([id], MessengerError(.cancelled))
    if let index = waiting.firstIndex(of: id) {
      waiting.remove(at: index)
      return [failure]
    }
    return asked.remove(id) == nil ? [] : [.cancel(id), failure]
  }

  /// From now on it is there whenever the agent is.
  mutating func stay() -> [Effect] {
    stays = true
    return connectIfIdle()
  }

  mutating func close() -> [Effect] {
    phase = .closed
    return [Effect.closeSocket] + failAll(MessengerError(.agentUnreachable))
  }

  // MARK: What happens to the socket

  /// - Returns: the number of the socket to make; nil where none is wanted any more.
  mutating func beginConnecting() -> Int? {
    guard phase == .connecting else { return nil }
    generation += 1
    return generation
  }

  /// The socket of that number is there.
  /// - Returns: nil where it is not wanted any more.
  mutating func connected(_ socket: Int) -> [Effect]? {
    guard phase == .connecting, socket == generation else { return nil }
    phase = .greeting
    return [.greet]
  }

  /// No connection was made, or it was refused.
  mutating func failed(_ error: MessengerError, now: UInt64) -> [Effect] {
    guard phase != .closed else { return failAll(error) }
    attempt += 1
    let isAbsent = error.code == .agentUnreachable
    let isPatient = isAbsent && !waiting.isEmpty && now < patience
    let failures = isPatient ? [] : failAll(error)
    guard stays || isPatient else {
      phase = .idle
      return failures
    }
    phase = .connecting
    return failures + [.connect(after: isAbsent ? delay : Self.refusalDelay)]
  }

  mutating func welcomed() -> [Effect] {
    guard phase == .greeting else { return [] }
    phase = .ready
    attempt = 0
    asked.formUnion(waiting)
    defer { waiting = [] }
    return [Effect.opened] + waiting.map(Effect.ask)
  }

  /// - Returns: whether somebody waits for it.
  mutating func answered(_ id: QuestionID) -> Bool { asked.remove(id) != nil }

  /// What was asked on this socket is not answered any more; what waits goes on waiting.
  /// - Parameter refusal: why the agent ended it, where it said so.
  mutating func broken(_ refusal: MessengerError?, now: UInt64) -> [Effect] {
    guard phase == .ready || phase == .greeting else { return [] }
    let error = refusal ?? MessengerError(.agentUnreachable)
    if phase == .ready, refusal == nil { patience = now + Self.patienceTime }
    phase = .connecting
    let lost = asked.sorted()
    asked = []
    var effects = [Effect.closeSocket]
    if !lost.isEmpty { effects.append(.fail(lost, error)) }
    return effects + failed(error, now: now)
  }

  private mutating func connectIfIdle() -> [Effect] {
    guard phase == .idle else { return [] }
    phase = .connecting
    return [.connect(after: 0)]
  }

  private mutating func failAll(_ error: MessengerError) -> [Effect] {
    let all = asked.sorted() + waiting
    asked = []
    waiting = []
    return all.isEmpty ? [] : [.fail(all, error)]
  }

  /// 50 milliseconds at first, two seconds at most.
  private var delay: UInt64 { min(2000, 50 << UInt64(min(attempt, 6))) }
}
