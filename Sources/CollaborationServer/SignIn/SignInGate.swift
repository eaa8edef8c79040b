import CollaborationDomain
import GroveServing
import GroveWire
import Synchronization

/// Which attempts at passwords are looked at, and the work of looking: two lanes, so that a flood of
/// strangers keeps nobody waiting who is known here, nor the processor busy.
final class SignInGate: Sendable {
  private let throttle: Mutex<SignInThrottle>
  let passwords: PasswordHashing

  init(_ limits: SignInLimits, _ passwords: PasswordHashing) {
    throttle = Mutex(SignInThrottle(limits))
    self.passwords = passwords
  }

  /// Whether the password is the one that was kept; nil, for an unknown account, takes as long.
  ///
  /// - Throws: `rate_limited` with the seconds to wait; `unavailable` when too many wait.
  func check(_ password: String, _ kept: PasswordRecord?, _ attempt: SignInAttempt) async throws
    -> Bool
  {
    let wait = throttle.withLock { $0.admit(attempt, now: MonotonicClock.milliseconds()) }
    if let wait { throw Problem(.rateLimited, retryAfter: wait) }
    guard password.utf8.count <= TextValidation.passwordBytes.upperBound else { return false }
    let who: PasswordHashing.Asker =
      attempt.device == nil ? .stranger(attempt.address) : .known(attempt.account)
    let isRight = try await passwords.matches(password, kept, for: who)
    if isRight {
      throttle.withLock { $0.succeeded(attempt, now: MonotonicClock.milliseconds()) }
    }
    return isRight
  }
}
