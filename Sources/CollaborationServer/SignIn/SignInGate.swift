import CollaborationDomain
import GroveServing
import GroveWire

/// Which attempts at passwords are looked at, and the work of looking: two lanes, so that a flood of
/// strangers keeps nobody waiting who is known here, nor the processor busy.
final class SignInGate: Sendable {
  let tries: PasswordTries
  let passwords: PasswordHashing

  /// - Parameter random: 48 bytes nobody can guess.
  init(_ configuration: CollaborationServerConfiguration, random: [UInt8]) {
    tries = PasswordTries(configuration.signIns, at: .signIn, configuration.nodes)
    passwords = PasswordHashing(
      random: random, waiting: configuration.passwordsWaiting, cost: configuration.passwordCost)
  }

  /// Whether the password is the one that was kept; nil, for an unknown account, takes as long.
  ///
  /// - Throws: `rate_limited` with the seconds to wait; `unavailable` when too many wait.
  func check(_ password: String, _ kept: PasswordRecord?, _ attempt: SignInAttempt) async throws
    -> Bool
  {
    try tries.admit(attempt)
    guard password.utf8.count <= TextValidation.passwordBytes.upperBound else { return false }
    let who: PasswordHashing.Asker =
      attempt.device == nil ? .stranger(attempt.address) : .known(attempt.account)
    let isRight = try await passwords.matches(password, kept, for: who)
    if isRight { tries.succeeded(attempt) }
    return isRight
  }
}
