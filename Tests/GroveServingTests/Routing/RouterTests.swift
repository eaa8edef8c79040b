import GroveServing
import GroveWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RouterTests {
  @Test func `a typed route takes the declared body and answers the declared status`() async throws
  {
    try await serving { server async throws in
      let answer = try await server.ask(
        "POST", "/t/greetings", json: #"{"number":7,"name":"Ada","unknown":true}"#)
      #expect(answer.status == 201)
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.body == #"{"name":"Ada","number":7}"#)
    }
  }

  @Test func `bytes go in and come out as they are`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
        let answer = try await connection.readResponse()
        #expect(answer.status == 200 && answer.body == "hello world")
      }
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"name":"Ada"}"#, #"{"name":1,"number":1}"#,
    String(repeating: "[", count: 400),
  ])
  func `a body of another shape is malformed and names the request`(_ json: String) async throws {
    try await serving { server async throws in
      let answer = try await server.ask("POST", "/t/greetings", json: json)
      #expect(answer.status == 400 && answer.code == .malformed)
      #expect(answer.headers["content-type"] == "application/problem+json")
      #expect(answer.problem?.requestID == answer.headers["x-request-id"])
      #expect(answer.problem?.requestID?.isEmpty == false)
    }
  }

  @Test func `a body that does not say it is JSON is refused`() async throws {
    try await serving { server async throws in
      let answer = try await server.ask(
        "POST", "/t/greetings", headers: ["Content-Type: text/plain", "Content-Length: 0"])
      #expect(answer.status == 415 && answer.code == .unsupportedMediaType)
    }
  }

  @Test func `a body announced too large is refused before it is sent`() async throws {
    try await serving { server async throws in
      let answer = try await server.ask(
        "POST", "/t/greetings",
        headers: ["Content-Type: application/json", "Content-Length: 100000"])
      #expect(answer.status == 413 && answer.code == .tooLarge)
      #expect(answer.headers["connection"] == "close")
    }
  }

  @Test func `a body that grows too large is refused and the connection closed`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
        for _ in 0..<4 { try await connection.send(chunk) }
        let answer = try await connection.readResponse()
        #expect(answer.status == 413 && answer.code == .tooLarge)
        // It would go on for ever; the server does not listen that long.
        #expect(try await connection.readToEnd() == "")
      }
    }
  }

  @Test func `a body cut short never reaches the handler`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        try await connection.send(
          "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nhalf")
        connection.endSending()
        let rest = try await connection.readToEnd()
        #expect(!rest.contains("200 OK") && !rest.contains("\r\n\r\nhalf"))
      }
    }
  }

  @Test func `an unknown error tells the caller nothing but the request's name`() async throws {
    try await serving { server async throws in
      let answer = try await server.ask("POST", "/t/failures")
      #expect(answer.status == 500 && answer.code == .internalError)
      #expect(!answer.body.contains("1234") && !answer.body.contains("Mishap"))
      #expect(answer.problem?.requestID == answer.headers["x-request-id"])
    }
  }

  @Test func `a path that is not there is a problem`() async throws {
    try await serving { server async throws in
      for path in ["/", "/t", "/t/items", "/t/items/a/b", "/%zz", "/t/greetings/more"] {
        let answer = try await server.ask("GET", path)
        #expect(answer.status == 404 && answer.code == .notFound, "\(path)")
      }
    }
  }

  @Test(arguments: ["GET", "PUT", "PATCH", "DELETE", "HEAD", "TRACE"])
  func `another method is a problem that says what is allowed`(_ method: String) async throws {
    try await serving { server async throws in
      let answer = try await server.ask(method, "/t/greetings")
      #expect(answer.status == 405)
      #expect(answer.headers["allow"] == "OPTIONS, POST")
      if method != "HEAD" { #expect(answer.code == .methodNotAllowed) }
    }
  }

  @Test func `HEAD answers as GET does, without the body`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        let get = try await connection.ask("GET", "/t/items/one")
        let head = try await connection.ask("HEAD", "/t/items/one")
        #expect(head.status == 200)
        #expect(head.headers["content-length"] == get.headers["content-length"])
        // The connection still speaks in turn, so no body followed.
        #expect(try await connection.ask("GET", "/t/items/two").status == 200)
      }
    }
  }

  @Test func `OPTIONS says what is allowed and asks for no credential`() async throws {
    try await serving { server async throws in
      let answer = try await server.ask("OPTIONS", "/t/me")
      #expect(answer.status == 204)
      #expect(answer.headers["allow"] == "DELETE, GET, HEAD, OPTIONS")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `every answer forbids guessing, embedding and keeping`() async throws {
    try await serving { server async throws in
      for (method, path) in [
        ("GET", "/t/items/a"), ("GET", "/nowhere"), ("POST", "/t/failures"), ("PUT", "/t/me"),
      ] {
        let headers = try await server.ask(method, path).headers
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["cache-control"] == "no-store")
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["content-security-policy"]?.contains("default-src 'none'") == true)
      }
    }
  }

  private func serving(_ body: (TestServer) async throws -> Void) async throws {
    try await TestServer.with(TestRoutes.all, register: TestRoutes.register, body)
  }
}
