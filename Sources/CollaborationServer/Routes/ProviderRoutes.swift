import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Logging

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Sign-in through an OpenID Provider, and linking an account with it.
  func addProviderRoutes(_ core: CollaborationCore) {
    let provider = core.configuration.provider.map {
      ProviderSignIn(settings: $0, directory: ProviderDirectory($0), core: core)
    }
    let rate = core.configuration.rates.providerSignIns
    onSignIn(CollaborationRoutes.beginProviderSignIn, limits: RouteLimits(perAddress: rate)) {
      guard let provider else { throw Problem(.notFound) }
      return try await provider.begin($0.body, .signIn, $0.logger)
    }
    onWithHeaders(CollaborationRoutes.linkProvider, limits: RouteLimits(perCaller: rate)) {
      request, caller in
      guard let provider else { throw Problem(.notFound) }
      return try await core.beginLink(provider, request, caller)
    }
    on(CollaborationRoutes.unlinkProvider) { _, caller in
      let ended = try await core.change(by: caller) { try ProviderRules.unlink($0, reading: $1) }
      try await core.cut(ended, of: caller.account)
      return ProviderUnlinked(endedSessions: ended.count)
    }
    let limiter = RateLimiter(
      rate, named: CollaborationRoutes.providerCallback.name,
      among: core.configuration.nodes?.rates)
    onPublicWithHeaders(CollaborationRoutes.providerCallback) { request in
      guard let provider else { throw Problem(.notFound) }
      return await core.providerAnswered(provider, request, limiter)
    }
  }
}

extension CollaborationCore {
  /// - Throws: `forbidden` to an account that the provider made, and to a backend.
  fileprivate func beginLink(
    _ provider: ProviderSignIn, _ request: ServedRequest<BeginProviderSignIn>, _ caller: Caller
  ) async throws -> Answer<ProviderSignInBegun> {
    let account = try await look(by: caller) { try AccountRules.me($0, reading: $1) }
    guard case .session(let session) = caller.authority, account.hasEntryOfItsOwn else {
      throw Problem(.forbidden)
    }
    return try await provider.begin(
      request.body, .link(caller.account, session), request.logger)
  }

  /// The provider's answer, in the browser that it came by. Whatever is wrong becomes a page.
  fileprivate func providerAnswered(
    _ provider: ProviderSignIn, _ request: ServedRequest<NoBody>, _ limiter: RateLimiter
  ) async -> Answer<RawBody> {
    let isSecure = configuration.isSecure
    let attempt = ProviderCookie.attempt(
      in: request.headers, keys: configuration.keys.allSessionKeys, isSecure: isSecure)
    do {
      try limiter.take(request.clientAddress)
      let query = try request.query
      let now = now()
      let taken = try await store.change {
        try ProviderRules.take(attempt, answering: query["state"], at: now, reading: $0)
      }.get()
      let callback = ProviderCallback(
        code: query["code"], error: query["error"], issuer: query["iss"])
      let (identity, name) = try await provider.identity(taken, callback, request.logger)
      var headers = try await finish(taken, identity, name, request)
      headers.append(ProviderCookie.clear(isSecure: isSecure))
      headers[.location] = taken.returnPath.text
      return Answer(RawBody([]), headers: headers)
    } catch {
      let problem = error as? Problem ?? Problem.ofCollaboration(error)
      if problem == nil {
        request.logger.error(
          "Sign-in through the provider failed",
          metadata: ["error": "\(String(reflecting: type(of: error)))"])
      }
      let shown = problem ?? Problem(.internalError)
      // What belongs to another attempt, which may still be on its way, leaves that one alone.
      let isOver = ![.signInUnknown, .rateLimited, .malformed].contains(shown.code)
      return ProviderPage.answer(
        shown, back: attempt?.returnPath ?? .home, request: request.id,
        setting: isOver ? [ProviderCookie.clear(isSecure: isSecure)] : [])
    }
  }

  /// - Returns: the cookie of a new session, or nothing for a link.
  private func finish(
    _ attempt: ProviderAttempt, _ identity: ProviderIdentity, _ name: String?,
    _ request: ServedRequest<NoBody>
  ) async throws -> HTTPFields {
    switch attempt.purpose {
    case .signIn:
      let token = try await signIn(identity, name, on: SignInClient(request, self).summary)
      return SessionCookie.set(token, isSecure: configuration.isSecure, now: now())
    case .link(let account, let session):
      // Still signed in, in this browser, in the session that asked.
      guard sessionShown(by: request.headers) == session else { throw Problem(.unauthenticated) }
      _ = try await change(by: Caller(account: account, authority: .session(session))) {
        try ProviderRules.link(identity, $0, reading: $1)
      }
      return [:]
    }
  }

  private func sessionShown(by headers: HTTPFields) -> SessionHash? {
    let name = SessionCookie.name(isSecure: configuration.isSecure)
    return RequestCookie.value(of: name, in: headers).flatMap {
      SessionToken(text: $0, keys: configuration.keys.allSessionKeys)?.hash
    }
  }

  /// Somebody else may make the account, or unlink it, between the look and the change: then it is asked again.
  private func signIn(_ identity: ProviderIdentity, _ name: String?, on device: String) async throws
    -> SessionToken
  {
    var account = try await store.read { try $0.providerLink(of: identity)?.account }
    for _ in 0..<3 {
      let label = try account ?? AccountLabel("person-" + Hex.encode(random(8)))
      let (token, session) = newSession(for: label, on: device)
      let answer = try await store.change {
        try ProviderRules.signIn(session, as: identity, named: name, reading: $0)
      }
      switch answer {
      case .success(.signedIn(let signedIn)):
        try await cut(signedIn.ended, of: label)
        return token
      case .success(.belongs(let other)): account = other
      case .failure(.conflict): account = nil
      case .failure(let refusal): throw refusal
      }
    }
    throw CollaborationRefusal.conflict
  }
}
