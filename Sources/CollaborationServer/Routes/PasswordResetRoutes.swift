import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Choosing another password by a link from the operator.
  func addPasswordResetRoutes(_ core: CollaborationCore) {
    onSignIn(
      CollaborationRoutes.resetPassword,
      limits: RouteLimits(perAddress: core.configuration.rates.resets)
    ) { Answer(try await core.resetPassword($0.body)) }
  }
}

extension CollaborationCore {
  /// When it returns, no session from before is good and no stream of one is served.
  /// - Throws: `reset_invalid`, before any work is done for a link that is not good.
  func resetPassword(_ body: ResetPassword) async throws -> PasswordReset {
    try TextValidation.password(body.newPassword)
    guard let secret = ResetSecret(text: body.token) else { throw Problem(.resetInvalid) }
    let (hash, now) = (secret.hash, now())
    let account = try await store.read {
      try PasswordResetRules.look(at: hash, at: now, reading: $0)
    }.get().account
    let password = try await signIns.passwords.hash(
      body.newPassword, salt: random(16), for: .known(account))
    let used = try await store.change(for: account.streamAccount) {
      try PasswordResetRules.use(hash, for: password, at: now, reading: $0)
    }.get()
    try await cut(used.ended, of: account)
    return PasswordReset(account: account, endedSessions: used.ended.count)
  }
}
