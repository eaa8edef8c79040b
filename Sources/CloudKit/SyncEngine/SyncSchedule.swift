import GroveClient

/// What an engine does next by itself, and when. Times are milliseconds of a clock that only goes forward.
struct SyncSchedule: Sendable {
  enum Step: Hashable, Sendable {
    case tellState, checkAccount, fetch, send
    /// Until that time, or something happens; nil: until something happens.
    case wait(until: UInt64?)
  }

  let isAutomatic: Bool
  private let policy: ReconnectPolicy
  /// Who is signed in is not known, or may have changed.
  private(set) var needsAccount = true
  private(set) var hasAccount = false
  var needsFetch = true
  var needsSend: Bool
  private var attempt = 0
  private var notBefore: UInt64 = 0
  /// The server has said how long to wait.
  private var mustWait = false

  /// The first pause after a failure, and the longest; a second and five minutes.
  static let pauses = ReconnectPolicy(firstDelay: 1_000, longestDelay: 300_000)

  init(isAutomatic: Bool, needsSend: Bool, policy: ReconnectPolicy = Self.pauses) {
    self.isAutomatic = isAutomatic
    self.needsSend = needsSend
    self.policy = policy
  }

  /// - Parameter isStateNew: whether there is a state that the app was not told.
  func next(at now: UInt64, isStateNew: Bool) -> Step {
    if isStateNew { return .tellState }
    guard isAutomatic, needsAccount || (hasAccount && (needsFetch || needsSend)) else {
      return .wait(until: nil)
    }
    guard notBefore <= now else { return .wait(until: notBefore) }
    if needsAccount { return .checkAccount }
    return needsFetch ? .fetch : .send
  }

  // MARK: What happens

  mutating func accountIsKnown(_ isThere: Bool) { (needsAccount, hasAccount) = (false, isThere) }

  /// Somebody may have signed in or out.
  mutating func accountMayHaveChanged() {
    needsAccount = true
    notBefore = 0
  }

  /// The server was reached again, and tells of changes from now on: what waited for it need not wait.
  mutating func wasReached() {
    if !mustWait { succeeded() }
    needsFetch = true
  }

  mutating func succeeded() { (attempt, notBefore, mustWait) = (0, 0, false) }

  /// - Parameter random: any number.
  mutating func failed(with error: CKError, at now: UInt64, random: UInt64) {
    // Nobody's session: whether it is somebody else's now is asked, after a pause.
    if error.code == .notAuthenticated { needsAccount = true }
    attempt += 1
    let seconds = error.retryAfterSeconds.map { Int(min(max($0, 0), 86_400).rounded(.up)) }
    mustWait = seconds != nil
    notBefore = now + policy.delay(attempt: attempt, random: random, retryAfter: seconds)
  }
}
