import GroveServing
import GroveWire
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
  @Test func `what is no HTTP gets a problem and a closed connection`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send("what is this\r\n\r\n")
        let answer = try await connection.readResponse()
        #expect(answer.status == 400 && answer.code == .malformed)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `headers beyond the limit get a problem and a closed connection`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        let long = "X-Long: " + String(repeating: "a", count: 20_000)
        try await connection.send("GET /t/items/a HTTP/1.1\r\nHost: t\r\n\(long)\r\n\r\n")
        let answer = try await connection.readResponse()
        #expect(answer.status == 431 && answer.code == .headerTooLarge)
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `a hundred header fields are read and one more is refused`() async throws {
    try await serving { server async throws in
      // Beside the two that every request of a test has.
      for (fields, status) in [(98, 200), (101, 431)] {
        let headers = (0..<fields).map { "X-\($0): y" }
        let answer = try await server.ask("GET", "/t/items/a", headers: headers)
        #expect(answer.status == status, "\(fields)")
      }
    }
  }

  @Test func `a connection that is idle between two requests is closed`() async throws {
    var settings = ServerSettings()
    settings.idleTimeout = .milliseconds(200)
    try await serving(settings) { server async throws in
      try await server.connect { connection async throws in
        #expect(try await connection.ask("GET", "/t/items/a").status == 200)
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `a connection that never finishes its request is closed`() async throws {
    var settings = ServerSettings()
    settings.idleTimeout = .milliseconds(200)
    try await serving(settings) { server async throws in
      try await server.connect { connection async throws in
        try await connection.send("GET /t/items/a HTTP/1.1\r\nHos")
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `one connection carries many requests`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        for number in 1...50 {
          let json = #"{"name":"n","number":\#(number)}"#
          let answer = try await connection.ask("POST", "/t/greetings", json: json)
          #expect(answer.body == json)
        }
      }
    }
  }

  @Test func `a client that stops taking its answer is disconnected`() async throws {
    var settings = ServerSettings()
    settings.stalledWriteTimeout = .seconds(1)
    let large = Route<NoBody, RawBody>("large", .get, "/large", .none)
    try await TestServer.with([large.description], settings: settings) { router in
      router.onPublic(large) { _ in RawBody([UInt8](repeating: 0x78, count: 12_000_000)) }
    } _: { server async throws in
      try await server.connect(reads: false) { connection async throws in
        try await connection.send("GET /large HTTP/1.1\r\nHost: t\r\n\r\n")
        try await Task.sleep(for: .milliseconds(2500))
        try await connection.channel.setOption(.autoRead, value: true).get()
        // It reads again, too late: the answer ends before its announced length.
        let received = try await connection.readToEnd()
        #expect(received.utf8.count < 12_000_000)
      }
    }
  }

  @Test func `a large answer arrives whole`() async throws {
    let large = Route<NoBody, RawBody>("large", .get, "/large", .none)
    try await TestServer.with([large.description]) { router in
      router.onPublic(large) { _ in RawBody([UInt8](repeating: 0x78, count: 3_000_000)) }
    } _: { server async throws in
      #expect(try await server.ask("GET", "/large").body.utf8.count == 3_000_000)
    }
  }

  @Test func `a handler runs on its connection's own event loop, and comes back to it`()
    async throws
  {
    let place = Route<NoBody, RawBody>("place", .get, "/place", .none)
    try await TestServer.with([place.description]) { router in
      router.onPublic(place) { request in
        let before = request.context.channel.eventLoop.inEventLoop
        try await Task.sleep(for: .milliseconds(1))
        let after = request.context.channel.eventLoop.inEventLoop
        return RawBody(Array("\(before) \(after)".utf8))
      }
    } _: { server async throws in
      #expect(try await server.ask("GET", "/place").body == "true true")
    }
  }

  @Test func `shutdown waits for the request that is being answered`() async throws {
    let gate = TestGate()
    let slow = Route<NoBody, NoBody>("slow", .get, "/slow", .none, status: 204)
    try await TestServer.with([slow.description]) { router in
      router.onPublic(slow) { _ in
        await gate.pass()
        return NoBody()
      }
    } _: { server async throws in
      try await server.connect { connection async throws in
        try await connection.send("GET /slow HTTP/1.1\r\nHost: t\r\n\r\n")
        await gate.waitUntilReached()
        await server.shutDown()
        gate.open()
        #expect(try await connection.readResponse().status == 204)
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
