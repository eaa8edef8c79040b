import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveWire
import Testing

/// Guessing passwords over HTTP, as strangers do, behind a proxy that is trusted.
@Suite(.timeLimit(.minutes(5)))
struct SignInServerTests {
  private static let password = "correct horse battery"

  private static func run(
    configure: (inout CollaborationServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (CollaborationTestServer) async throws -> Void
  ) async throws {
    let proxy = TrustedProxies([AddressBlock("127.0.0.1")].compactMap { $0 })
    try await CollaborationTestServer.run(
      configure: {
        $0.trustedProxies = proxy
        // However slow the machine is, nothing wears off meanwhile.
        $0.signIns.address.secondsEach = 36_000
        $0.signIns.accountAtAddress.secondsEach = 36_000
        $0.signIns.account.secondsEach = 36_000
        configure(&$0)
      }, body)
  }

  private static func register(
    _ server: CollaborationTestServer, _ name: String, from address: String
  ) async throws -> (session: AppSession, cookie: String) {
    let body = try StrictJSON.encode(
      CreateAppAccount(
        account: try CollaborationTestServer.account(name), displayName: name, password: password))
    let answer = try await server.send(
      "POST", "/collab/v1/accounts", headers: [ClientHeader("X-Forwarded-For", address)], body: body
    )
    let cookies = answer.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    let device = try #require(cookies.first { $0.hasPrefix("__Host-grove-devices=") })
    #expect(device.hasSuffix("; HttpOnly; SameSite=Strict; Max-Age=34560000; Secure"))
    return (
      try StrictJSON.decode(AppSession.self, from: answer.body),
      String(device.prefix { $0 != ";" })
    )
  }

  /// - Returns: the status, and the seconds to wait.
  private static func signIn(
    _ server: CollaborationTestServer, _ name: String, _ password: String, from address: String,
    device: String? = nil, cookie: String? = nil
  ) async throws -> Int {
    let body = try StrictJSON.encode(
      CreateSession(
        account: try CollaborationTestServer.account(name), password: password, device: device))
    var headers = [ClientHeader("X-Forwarded-For", address)]
    if let cookie {
      headers += [
        ClientHeader("Cookie", cookie),
        ClientHeader("Origin", CollaborationTestServer.publicOrigin),
      ]
    }
    return try await server.send("POST", "/collab/v1/sessions", headers: headers, body: body).status
  }

  @Test func `thirty wrong passwords lock nobody out: not the owner's device, not her new one`()
    async throws
  {
    try await Self.run { server in
      let ann = try await Self.register(server, "ann", from: "203.0.113.7")
      var statuses: [Int] = []
      for _ in 0..<30 {
        statuses.append(
          try await Self.signIn(server, "ann", "a wrong password", from: "192.0.2.66"))
      }
      #expect(statuses.prefix(10).allSatisfy { $0 == 401 })
      #expect(statuses.dropFirst(10).allSatisfy { $0 == 429 })
      // Even the right one is not looked at any more where it was guessed at.
      #expect(try await Self.signIn(server, "ann", Self.password, from: "192.0.2.66") == 429)
      for address in ["203.0.113.7", "192.0.2.66"] {
        #expect(
          try await Self.signIn(
            server, "ann", Self.password, from: address, device: ann.session.device) == 201)
        #expect(
          try await Self.signIn(server, "ann", Self.password, from: address, cookie: ann.cookie)
            == 201)
      }
      #expect(try await Self.signIn(server, "ann", Self.password, from: "203.0.113.99") == 201)
    }
  }

  @Test func `sixty-one wrong passwords behind one proxy keep no stranger behind it waiting`()
    async throws
  {
    try await Self.run { server in
      _ = try await Self.register(server, "bob", from: "203.0.113.7")
      var refused = 0
      for number in 0..<61 {
        let status = try await Self.signIn(
          server, "person\(number / 8)", "a wrong password", from: "192.0.2.66")
        refused += status == 429 ? 1 : 0
      }
      #expect(refused >= 1, "sixty attempts from one address")
      #expect(try await Self.signIn(server, "bob", Self.password, from: "192.0.2.66") == 429)
      #expect(try await Self.signIn(server, "bob", Self.password, from: "192.0.2.67") == 201)
    }
  }

  @Test func `a device is known for its account and its password alone, and opens nothing`()
    async throws
  {
    try await Self.run(configure: { $0.signIns.account.burst = 6 }) { server in
      let ann = try await Self.register(server, "ann", from: "203.0.113.7")
      let eve = try await Self.register(server, "eve", from: "192.0.2.66")
      for number in 0..<7 {
        // A guesser at many addresses uses up what strangers have at Ann's account.
        let status = try await Self.signIn(
          server, "ann", "x", from: "198.51.100.\(number)", device: eve.session.device)
        if number == 6 { #expect(status == 429) }
      }
      let device = try #require(ann.session.device)
      for bad in [eve.session.device, String(device.dropLast()) + "A", "", ann.session.token] {
        #expect(
          try await Self.signIn(server, "ann", Self.password, from: "203.0.113.8", device: bad)
            == 429)
      }
      #expect(
        try await Self.signIn(server, "ann", Self.password, from: "203.0.113.8", device: device)
          == 201)
      let asToken = try server.client(token: device)
      #expect(try await refusal { try await asToken.me() } == .unauthenticated)

      let client = try server.client(token: ann.session.token)
      let changed = try await client.changePassword(
        ChangePassword(oldPassword: Self.password, newPassword: "a better password"))
      for (known, status) in [(device, 429), (changed.device, 201)] {
        #expect(
          try await Self.signIn(
            server, "ann", "a better password", from: "203.0.113.8", device: known) == status)
      }
    }
  }

  @Test func `a flood of strangers does not keep a known device waiting`() async throws {
    // As many as an unoptimised program works off before a client on a busy machine gives up.
    try await Self.run(configure: {
      $0.passwordsWaiting = 6
      $0.passwordCost = CollaborationServerConfiguration.defaultPasswordCost
    }) { server in
      let ann = try await Self.register(server, "ann", from: "203.0.113.7")
      try await withThrowingTaskGroup(of: Int.self) { tasks in
        for number in 0..<40 {
          tasks.addTask {
            try await Self.signIn(
              server, "p\(number)", "a wrong password", from: "192.0.2.\(number)")
          }
        }
        // Refusals come at once, because no more than 6 wait.
        var refused = 0
        while refused == 0, let status = try await tasks.next() { refused += status == 503 ? 1 : 0 }
        #expect(refused == 1)
        let known = try await Self.signIn(
          server, "ann", Self.password, from: "203.0.113.7", device: ann.session.device)
        #expect(known == 201)
        var after = 0
        for try await status in tasks where status == 401 { after += 1 }
        #expect(after > 0, "the strangers' line was still being worked off")
      }
    }
  }
}
