import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Local accounts and their passwords.
  func addAccountRoutes(_ core: CollaborationCore) {
    let rates = core.configuration.rates
    onSignIn(
      CollaborationRoutes.createAccount, limits: RouteLimits(perAddress: rates.register)
    ) { try await core.register($0.body, from: SignInClient($0, core)) }
    // Counted by the gate, which first looks whether the device is known.
    onSignIn(CollaborationRoutes.createSession) { request in
      try await core.signIn(request.body, from: SignInClient(request, core))
    }
    onWithHeaders(CollaborationRoutes.changePassword) { request, caller in
      try await core.changePassword(request.body, caller, from: SignInClient(request, core))
    }
    on(CollaborationRoutes.me) { _, caller in
      try await core.me(caller)
    }
  }
}

extension CollaborationCore {
  func me(_ caller: Caller) async throws -> AppAccount {
    let issuer = configuration.provider?.issuer
    let (account, isLinked, name) = try await look(by: caller) { call, reader in
      let links = try reader.providerLinks(of: caller.account)
      let isLinked = links.contains { $0.identity.issuer == issuer }
      switch try AccountRules.me(call, reading: reader) {
      case .success(let account):
        let name = try SignInNameRules.name(of: account, reading: reader)
        return Outcome.success((account, isLinked, name))
      case .failure(let refusal): return .failure(refusal)
      }
    }
    return AppAccount(
      account: account.account, displayName: account.displayName,
      hasPassword: account.password != nil, isLinked: isLinked,
      isEnteredByProof: account.bornOf != nil, signInName: name)
  }

  /// - Throws: `forbidden` where registration is closed; `account_taken`.
  func register(_ body: CreateAppAccount, from client: SignInClient) async throws -> Answer<
    AppSession
  > {
    guard configuration.allowsRegistration else { throw Problem(.forbidden) }
    try TextValidation.displayName(body.displayName)
    try TextValidation.password(body.password)
    let password = try await signIns.passwords.hash(
      body.password, salt: random(16), for: .stranger(client.address))
    let record = AccountRecord(
      account: body.account, displayName: body.displayName, password: password, createdAt: now())
    let (token, session) = newSession(for: body.account, on: client.summary)
    _ = try await store.change {
      try AccountRules.create(record, session: session, reading: $0)
    }.get()
    return answer(token, of: record, password, client)
  }

  /// The same refusal, after the same time, for a wrong password and an unknown account. Attempts, known devices and
  /// sessions are the account's, by whichever of its names somebody signs in: two names are no second number of attempts.
  /// - Throws: `credentials_invalid`, `rate_limited`, `unavailable`.
  func signIn(_ body: CreateSession, from client: SignInClient) async throws -> Answer<AppSession> {
    let (account, kept) = try await store.read {
      try SignInNameRules.account(meantBy: body.account, reading: $0)
    }
    let shown = [body.device].compactMap(\.self) + client.devices
    let device = kept.flatMap {
      KnownDevice.find(
        among: shown, for: account, $0, key: configuration.keys.sessionKey)
    }
    let attempt = SignInAttempt(
      account: account, address: client.address, device: device?.id)
    guard try await signIns.check(body.password, kept, attempt), let kept else {
      throw Problem(.credentialsInvalid)
    }
    let (token, session) = newSession(for: account, on: client.summary)
    let signedIn = try await store.change {
      try AccountRules.signIn(session, checked: kept, reading: $0)
    }.get()
    try await cut(signedIn.ended, of: account)
    return answer(token, of: signedIn.account, kept, client, known: device)
  }

  /// When it returns, every other session has ended and no stream of theirs is served any more.
  /// - Throws: `credentials_invalid` where the old password is wrong, `rate_limited`, `forbidden`.
  func changePassword(_ body: ChangePassword, _ caller: Caller, from client: SignInClient)
    async throws
    -> Answer<PasswordChanged>
  {
    try TextValidation.password(body.newPassword)
    guard case .session(let hash) = caller.authority else { throw Problem(.forbidden) }
    let kept = try await look(by: caller) { try AccountRules.me($0, reading: $1) }.password
    let attempt = SignInAttempt(
      account: caller.account, address: client.address, device: hash.bytes)
    guard let kept, try await signIns.check(body.oldPassword, kept, attempt) else {
      throw Problem(.credentialsInvalid)
    }
    let new = try await signIns.passwords.hash(
      body.newPassword, salt: random(16), for: .known(caller.account))
    let ended = try await change(by: caller) {
      try AccountRules.changePassword($0, from: kept, to: new, reading: $1)
    }
    try await cut(ended, of: caller.account)
    let key = configuration.keys.sessionKey
    let old = KnownDevice.find(among: client.devices, for: caller.account, kept, key: key)
    let device = KnownDevice.issue(for: caller.account, new, random: random(16), key: key)
    return Answer(
      PasswordChanged(endedSessions: ended.count, device: device.text),
      headers: HTTPFields([cookie(for: device, insteadOf: old, client)]))
  }

  func newSession(for account: AccountLabel, on device: String)
    -> (SessionToken, SessionRecord)
  {
    let now = now()
    let token = SessionToken.issue(
      to: account, expiresAt: now + configuration.sessionLifetime, random: random(16),
      key: configuration.keys.sessionKey)
    let session = SessionRecord(
      hash: token.hash, account: account, createdAt: now, expiresAt: token.expiresAt,
      device: device)
    return (token, session)
  }

  /// The session, and that its device is known from now on.
  private func answer(
    _ token: SessionToken, of account: AccountRecord, _ password: PasswordRecord,
    _ client: SignInClient, known: KnownDevice? = nil
  ) -> Answer<AppSession> {
    let device =
      known
      ?? KnownDevice.issue(
        for: token.account, password, random: random(16), key: configuration.keys.sessionKey)
    var headers = SessionCookie.set(token, isSecure: configuration.isSecure, now: now())
    headers.append(cookie(for: device, insteadOf: known, client))
    return Answer(
      AppSession(
        token: token.text, account: token.account, displayName: account.displayName,
        expiresAt: DecimalUInt64(token.expiresAt), device: device.text),
      headers: headers)
  }

  private func cookie(
    for device: KnownDevice, insteadOf old: KnownDevice?, _ client: SignInClient
  ) -> HTTPField {
    DeviceCookie.set(
      device, insteadOf: old, shown: client.devices, isSecure: configuration.isSecure)
  }
}
