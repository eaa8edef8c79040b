import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Local accounts and their sessions.
  func addAccountRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    let attempts = RateLimiter(rates.signInPerAccount)
    onSignIn(
      CollaborationRoutes.createAccount, limits: RouteLimits(perAddress: rates.register)
    ) { request in
      try await core.register(request.body)
    }
    onSignIn(
      CollaborationRoutes.createSession, limits: RouteLimits(perAddress: rates.signIn)
    ) { request in
      try attempts.take(request.body.account.streamAccount)
      return try await core.signIn(request.body)
    }
    onWithHeaders(CollaborationRoutes.endSession) { _, caller in
      try await core.signOut(caller)
      return Answer(
        NoBody(), headers: SessionCookie.clear(isSecure: core.configuration.isSecure))
    }
    on(CollaborationRoutes.me) { _, caller in
      let account = try await core.look(by: caller) { try AccountRules.me($0, reading: $1) }
      return AppAccount(account: account.account, displayName: account.displayName)
    }
  }
}

extension CollaborationCore {
  /// - Throws: `forbidden` where registration is closed; `account_taken`.
  func register(_ body: CreateAppAccount) async throws -> Answer<AppSession> {
    guard configuration.allowsRegistration else { throw Problem(.forbidden) }
    try TextChecks.displayName(body.displayName)
    try TextChecks.password(body.password)
    let password = try await passwords.hash(body.password, salt: random(16))
    let record = AccountRecord(
      account: body.account, displayName: body.displayName, password: password, createdAt: now())
    let (token, session) = newSession(for: body.account)
    _ = try await store.change {
      try AccountRules.create(record, session: session, reading: $0)
    }.get()
    return answer(token, displayName: body.displayName)
  }

  /// The same refusal, after the same time, for a wrong password and an unknown account.
  /// - Throws: `credentials_invalid`.
  func signIn(_ body: CreateSession) async throws -> Answer<AppSession> {
    let kept = try await store.read { try $0.account(body.account)?.password }
    guard body.password.utf8.count <= 1024,
      try await passwords.matches(body.password, kept), let kept
    else { throw Problem(.credentialsInvalid) }
    let (token, session) = newSession(for: body.account)
    let account = try await store.change {
      try AccountRules.signIn(session, checked: kept, reading: $0)
    }.get()
    return answer(token, displayName: account.displayName)
  }

  /// When it returns, no stream of the session is served any more.
  func signOut(_ caller: Caller) async throws {
    let ended = try await change(by: caller) { try AccountRules.signOut($0, reading: $1) }
    guard case .session(let hash) = ended.authority else { return }
    presence.signOut(hash)
    _ = await live.cut(
      account: ended.account.streamAccount, session: hash.streamSession, reason: .signedOut)
  }

  private func newSession(for account: AccountLabel) -> (SessionToken, SessionRecord) {
    let now = now()
    let token = SessionToken.issue(
      to: account, expiresAt: now + configuration.sessionLifetime, random: random(16),
      key: configuration.keys.sessionKey)
    let session = SessionRecord(
      hash: token.hash, account: account, createdAt: now, expiresAt: token.expiresAt)
    return (token, session)
  }

  private func answer(_ token: SessionToken, displayName: String) -> Answer<AppSession> {
    Answer(
      AppSession(
        token: token.text, account: token.account, displayName: displayName,
        expiresAt: DecimalUInt64(token.expiresAt)),
      headers: SessionCookie.set(token, isSecure: configuration.isSecure, now: now()))
  }
}
