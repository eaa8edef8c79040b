/// Where a connection is between its requests and their answers: a value that `ConnectionGuard` asks
/// what may still be said.
///
/// A client may send the next request before it has the answer to the last (RFC 9112 section 9.3.2);
/// answers go out in order.
struct ConnectionProgress: Hashable, Sendable {
  private enum Reading: Hashable {
    case nothing
    /// A head of which not everything is there.
    case head(since: UInt64)
    case body(BodyClock)
  }

  /// What can be told to a client that is given up.
  enum FinalAnswer: Hashable, Sendable {
    /// The answer, now.
    case now
    /// The answer, after those that are due before it.
    case later
    /// Nothing: its answer has begun or is complete.
    case nothing
  }

  private var reading = Reading.nothing
  /// Requests passed on whose answers are not complete.
  private(set) var due = 0
  private var answers = 0
  private var isAnswering = false
  /// The client waits for 100 (Continue) before it sends the body.
  private(set) var waitsForContinue = false

  /// Whether a request was ever answered.
  var hasAnswered: Bool { answers > 0 }
  var isReadingBody: Bool { if case .body = reading { true } else { false } }
  /// Whether there is neither a request, nor a part of one, nor an answer under way.
  var isIdle: Bool { reading == .nothing && due == 0 }

  mutating func readPartOfHead(at now: UInt64) {
    if reading == .nothing { reading = .head(since: now) }
  }

  mutating func readHead(expectingContinue: Bool) {
    reading = .body(BodyClock())
    waitsForContinue = expectingContinue
    due += 1
  }

  mutating func readBody(_ bytes: Int) {
    waitsForContinue = false
    changeClock { $0.receive(bytes) }
  }

  mutating func readEnd() {
    waitsForContinue = false
    reading = .nothing
  }

  mutating func startWaiting(at now: UInt64) {
    guard !waitsForContinue else { return }
    changeClock { $0.startWaiting(at: now) }
  }

  mutating func stopWaiting(at now: UInt64) { changeClock { $0.stopWaiting(at: now) } }

  /// The body is wanted.
  ///
  /// - Returns: whether the client is to be told so.
  mutating func wantBody(at now: UInt64) -> Bool {
    guard waitsForContinue else { return false }
    waitsForContinue = false
    startWaiting(at: now)
    return true
  }

  mutating func writeHead() { isAnswering = true }

  mutating func writeEnd() {
    isAnswering = false
    due -= 1
    answers += 1
  }

  /// When the client has used up its time.
  func deadline(_ pace: RequestTimeouts) -> UInt64? {
    switch reading {
    case .nothing: nil
    case .head(let since): since + pace.head
    case .body(let clock): clock.deadline(pace)
    }
  }

  /// What can be said to the request that is being read, or would come next.
  var say: FinalAnswer {
    guard isReadingBody else { return due == 0 ? .now : .later }
    switch due {
    case 0: return .nothing
    case 1: return isAnswering ? .nothing : .now
    default: return .later
    }
  }

  private mutating func changeClock(_ change: (inout BodyClock) -> Void) {
    guard case .body(var clock) = reading else { return }
    change(&clock)
    reading = .body(clock)
  }
}
