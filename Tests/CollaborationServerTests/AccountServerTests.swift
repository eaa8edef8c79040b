import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Logging
import Testing

/// Local accounts, sessions, cookies, service keys.
@Suite(.timeLimit(.minutes(3)))
struct AccountServerTests {
  private static let password = "correct horse battery"

  private static func register(_ server: CollaborationTestServer, _ name: String) async throws
    -> AppSession
  {
    try await server.nobody.createAccount(
      CreateAppAccount(
        account: try CollaborationTestServer.account(name), displayName: "Dear \(name)",
        password: password))
  }

  @Test func `a person registers, signs in, is known, and signs out`() async throws {
    try await CollaborationTestServer.run { server in
      let first = try await Self.register(server, "ann")
      #expect(
        try await refusal { try await Self.register(server, "ann") } == .accountTaken)
      let account = try CollaborationTestServer.account("ann")
      let second = try await server.nobody.createSession(
        CreateSession(account: account, password: Self.password))
      #expect(second.token != first.token)
      for token in [first.token, second.token] {
        #expect(try await server.client(token: token).me().displayName == "Dear ann")
      }
      try await server.client(token: first.token).endSession()
      let gone = try server.client(token: first.token)
      #expect(try await refusal { try await gone.me() } == .unauthenticated)
      #expect(try await refusal { try await gone.documents() } == .unauthenticated)
      #expect(
        try await refusal { try await gone.challenge(for: CollaborationID("x")) }
          == .unauthenticated)
      #expect(try await server.client(token: second.token).me().account == account)
      server.clock.advance(server.configuration.sessionLifetime)
      let old = try server.client(token: second.token)
      #expect(try await refusal { try await old.me() } == .unauthenticated)
    }
  }

  @Test func `a wrong password and an unknown account are refused alike and as slowly`()
    async throws
  {
    try await CollaborationTestServer.run(configure: {
      $0.passwordCost = CollaborationServerConfiguration.defaultPasswordCost
    }) { server in
      _ = try await Self.register(server, "ann")
      var times: [String: [Duration]] = [:]
      var answers: Set<ComparableResponse> = []
      for name in ["ann", "nobody", "ann", "nobody", "ann", "nobody"] {
        let body = try StrictJSON.encode(
          CreateSession(
            account: try CollaborationTestServer.account(name), password: "wrong password"))
        let start = ContinuousClock.now
        let answer = try await server.send("POST", "/collab/v1/sessions", body: body)
        times[name, default: []].append(ContinuousClock.now - start)
        #expect(answer.status == 401)
        answers.insert(answer.comparable)
      }
      #expect(answers.count == 1)
      let known = try #require(times["ann"]?.min())
      let unknown = try #require(times["nobody"]?.min())
      // Both pay for scrypt, which takes tens of milliseconds; a look-up alone takes under one.
      #expect(unknown > known / 4 && known > unknown / 4)
    }
  }

  @Test func `registration can be switched off`() async throws {
    try await CollaborationTestServer.run(configure: { $0.allowsRegistration = false }) { server in
      let code = try await refusal { try await Self.register(server, "ann") }
      #expect(code == .forbidden)
    }
  }

  @Test func `a label a backend acts for cannot be registered by a stranger`() async throws {
    try await CollaborationTestServer.run { server in
      _ = try await server.client("ann").createDocument(
        CreateDocument(requestID: .random(), title: "T"))
      #expect(try await refusal { try await Self.register(server, "ann") } == .accountTaken)
    }
  }

  @Test func `the cookie is out of reach of scripts and other sites`() async throws {
    for (origin, name, secure) in [
      ("https://docs.example", "__Host-grove-session", true),
      ("http://localhost:8080", "grove-session", false),
    ] {
      try await CollaborationTestServer.run(
        configure: { $0.publicOrigin = (try? Origin(origin)) ?? $0.publicOrigin }
      ) { server in
        let body = try StrictJSON.encode(
          CreateAppAccount(
            account: try CollaborationTestServer.account("ann"), displayName: "Ann",
            password: Self.password))
        let answer = try await server.send("POST", "/collab/v1/accounts", body: body)
        let cookie = try #require(
          answer.headers.first {
            $0.name.lowercased() == "set-cookie" && $0.value.hasPrefix(name + "=")
          }?.value)
        let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(parts.first?.hasPrefix(name + "=") == true)
        #expect(parts.contains("HttpOnly") && parts.contains("SameSite=Lax"))
        #expect(parts.contains("Path=/"))
        #expect(parts.contains("Secure") == secure)
        let jar = ClientHeader("Cookie", String(try #require(parts.first)))
        #expect(try await server.send("GET", "/collab/v1/me", headers: [jar]).status == 200)
        try await Self.expectSameOriginOnly(server, jar, origin: origin)
      }
    }
  }

  private static func expectSameOriginOnly(
    _ server: CollaborationTestServer, _ jar: ClientHeader, origin: String
  ) async throws {
    let body = try StrictJSON.encode(CreateDocument(requestID: .random(), title: "T"))
    let cases: [([ClientHeader], Int)] = [
      ([], 403), ([ClientHeader("Origin", "https://evil.example")], 403),
      ([ClientHeader("Sec-Fetch-Site", "cross-site")], 403),
      ([ClientHeader("Origin", origin)], 201),
      ([ClientHeader("Sec-Fetch-Site", "same-origin")], 201),
    ]
    for (headers, status) in cases {
      let answer = try await server.send(
        "POST", "/collab/v1/documents", headers: headers + [jar], body: body)
      #expect(answer.status == status, "\(headers)")
    }
  }

  @Test func `signing out ends the session's streams and no others`() async throws {
    try await CollaborationTestServer.run { server in
      let session = try await Self.register(server, "ann")
      let other = try await server.nobody.createSession(
        CreateSession(account: session.account, password: Self.password))
      let (ann, still) = (
        try server.client(token: session.token), try server.client(token: other.token)
      )
      let id = try await ann.createDocument(
        CreateDocument(requestID: .random(), title: "T")
      ).documentID
      let logs = [StreamLog(), StreamLog()]
      try await following([(logs[0], id, ann), (logs[1], id, still)]) {
        try await ann.endSession()
        try await logs[0].untilOver()
        #expect(logs[0].ended == .signedOut)
        _ = try await still.appendUpdate(
          AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([65])), to: id)
        try await logs[1].until { $0.texts == ["A"] }
      }
    }
  }

  @Test func `whoever shows nothing, nonsense or half a service key is unauthenticated`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let forged = SessionForgery.token(account: "ann@docs.example")
      let key = CollaborationTestServer.serviceKey
      for token in ["", "x", forged, String(key.dropLast()), key + "x"] {
        let answer = try await server.send(
          "GET", "/collab/v1/me", headers: [ClientHeader("Authorization", "Bearer \(token)")])
        #expect(answer.status == 401, "\(token.count)")
      }
      let transactions = server.store.transactions
      _ = try await server.send(
        "GET", "/collab/v1/me", headers: [ClientHeader("Authorization", "Bearer \(forged)")])
      #expect(server.store.transactions == transactions)
    }
  }

  @Test func `a backend must say for whom it acts`() async throws {
    try await CollaborationTestServer.run { server in
      let all = try server.backendHeaders("ann")
      for missing in ["Grove-Account", "Grove-Session"] {
        let answer = try await server.send(
          "GET", "/collab/v1/me", headers: all.filter { $0.name != missing })
        let problem = try StrictJSON.decode(Problem.self, from: answer.body)
        #expect(problem.code == .malformed && problem.detail == missing)
      }
      let bad = all.filter { $0.name != "Grove-Account" }
      for value in ["", "%", "a%00b", "a%E2%80%AEb", String(repeating: "a", count: 256)] {
        let answer = try await server.send(
          "GET", "/collab/v1/me", headers: bad + [ClientHeader("Grove-Account", value)])
        #expect(answer.status == 400, "\(value)")
      }
    }
  }

  @Test func `secrets print as nothing: no token, password, key or text in any log line`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let session = try await Self.register(server, "ann")
      let document = try await SharedDocument(server)
      _ = try await document.append("a very private sentence", by: document.owner)
      _ = try await refusal { try await server.client(token: session.token).document("nothing") }
      _ = try await server.send(
        "POST", "/collab/v1/sessions",
        body: Array(#"{"account":"x","password":"hunter2hunter2"#.utf8))
      let text = server.logs.text(from: .trace)
      let secrets = [
        session.token, Self.password, CollaborationTestServer.serviceKey, "private sentence",
        "hunter2", document.id.text, Base64URL.encode(Array("a very private sentence".utf8)),
      ]
      for secret in secrets { #expect(!text.contains(secret)) }
      let keys = server.configuration.keys
      #expect("\(keys)" == "CollaborationServerKeys(redacted)")
      #expect(String(reflecting: keys) == "CollaborationServerKeys(redacted)")
    }
  }
}
