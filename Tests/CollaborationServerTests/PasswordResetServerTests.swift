import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveWire
import Logging
import Testing

/// Choosing another password by a link from the operator.
@Suite(.timeLimit(.minutes(10)))
struct PasswordResetServerTests {
  private static let old = "correct horse battery"
  private static let new = "staple of another kind"

  private static func signIn(
    _ server: CollaborationTestServer, _ name: String, _ password: String
  ) async throws -> CollaborationClient {
    let session = try await server.nobody.createSession(
      CreateSession(account: try CollaborationTestServer.account(name), password: password))
    return try server.client(token: session.token)
  }

  private static func register(_ server: CollaborationTestServer, _ name: String) async throws
    -> CollaborationClient
  {
    let session = try await server.nobody.createAccount(
      CreateAppAccount(
        account: try CollaborationTestServer.account(name), displayName: name, password: old))
    return try server.client(token: session.token)
  }

  /// What an answer says but for the request's own number.
  private static func told(_ answer: ClientResponse) throws -> [String?] {
    let problem = try StrictJSON.decode(Problem.self, from: answer.body)
    return [problem.code.rawValue, problem.title, problem.detail, "\(answer.status)"]
  }

  @Test
  func
    `a link is good once, ends every session with its streams, and the old password is worthless`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let id = try await ann.createDocument(
        CreateDocument(requestID: .random(), title: "T")
      ).documentID
      let secret = ResetSecret(random: [UInt8](repeating: 7, count: 32))
      try await server.issue(secret, for: "ann")
      let log = StreamLog()
      try await following([(log, id, ann)]) {
        let short = ResetPassword(token: secret.text, newPassword: "short")
        #expect(try await refusal { try await server.nobody.resetPassword(short) } == .malformed)
        _ = try await ann.me()
        let body = ResetPassword(token: secret.text, newPassword: Self.new)
        let answer = try await server.nobody.resetPassword(body)
        #expect(answer.endedSessions == 1 && answer.account.text == "ann@docs.example")
        try await log.untilOver()
        #expect(log.ended == .signedOut)
        #expect(
          try await refusal { try await server.nobody.resetPassword(body) } == .resetInvalid)
      }
      #expect(try await refusal { try await ann.me() } == .unauthenticated)
      #expect(
        try await refusal { _ = try await Self.signIn(server, "ann", Self.old) }
          == .credentialsInvalid)
      #expect(try await Self.signIn(server, "ann", Self.new).me().displayName == "ann")
    }
  }

  @Test func `of two who use a link at the same time one wins, and nothing else holds`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      _ = try await Self.register(server, "ann")
      for round in 0..<2 {
        let secret = ResetSecret(random: [UInt8](repeating: UInt8(round), count: 32))
        try await server.issue(secret, for: "ann")
        let choices = (0..<2).map { "choice \(round) number \($0)" }
        let won = try await withThrowingTaskGroup(of: String?.self) { group in
          for choice in choices {
            group.addTask {
              let body = ResetPassword(token: secret.text, newPassword: choice)
              let code = try await refusal { try await server.nobody.resetPassword(body) }
              #expect(code == nil || code == .resetInvalid)
              return code == nil ? choice : nil
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }.compactMap(\.self)
        #expect(won.count == 1)
        for choice in choices {
          let code = try await refusal { _ = try await Self.signIn(server, "ann", choice) }
          #expect(code == (choice == won.first ? nil : .credentialsInvalid))
        }
      }
    }
  }

  @Test
  func `what is no link, an older one and one past its time are refused alike, without any work`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      _ = try await Self.register(server, "ann")
      let (older, newer) = (
        ResetSecret(random: [UInt8](repeating: 1, count: 32)),
        ResetSecret(random: [UInt8](repeating: 2, count: 32))
      )
      try await server.issue(older, for: "ann")
      try await server.issue(newer, for: "ann")
      let stranger = ResetSecret(random: [UInt8](repeating: 3, count: 32))
      var answers: Set<[String?]> = []
      let writes = server.store.writes
      func ask(_ token: String) async throws {
        let answer = try await server.send(
          "POST", "/collab/v1/password-resets",
          body: StrictJSON.encode(ResetPassword(token: token, newPassword: Self.new)))
        #expect(answer.status == 410)
        answers.insert(try Self.told(answer))
      }
      for token in ["", "x", older.text, stranger.text] { try await ask(token) }
      server.clock.advance(3_600_000)
      try await ask(newer.text)
      #expect(answers.count == 1)
      #expect(server.store.writes == writes)
      #expect(!server.logs.text(from: .trace).contains(newer.text))
    }
  }

  @Test func `a page of another origin cannot use a link`() async throws {
    try await CollaborationTestServer.run { server in
      _ = try await Self.register(server, "ann")
      let secret = ResetSecret(random: [UInt8](repeating: 7, count: 32))
      try await server.issue(secret, for: "ann")
      let answer = try await server.send(
        "POST", "/collab/v1/password-resets",
        headers: [ClientHeader("Origin", "https://evil.example")],
        body: StrictJSON.encode(ResetPassword(token: secret.text, newPassword: Self.new)))
      #expect(answer.status == 403)
      _ = try await Self.signIn(server, "ann", Self.old)
    }
  }

  @Test func `a disabled account is told so only to whoever has its password`() async throws {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let label = try CollaborationTestServer.account("ann")
      _ = try await server.store.change {
        try OperatorRules.disable(label, reason: "secret reason", at: 1, reading: $0)
      }.get()
      #expect(try await refusal { try await ann.me() } == .unauthenticated)
      let right = try await refusal { _ = try await Self.signIn(server, "ann", Self.old) }
      #expect(right == .accountDisabled)
      let wrong = try await server.send(
        "POST", "/collab/v1/sessions",
        body: StrictJSON.encode(CreateSession(account: label, password: "not her password")))
      let unknown = try await server.send(
        "POST", "/collab/v1/sessions",
        body: StrictJSON.encode(
          CreateSession(
            account: try CollaborationTestServer.account("zoe"), password: "not her password")))
      #expect(try Self.told(wrong) == Self.told(unknown))
      #expect(try await refusal { try await server.client("ann").me() } == .accountDisabled)
    }
  }
}

extension CollaborationTestServer {
  /// What `grove account reset-password` stores; good for an hour.
  func issue(_ secret: ResetSecret, for name: String) async throws {
    let reset = PasswordResetRecord(
      account: try Self.account(name), hash: secret.hash, expiresAt: clock.now + 3_600_000)
    _ = try await store.change { try PasswordResetRules.issue(reset, reading: $0) }.get()
  }

  /// An account with a link, and the body that uses it.
  func resetLink(_ secret: ResetSecret, for name: String) async throws -> [UInt8] {
    _ = try await nobody.createAccount(
      CreateAppAccount(
        account: try Self.account(name), displayName: name, password: "long enough"))
    try await issue(secret, for: name)
    return try StrictJSON.encode(
      ResetPassword(token: secret.text, newPassword: "longer than that"))
  }
}
