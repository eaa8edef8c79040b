import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Signing in on another device by a code (protocol 8.10).
  func addSignInCodeRoutes(_ core: CollaborationCore) {
    let rate = core.configuration.rates.signInCodes
    on(CollaborationRoutes.makeSignInCode, limits: RouteLimits(perCaller: rate)) {
      try await core.makeSignInCode($1)
    }
    onSignIn(CollaborationRoutes.useSignInCode, limits: RouteLimits(perAddress: rate)) {
      try await core.useSignInCode($0.body, from: SignInClient($0, core))
    }
  }
}

extension CollaborationCore {
  fileprivate func makeSignInCode(_ caller: Caller) async throws -> SignInCodeMade {
    let code = SignInCode(random: random(SignInCode.characterCount))
    let hash = code.hash(key: configuration.keys.sessionKey)
    let made = try await change(by: caller) { try SignInCodeRules.make(hash, $0, reading: $1) }
    return SignInCodeMade(code: code.text, expiresAt: DecimalUInt64(made.expiresAt))
  }

  /// - Throws: `code_invalid`, before anything is written for what is no code.
  fileprivate func useSignInCode(_ body: UseSignInCode, from client: SignInClient) async throws
    -> Answer<AppSession>
  {
    guard let typed = SignInCode(typed: body.code) else { throw Problem(.codeInvalid) }
    // One that was made before the key was replaced is good until its time.
    let hashes = configuration.keys.allSessionKeys.map(typed.hash)
    let now = now()
    let code = try await store.read { try SignInCodeRules.look(for: hashes, at: now, reading: $0) }
      .get()
    let (token, session) = newSession(for: code.account, on: client.summary)
    let signedIn = try await store.change(for: code.account.streamAccount) {
      try SignInCodeRules.use(code.hash, beginning: session, reading: $0)
    }.get()
    try await cut(signedIn.ended, of: code.account)
    return Answer(
      AppSession(
        token: token.text, account: code.account, displayName: signedIn.account.displayName,
        expiresAt: DecimalUInt64(token.expiresAt)),
      headers: SessionCookie.set(token, isSecure: configuration.isSecure, now: session.createdAt))
  }
}
