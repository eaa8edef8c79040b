import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// Sign-in through an OpenID Provider: every refusal, and who gets into which account.
@Suite struct ProviderRulesTests {
  private let store = MemoryStore()
  private let ada = ProviderIdentity(issuer: "https://id.example", subject: "ada")
  private static let now = CollaborationWorld.start

  private static func attempt(_ number: UInt8 = 1) -> ProviderAttempt {
    ProviderAttempt(
      state: ProviderState(unchecked: [UInt8](repeating: number, count: 32)), nonce: "n",
      verifier: "v", purpose: .signIn, returnPath: .home,
      expiresAt: now + ProviderAttempt.lifetime)
  }

  private func session(_ number: UInt8, _ name: String) throws -> SessionRecord {
    SessionRecord(
      hash: SessionHash(unchecked: [UInt8](repeating: number, count: 32)),
      account: try CollaborationWorld.account(name), createdAt: Self.now, expiresAt: .max >> 1)
  }

  /// A local account, signed in.
  private func register(_ number: UInt8, _ name: String) async throws -> Call {
    let session = try session(number, name)
    let password = PasswordRecord(salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])
    let record = AccountRecord(
      account: session.account, displayName: name, password: password, createdAt: Self.now)
    _ = try await store.change {
      try AccountRules.create(record, session: session, reading: $0)
    }.get()
    return Call(
      Caller(account: session.account, authority: .session(session.hash)), at: Self.now)
  }

  private func signIn(_ session: SessionRecord, _ identity: ProviderIdentity, name: String? = nil)
    async throws -> Outcome<ProviderRules.Answer>
  {
    try await store.change {
      try ProviderRules.signIn(session, as: identity, named: name, reading: $0)
    }
  }

  private func link(_ call: Call, _ identity: ProviderIdentity) async throws -> Outcome<Bool> {
    try await store.change { try ProviderRules.link(identity, call, reading: $0) }
  }

  private func take(
    _ attempt: ProviderAttempt?, _ state: String?, after milliseconds: UInt64 = 0
  ) async throws -> Outcome<ProviderAttempt> {
    try await store.change {
      try ProviderRules.take(
        attempt, answering: state, at: Self.now + milliseconds, reading: $0)
    }
  }

  // MARK: The answer to an attempt

  @Test func `an answer is taken once, within ten minutes, by the browser that set out`()
    async throws
  {
    let (one, two) = (Self.attempt(1), Self.attempt(2))
    #expect(try await take(nil, one.state.base64url) == .failure(.signInUnknown))
    #expect(try await take(one, nil) == .failure(.signInUnknown))
    #expect(try await take(one, two.state.base64url) == .failure(.signInUnknown))
    #expect(try await take(one, one.state.base64url, after: 599_999).get() == one)
    #expect(try await take(one, one.state.base64url) == .failure(.signInUsed))
    #expect(try await take(two, two.state.base64url, after: 600_000) == .failure(.signInExpired))
  }

  private func code(_ callback: ProviderCallback, announces: Bool = false) -> Outcome<String> {
    Result { () throws(CollaborationRefusal) in
      try ProviderRules.code(
        in: callback, issuer: "https://id.example", announcesIssuer: announces)
    }
  }

  @Test
  func `an answer that names another provider, or none where this one always does, is refused`() {
    let other = ProviderCallback(code: "c", error: nil, issuer: "https://evil.example")
    #expect(code(other) == .failure(.providerInvalid))
    let unnamed = ProviderCallback(code: "c", error: nil, issuer: nil)
    #expect(code(unnamed) == .success("c"))
    #expect(code(unnamed, announces: true) == .failure(.providerInvalid))
    let named = ProviderCallback(code: "c", error: nil, issuer: "https://id.example")
    #expect(code(named, announces: true) == .success("c"))
  }

  @Test func `a no of the person is told from an error of the provider`() {
    func error(_ text: String) -> Outcome<String> {
      code(ProviderCallback(code: "c", error: text, issuer: nil))
    }
    #expect(error("access_denied") == .failure(.providerDenied))
    #expect(error("server_error") == .failure(.providerRefused))
    for missing in [nil, "", String(repeating: "c", count: 4097)] {
      #expect(
        code(ProviderCallback(code: missing, error: nil, issuer: nil))
          == .failure(.providerInvalid))
    }
  }

  @Test func `only a path of this origin leads back`() {
    for path in ["/", "/d/abc", "/#recipe=x", "/d/a?b=c#collab-messenger=https%3A%2F%2Fm"] {
      #expect(ReturnPath(path)?.text == path)
    }
    for path in [
      "", "d", "//evil.example", "/\\evil.example", "https://evil.example", "/a b", "/a\r\nb",
      "/\"", "/<", "/\u{E4}", "/" + String(repeating: "a", count: 1024),
    ] {
      #expect(ReturnPath(path) == nil, "\(path)")
    }
  }

  // MARK: Whose account it is

  @Test func `nobody is signed in to a disabled account, and a deleted one has no link`()
    async throws
  {
    let account = try session(1, "person-1").account
    _ = try await signIn(try session(1, "person-1"), ada).get()
    _ = try await store.change {
      try OperatorRules.disable(account, reason: "", at: Self.now, reading: $0)
    }.get()
    #expect(try await signIn(try session(2, "person-1"), ada) == .failure(.accountDisabled))
    _ = try await store.change {
      try AccountDeletion.begin(account, at: Self.now, reading: $0)
    }.get()
    let link = try await store.read { [ada] in try $0.providerLink(of: ada) }
    #expect(link == nil)
  }

  @Test func `the first sign-in makes an account, and the next one leads to it`() async throws {
    let first = try session(1, "person-1")
    guard case .signedIn(let made) = try await signIn(first, ada, name: "Ada").get() else {
      return #expect(Bool(false), "not signed in")
    }
    #expect(made.account.displayName == "Ada")
    #expect(made.account.password == nil)
    let other = try session(2, "person-2")
    #expect(try await signIn(other, ada).get() == .belongs(to: first.account))
    #expect(try await store.read { try $0.account(other.account) } == nil)
    let again = try session(3, "person-1")
    guard case .signedIn(let known) = try await signIn(again, ada, name: "Ada L.").get() else {
      return #expect(Bool(false), "not signed in")
    }
    #expect(known.account.displayName == "Ada L.", "as the provider calls them now")
    #expect(try await store.read { try $0.session(again.hash) } == again)
  }

  @Test func `nobody gets into a password account that has not been linked`() async throws {
    _ = try await register(1, "ada")
    // Same subject, same name, same label: none of them counts.
    #expect(try await signIn(session(2, "ada"), ada, name: "ada") == .failure(.conflict))
    #expect(try await store.read { try $0.providerLink(of: ada) } == nil)
  }

  @Test func `a linked account is entered both ways, and keeps the name it chose`() async throws {
    let call = try await register(1, "bob")
    #expect(try await link(call, ada).get())
    #expect(try await !link(call, ada).get(), "linking again changes nothing")
    guard case .signedIn(let known) = try await signIn(session(2, "bob"), ada, name: "Ada").get()
    else { return #expect(Bool(false), "not signed in") }
    #expect(known.account.displayName == "bob")
  }

  @Test func `an identity leads to one account, and an account to one identity of a provider`()
    async throws
  {
    let (bob, eve) = (try await register(1, "bob"), try await register(2, "eve"))
    _ = try await link(bob, ada).get()
    #expect(try await link(eve, ada) == .failure(.linkedElsewhere))
    let other = ProviderIdentity(issuer: ada.issuer, subject: "eve")
    #expect(try await link(bob, other) == .failure(.conflict))
    #expect(try await link(eve, other).get())
  }

  @Test func `linking needs the session that asked, and an account with a password`() async throws {
    let bob = try await register(1, "bob")
    _ = try await store.change { try SessionRules.signOut(bob, reading: $0) }.get()
    #expect(try await link(bob, ada) == .failure(.unauthenticated))
    let session = try session(3, "person-1")
    _ = try await signIn(session, ada).get()
    let person = Call(
      Caller(account: session.account, authority: .session(session.hash)), at: Self.now)
    let other = ProviderIdentity(issuer: ada.issuer, subject: "other")
    #expect(try await link(person, other) == .failure(.forbidden))
    let backend = try CollaborationWorld(store).call("bob")
    #expect(try await link(backend, other) == .failure(.forbidden))
  }

  @Test func `ending a link ends every other session, and is refused where it would lock out`()
    async throws
  {
    func unlink(_ call: Call) async throws -> Outcome<[SessionHash]> {
      try await store.change { try ProviderRules.unlink(call, reading: $0) }
    }
    let bob = try await register(1, "bob")
    #expect(try await unlink(bob) == .failure(.notFound))
    _ = try await link(bob, ada).get()
    let byProvider = try session(2, "bob")
    _ = try await signIn(byProvider, ada).get()
    #expect(try await unlink(bob).get() == [byProvider.hash])
    #expect(try await store.read { try $0.session(byProvider.hash) } == nil)
    // From now on the identity is somebody new.
    let fresh = try session(3, "person-1")
    _ = try await signIn(fresh, ada).get()
    let person = Call(
      Caller(account: fresh.account, authority: .session(fresh.hash)), at: Self.now)
    #expect(try await unlink(person) == .failure(.forbidden))
  }

  @Test func `a hundred and one sign-ins leave a hundred sessions`() async throws {
    for number in 0...UInt8(AccountRules.maximumSessions) {
      _ = try await signIn(session(number, "person-1"), ada).get()
    }
    let account = try CollaborationWorld.account("person-1")
    #expect(
      try await store.read { try $0.sessions(of: account).count } == AccountRules.maximumSessions)
  }
}
