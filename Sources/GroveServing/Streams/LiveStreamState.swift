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
    ticksInWrite = 0
    return true
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

  mutating func fence() { isFenced = true }

  mutating func finish() { phase = .finished }

  /// The heartbeat's clock.
  ///
  /// - Returns: false when one write has been waiting for a whole interval: the reader is too slow.
  mutating func tick() -> Bool {
    heartbeatPending = true
    guard phase == .writing else { return true }
    ticksInWrite += 1
    return ticksInWrite < 2
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
