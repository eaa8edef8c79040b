import CollaborationServer
import GroveClient
import GroveIdentity
import GroveWire
import Testing

/// Where an account is signed in, and how that ends.
@Suite(.timeLimit(.minutes(3)))
struct SessionServerTests {
  private static let password = "correct horse battery"

  private static func register(_ server: CollaborationTestServer, _ name: String) async throws
    -> CollaborationClient
  {
    let session = try await server.nobody.createAccount(
      CreateAppAccount(
        account: try CollaborationTestServer.account(name), displayName: name, password: password))
    return try server.client(token: session.token)
  }

  private static func signIn(
    _ server: CollaborationTestServer, _ name: String, _ password: String = password,
    as agent: String = ""
  ) async throws -> CollaborationClient {
    let body = try StrictJSON.encode(
      CreateSession(account: try CollaborationTestServer.account(name), password: password))
    let answer = try await server.send(
      "POST", "/collab/v1/sessions", headers: [ClientHeader("User-Agent", agent)], body: body)
    #expect(answer.status == 201)
    let session = try StrictJSON.decode(AppSession.self, from: answer.body)
    return try server.client(token: session.token)
  }

  private static let firefox =
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

  @Test func `a person sees where they are signed in, since when, on what and when it was used`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let begin = server.clock.now
      server.clock.advance(60_000)
      let other = try await Self.signIn(server, "ann", as: Self.firefox)
      _ = try await Self.register(server, "ben")
      server.clock.advance(3_600_000)
      _ = try await other.me()
      // Written down by the next sweep.
      var sessions: [SessionEntry] = []
      for _ in 0..<100 {
        sessions = try await ann.sessions()
        if sessions.last(where: { !$0.isCurrent })?.lastUsedAt.value == server.clock.now { break }
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(sessions.count == 2)
      let mine = try #require(sessions.first { $0.isCurrent })
      let its = try #require(sessions.first { !$0.isCurrent })
      #expect(mine.createdAt.value == begin && mine.device == "")
      #expect(its.createdAt.value == begin + 60_000 && its.device == "Firefox on Linux")
      #expect(its.lastUsedAt.value == server.clock.now && mine.lastUsedAt.value == server.clock.now)
      #expect(mine.sessionID != its.sessionID)
      server.clock.advance(server.configuration.sessionLifetime - 3_630_000)
      #expect(try await other.sessions().map(\.isCurrent) == [true], "the other one has expired")
    }
  }

  @Test func `one session ends at once with its stream, by its name, and no other does`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let other = try await Self.signIn(server, "ann")
      let ben = try await Self.register(server, "ben")
      let id = try await ann.createDocument(
        CreateDocument(requestID: .random(), title: "T")
      ).documentID
      let name = try #require(try await ann.sessions().first { !$0.isCurrent }).sessionID
      let logs = [StreamLog(), StreamLog()]
      try await following([(logs[0], id, other), (logs[1], id, ann)]) {
        for stranger in [ben, try server.client("ann")] {
          let code = try await refusal { try await stranger.endSession(name) }
          #expect(code == .notFound || code == .forbidden)
        }
        #expect(try await other.me().displayName == "ann")
        try await ann.endSession(name)
        try await logs[0].untilOver()
        #expect(logs[0].ended == .signedOut)
        #expect(try await refusal { try await other.me() } == .unauthenticated)
        #expect(try await refusal { try await ann.endSession(name) } == .notFound)
        _ = try await ann.appendUpdate(
          AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([65])), to: id)
        try await logs[1].until { $0.texts == ["A"] }
      }
      #expect(try await ann.sessions().count == 1)
    }
  }

  @Test
  func `a new password ends every other session and its streams, and the old one is worthless`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let others = [try await Self.signIn(server, "ann"), try await Self.signIn(server, "ann")]
      let id = try await ann.createDocument(
        CreateDocument(requestID: .random(), title: "T")
      ).documentID
      let logs = [StreamLog(), StreamLog(), StreamLog()]
      let clients = others + [ann]
      try await following((0..<3).map { (logs[$0], id, clients[$0]) }) {
        let wrong = ChangePassword(
          oldPassword: "not her password", newPassword: "a better password")
        #expect(try await refusal { try await ann.changePassword(wrong) } == .credentialsInvalid)
        let short = ChangePassword(oldPassword: Self.password, newPassword: "short")
        #expect(try await refusal { try await ann.changePassword(short) } == .malformed)
        #expect(try await others[0].me().displayName == "ann", "nothing has changed")
        let change = ChangePassword(oldPassword: Self.password, newPassword: "a better password")
        #expect(try await ann.changePassword(change).endedSessions == 2)
        for (index, other) in others.enumerated() {
          try await logs[index].untilOver()
          #expect(logs[index].ended == .signedOut)
          #expect(try await refusal { try await other.me() } == .unauthenticated)
        }
        _ = try await ann.appendUpdate(
          AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([65])), to: id)
        try await logs[2].until { $0.texts == ["A"] }
      }
      let account = try CollaborationTestServer.account("ann")
      let old = CreateSession(account: account, password: Self.password)
      #expect(
        try await refusal { try await server.nobody.createSession(old) } == .credentialsInvalid)
      _ = try await Self.signIn(server, "ann", "a better password")
    }
  }

  @Test
  func `signing out everywhere ends every session, the calling one too, and no other person's`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ann = try await Self.register(server, "ann")
      let other = try await Self.signIn(server, "ann")
      let ben = try await Self.register(server, "ben")
      let id = try await ann.createDocument(
        CreateDocument(requestID: .random(), title: "T")
      ).documentID
      let log = StreamLog()
      try await following([(log, id, other)]) {
        try await ann.endSessions()
        try await log.untilOver()
        #expect(log.ended == .signedOut)
      }
      for client in [ann, other] {
        #expect(try await refusal { try await client.me() } == .unauthenticated)
      }
      #expect(try await ben.me().displayName == "ben")
    }
  }

  @Test func `a backend has no sessions and no password here`() async throws {
    try await CollaborationTestServer.run { server in
      let backend = try server.client("ann")
      let change = ChangePassword(oldPassword: Self.password, newPassword: "a better password")
      let codes = [
        try await refusal { try await backend.sessions() },
        try await refusal { try await backend.endSessions() },
        try await refusal { try await backend.endSession("x") },
        try await refusal { try await backend.changePassword(change) },
      ]
      #expect(codes.allSatisfy { $0 == .forbidden })
    }
  }
}
