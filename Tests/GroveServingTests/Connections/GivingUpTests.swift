import GroveServing
import GroveWire
import Testing

/// What a client reads whose request or connection is given up.
@Suite(.timeLimit(.minutes(2)))
struct GivingUpTests {
  @Test(arguments: ["", "Host: a\r\nHost: a\r\n", "Host: a\r\nHOST: b\r\n", "Host: a b\r\n"])
  func `a request without exactly one host is malformed`(_ fields: String) async throws {
    try await expectRefusal("GET /t/items/a HTTP/1.1\r\n\(fields)\r\n", 400, .malformed)
  }

  @Test func `HTTP 1-0 needs no host`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send("GET /t/items/a HTTP/1.0\r\n\r\n")
        #expect(try await connection.readResponse().status == 200)
      }
    }
  }

  @Test(arguments: ["BREW", "get", "GET-ALL", "CONNECT"])
  func `a method that nobody knows is answered with 501`(_ method: String) async throws {
    let target = method == "CONNECT" ? "a:443" : "/t/items/a"
    try await expectRefusal(
      "\(method) \(target) HTTP/1.1\r\nHost: t\r\n\r\n", 501, .notImplemented)
  }

  @Test(arguments: ["/t/items/a", "/nowhere"])
  func `a method of other protocols is answered with 501`(_ path: String) async throws {
    try await serving { server async throws in
      let answer = try await server.ask("PROPFIND", path)
      #expect(answer.status == 501 && answer.code == .notImplemented)
    }
  }

  @Test(arguments: ["what is this", "GET", "\u{16}\u{3}\u{1}", "GET /t/items/a FTP/7.0"])
  func `what is no request is malformed`(_ line: String) async throws {
    try await expectRefusal("\(line)\r\n\r\n", 400, .malformed)
  }

  @Test func `an expectation that cannot be met is refused`() async throws {
    try await expectRefusal(
      "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nExpect: tea\r\nContent-Length: 5\r\n\r\n", 417,
      .expectationFailed)
  }

  @Test func `a client that asks before it sends is told to go on`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nExpect: 100-Continue\r\nContent-Length: 5\r\n\r\n")
        #expect(try await connection.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.send("hello")
        let answer = try await connection.readResponse()
        #expect(answer.status == 200 && answer.body == "hello")
        // And the connection goes on.
        #expect(try await connection.ask("GET", "/t/items/a").status == 200)
      }
    }
  }

  @Test func `a client that asks before it sends too much is refused instead`() async throws {
    try await expectRefusal(
      "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 200000\r\n\r\n",
      413, .tooLarge)
  }

  @Test func `a client that asks and may not is refused without its body`() async throws {
    try await expectRefusal(
      "DELETE /t/me HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
      401, .unauthenticated)
  }

  @Test func `a head that takes too long is told so`() async throws {
    try await expectRefusal("GET /t/items/a HTTP/1.1\r\nHos", 408, .requestTimeout, Self.hasty)
  }

  @Test func `a later head that takes too long is told so`() async throws {
    try await serving(Self.hasty) { server async throws in
      try await server.connect { connection async throws in
        #expect(try await connection.ask("GET", "/t/items/a").status == 200)
        try await connection.send("GET /t/it")
        #expect(try await connection.readResponse().code == .requestTimeout)
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `a body that takes too long is told so`() async throws {
    try await expectRefusal(
      "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nContent-Length: 50000\r\n\r\nhalf", 408,
      .requestTimeout, Self.hasty)
  }

  @Test func `a body that trickles is given up, however long it goes on`() async throws {
    try await serving(Self.hasty) { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nContent-Length: 50000\r\n\r\n")
        for _ in 0..<20 {
          try? await connection.send("x")
          try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await connection.readResponse().code == .requestTimeout)
      }
    }
  }

  @Test func `a refused client that goes on sending still reads why`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nContent-Length: 90000000\r\n\r\n")
        for _ in 0..<50 { try await connection.send(String(repeating: "x", count: 65_536)) }
        let answer = try await connection.readResponse()
        #expect(answer.status == 413 && answer.code == .tooLarge)
      }
    }
  }

  @Test func `requests sent together are answered up to the one that is refused`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        let good = "GET /t/items/a HTTP/1.1\r\nHost: t\r\n\r\n"
        try await connection.send(good + good + "GET /t/items/a HTTP/1.1\r\n\r\n" + good)
        #expect(try await connection.readResponse().status == 200)
        #expect(try await connection.readResponse().status == 200)
        #expect(try await connection.readResponse().code == .malformed)
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `a connection closed for another is told so`() async throws {
    var settings = ServerSettings()
    settings.connections.perAddress = 2
    try await serving(settings) { server async throws in
      try await server.connect { first async throws in
        // Each is taken in by a loop of its own: the first is to be there first, also on a busy machine.
        try await Task.sleep(for: .milliseconds(300))
        try await server.connect { second async throws in
          #expect(try await second.ask("GET", "/t/items/a").status == 200)
          try await server.connect { third async throws in
            #expect(try await third.ask("GET", "/t/items/a").status == 200)
            let answer = try await first.readResponse()
            #expect(answer.status == 503 && answer.code == .unavailable)
            #expect(answer.headers["retry-after"] == "1")
            #expect(try await second.ask("GET", "/t/items/a").status == 200)
          }
        }
      }
    }
  }

  @Test func `a connection with a credential is kept while others come and go`() async throws {
    var settings = ServerSettings()
    settings.connections.perAddress = 2
    let token = ["Authorization: Bearer alice-token"]
    try await serving(settings) { server async throws in
      try await server.connect { own async throws in
        #expect(try await own.ask("GET", "/t/me", headers: token).status == 200)
        for _ in 0..<20 {
          #expect(try await server.ask("GET", "/t/items/a").status == 200)
        }
        #expect(try await own.ask("GET", "/t/me", headers: token).status == 200)
      }
    }
  }

  private static let hasty: ServerSettings = {
    var settings = ServerSettings()
    settings.pace.head = 300
    settings.pace.bodyGrace = 300
    return settings
  }()

  /// Sends this, and reads one problem and the end.
  private func expectRefusal(
    _ request: String, _ status: Int, _ code: ProblemCode,
    _ settings: ServerSettings = ServerSettings(), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await serving(settings) { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(request)
        let answer = try await connection.readResponse()
        #expect(answer.status == status && answer.code == code, sourceLocation: sourceLocation)
        #expect(answer.headers["connection"] == "close", sourceLocation: sourceLocation)
        #expect(answer.headers["cache-control"] == "no-store", sourceLocation: sourceLocation)
        #expect(try await connection.readToEnd() == "", sourceLocation: sourceLocation)
      }
    }
  }

  private func serving(
    _ settings: ServerSettings = ServerSettings(), _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      TestRoutes.all, settings: settings, register: TestRoutes.register, body)
  }
}
