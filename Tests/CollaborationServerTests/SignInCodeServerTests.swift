import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Logging
import Testing

/// Signing in on another device by a code, over HTTP (protocol 8.10).
@Suite(.timeLimit(.minutes(5)))
struct SignInCodeServerTests {
  private static let password = "correct horse battery"

  private static func use(_ code: String, at server: CollaborationTestServer) async throws
    -> AppSession
  {
    try await server.nobody.useSignInCode(UseSignInCode(code: code))
  }

  /// Somebody who came in without a form, on a first device.
  private static func ben(_ document: SharedDocument) async throws -> CollaborationClient {
    let nobody = try document.server.nobody
    let identity = try await document.invite()
    let challenge = try await nobody.entryChallenge(for: document.id)
    let proof = try identity.proof(challenge)
    let entered = try await nobody.enter(
      document.id, Enter(entry: challenge.entry, proof: proof, displayName: "Ben"))
    return try document.server.client(token: entered.session.token)
  }

  @Test
  func `who came in without a form signs in on another device and has the document there`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let first = try await Self.ben(document)
      let made = try await first.makeSignInCode()
      #expect(made.code.count == 10)
      #expect(made.expiresAt.value == server.clock.now + 600_000)
      let session = try await Self.use(made.code, at: server)
      #expect(session.displayName == "Ben" && session.device == nil)
      let second = try server.client(token: session.token)
      #expect(try await second.me() == first.me())
      #expect(try await second.document(document.documentID).title == "Baking Recipes")
      #expect(try await first.sessions().count == 2)
      #expect(
        try await refusal { _ = try await Self.use(made.code, at: server) } == .codeInvalid)
    }
  }

  @Test func `a code may be typed in small letters, in groups, and with letters for digits`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await server.registered("ann", password: Self.password)
      let code = try await ann.makeSignInCode().code
      let typed = code.lowercased().replacing("0", with: "o").replacing("1", with: "l")
      let grouped = " \(typed.prefix(5)) - \(typed.suffix(5)) "
      #expect(try await Self.use(grouped, at: server).displayName == "ann")
    }
  }

  @Test func `of two who use a code at the same time one is signed in`() async throws {
    try await CollaborationTestServer.run { server in
      let ann = try await server.registered("ann", password: Self.password)
      for round in 1...4 {
        let code = try await ann.makeSignInCode().code
        let codes = try await withThrowingTaskGroup(of: ProblemCode?.self) { group in
          for _ in 0..<4 {
            group.addTask { try await refusal { _ = try await Self.use(code, at: server) } }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .codeInvalid } == 3)
        #expect(try await ann.sessions().count == 1 + round)
      }
    }
  }

  @Test
  func
    `what is no code, a replaced one, and one past its time, its session or its account are refused alike`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await server.registered("ann", password: Self.password)
      let replaced = try await ann.makeSignInCode().code
      let late = try await ann.makeSignInCode().code
      let bob = try await server.registered("bob", password: Self.password)
      let ofSession = try await bob.makeSignInCode().code
      try await bob.endSession()
      let cleo = try await server.registered("cleo", password: Self.password)
      let ofDisabled = try await cleo.makeSignInCode().code
      let label = try CollaborationTestServer.account("cleo")
      _ = try await server.store.change {
        try OperatorRules.disable(label, reason: "why", at: 1, reading: $0)
      }.get()
      server.clock.advance(600_000)
      let writes = server.store.writes
      var answers: Set<[String?]> = []
      for code in ["", "x", "0000000000", "\u{0}\u{2603}", replaced, late, ofSession, ofDisabled] {
        let answer = try await server.send(
          "POST", "/collab/v1/sign-in-codes/use",
          body: StrictJSON.encode(UseSignInCode(code: code)))
        let problem = try StrictJSON.decode(Problem.self, from: answer.body)
        answers.insert([problem.code.rawValue, problem.title, problem.detail, "\(answer.status)"])
      }
      #expect(answers.count == 1 && answers.first?.first == "code_invalid")
      #expect(server.store.writes == writes)
      #expect(!server.logs.text(from: .trace).contains(late))
    }
  }

  @Test func `the list of sessions says until when a code is good, and nothing once it was used`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let session = try await server.nobody.createAccount(
        CreateAppAccount(
          account: try CollaborationTestServer.account("ann"), displayName: "Ann",
          password: Self.password))
      func list() async throws -> SessionList {
        let answer = try await server.send(
          "GET", "/collab/v1/sessions",
          headers: [ClientHeader("Authorization", "Bearer \(session.token)")])
        return try StrictJSON.decode(SessionList.self, from: answer.body)
      }
      #expect(try await list().codeExpiresAt == nil)
      let made = try await server.client(token: session.token).makeSignInCode()
      #expect(try await list().codeExpiresAt == made.expiresAt)
      let used = try await server.send(
        "POST", "/collab/v1/sign-in-codes/use",
        headers: [ClientHeader("User-Agent", "Mozilla/5.0 (Android 14; Mobile) Firefox/140.0")],
        body: StrictJSON.encode(UseSignInCode(code: made.code)))
      #expect(used.headers.contains { $0.value.hasPrefix("__Host-grove-session=") })
      let after = try await list()
      #expect(after.codeExpiresAt == nil)
      #expect(after.sessions.map(\.device).contains("Firefox on Android"))
    }
  }

  @Test func `nothing stored shows a code, and without the server's key none can be tried`()
    async throws
  {
    let code = SignInCode(random: [UInt8](repeating: 9, count: 10))
    let typed = try #require(SignInCode(typed: code.text))
    let (key, other) = (
      SecretBytes([UInt8](repeating: 1, count: 32)), SecretBytes([UInt8](repeating: 2, count: 32))
    )
    #expect(typed.text == code.text && typed.hash(key: key) == code.hash(key: key))
    #expect(code.hash(key: key) != code.hash(key: other))
    #expect("\(code)" == "\(SignInCode(random: [UInt8](repeating: 8, count: 10)))")
  }

  @Test func `who guesses is told to wait long before a code is found`() async throws {
    try await CollaborationTestServer.run { server in
      let ann = try await server.registered("ann", password: Self.password)
      _ = try await ann.makeSignInCode()
      let began = ContinuousClock.now
      var statuses: [Int] = []
      for guess in 0..<30 {
        let body = UseSignInCode(code: String(repeating: "2", count: 8) + "\(10 + guess)")
        statuses.append(
          try await server.send(
            "POST", "/collab/v1/sign-in-codes/use", body: StrictJSON.encode(body)
          ).status)
      }
      // One more each ten seconds, on a machine however slow.
      let tens = Int((ContinuousClock.now - began).components.seconds) / 10
      let tried = statuses.count { $0 == 410 }
      #expect(Set(statuses.prefix(20)) == [410] && tried <= 21 + tens)
      #expect(statuses.count { $0 == 429 } == 30 - tried)
      #expect(try await ann.sessions().count == 1)
    }
  }

  @Test func `a page of another origin makes no code and uses none`() async throws {
    try await CollaborationTestServer.run { server in
      let ann = try await server.registered("ann", password: Self.password)
      let code = try await ann.makeSignInCode().code
      let evil = ClientHeader("Origin", "https://evil.example")
      let used = try await server.send(
        "POST", "/collab/v1/sign-in-codes/use", headers: [evil],
        body: StrictJSON.encode(UseSignInCode(code: code)))
      #expect(used.status == 403)
      #expect(try await refusal { try await server.client("bob").makeSignInCode() } == .forbidden)
      _ = try await Self.use(code, at: server)
    }
  }
}

extension CollaborationTestServer {
  /// A local account, signed in.
  func registered(_ name: String, password: String) async throws -> CollaborationClient {
    let session = try await nobody.createAccount(
      CreateAppAccount(
        account: try Self.account(name), displayName: name, password: password))
    return try client(token: session.token)
  }

  /// A code of an account that is there.
  func signInCode(of name: String, password: String) async throws -> String {
    let session = try await nobody.createSession(
      CreateSession(account: try Self.account(name), password: password))
    return try await client(token: session.token).makeSignInCode().code
  }
}
