import GroveWire

/// The life of one open stream as a value: who may write, what woke it, when it is over for good.
///
/// Nothing is queued: a wake-up is a flag, and what is ready is read from the log when the stream
/// comes to it. So a slow reader costs one batch of memory, whatever happens meanwhile.
struct LiveStreamState: Hashable, Sendable {
  /// What the stream does now.
  enum Phase: Hashable, Sendable {
    /// Registered; access is being checked; nothing has been written.
    case opening
    /// Reading the log or waiting.
    case idle
    case writing
    /// It will never write again.
    case finished
  }

  /// What a waiting stream wakes up to.
  enum Signal: Hashable, Sendable {
    case wake
    case heartbeat
    case ended(StreamEnding)
  }

  private(set) var phase = Phase.opening
  private(set) var ending: StreamEnding?
  /// No further write may begin, not even the last event.
  private(set) var isFenced = false
  private var wakePending = false
  private var heartbeatPending = false
  private var ticksInWrite = 0
  /// How many writes have begun, and how many had when somebody last asked how long this one takes.
  private var writes: UInt64 = 0
  private var writesAtLastLook: UInt64?
  private var looks = 0
  /// The stream is in somebody's receipt: it is not counted twice.
  private var isCounted = false

  /// Whether nothing will be written any more, so that whoever cut the stream may be answered.
  var isSilent: Bool { phase == .finished || (isFenced && phase != .writing) }

  /// Access is granted and the answer begins. False when the stream was ended before.
  mutating func begin() -> Bool {
    guard phase == .opening, ending == nil else { return false }
    phase = .idle
    return true
  }

  /// - Parameter isLast: the event that tells the ending; everything else stops when it has ended.
  mutating func startWriting(isLast: Bool = false) -> Bool {
    guard phase == .idle, !isFenced, ending == nil || isLast else { return false }
    phase = .writing
    writes += 1
    ticksInWrite = 0
    return true
  }

  /// As `startWriting`, for the heartbeat that a tick has asked for; nobody else writes it then.
  mutating func startHeartbeat() -> Bool {
    guard heartbeatPending, startWriting() else { return false }
    heartbeatPending = false
    return true
  }

  /// A piece of a long write has been taken by the reader.
  ///
  /// - Returns: whether to write the next.
  mutating func goOnWriting() -> Bool {
    writes += 1
    ticksInWrite = 0
    return !isFenced
  }

  mutating func stopWriting() {
    guard phase == .writing else { return }
    phase = .idle
  }

  mutating func wake() { wakePending = true }

  /// The first ending stays. A stream still being opened is silenced at once: it has written
  /// nothing and never will.
  mutating func end(_ ending: StreamEnding) {
    guard self.ending == nil, phase != .finished else { return }
    self.ending = ending
    if phase == .opening { isFenced = true }
  }

  /// Ends the stream because access to it was taken away.
  ///
  /// - Returns: whether it belongs into the receipt: it was being served, until now or until it found
  ///   out by itself, and nobody has counted it.
  mutating func cut(_ ending: StreamEnding) -> Bool {
    guard phase != .opening else {
      end(ending)
      return false
    }
    let isServed = phase != .finished && self.ending == nil
    end(ending)
    guard isServed || endedByItself else { return false }
    return takeCount()
  }

  /// For a stream that goes: whether it has found out by itself that its access was taken away, before
  /// whoever took it away could count it.
  mutating func leaveUncounted() -> Bool { endedByItself && takeCount() }

  private var endedByItself: Bool {
    switch ending {
    case .told(.removed), .told(.left), .told(.stopped), .told(.deleted): phase != .opening
    default: false
    }
  }

  private mutating func takeCount() -> Bool {
    defer { isCounted = true }
    return !isCounted
  }

  /// Asked at intervals while a stream that was cut has not ended.
  ///
  /// - Returns: whether the same write has waited for a whole interval: its reader takes nothing; or
  ///   takes so little that it writes for a fourth. A stream that only has not had its turn yet is
  ///   given the time, up to twenty intervals.
  mutating func isStalled() -> Bool {
    looks += phase == .writing ? 5 : 1
    guard phase == .writing else { return looks >= 20 }
    defer { writesAtLastLook = writes }
    return writesAtLastLook == writes || looks >= 20
  }

  mutating func fence() { isFenced = true }

  mutating func finish() { phase = .finished }

  /// What the heartbeat's clock finds.
  enum Pace: Hashable, Sendable {
    case good
    /// One write has been waiting for a whole interval: the stream ends, and is told why if its
    /// reader goes on after all.
    case tooSlow
    /// It did not: the connection goes.
    case hanging
  }

  mutating func tick() -> Pace {
    heartbeatPending = true
    guard phase == .writing else { return .good }
    ticksInWrite += 1
    return ticksInWrite < 2 ? .good : ticksInWrite == 2 ? .tooSlow : .hanging
  }

  /// What to do next, if anything; endings first.
  mutating func takeSignal() -> Signal? {
    if let ending { return .ended(ending) }
    if wakePending {
      wakePending = false
      return .wake
    }
    if heartbeatPending {
      heartbeatPending = false
      return .heartbeat
    }
    return nil
  }
}
